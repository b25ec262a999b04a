import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * What opens below a button of the header: it closes on a press outside `root` and when the focus
 * leaves it. `close` returns the focus to the button.
 */
export function usePopup() {
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  const onPress = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
  });
  useEffect(() => {
    if (!open) return;
    const listener = (event: Event) => onPress(event);
    document.addEventListener("mousedown", listener);
    return () => document.removeEventListener("mousedown", listener);
  }, [open]);

  return {
    root,
    button,
    open,
    toggle: () => setOpen(!open),
    close: () => {
      setOpen(false);
      button.current?.focus();
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLDivElement>) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
    },
  };
}
