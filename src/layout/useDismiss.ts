import { type RefObject, useEffect, useEffectEvent } from "react";

/** Calls `dismiss` on a press outside of `root` while it is open. */
export function useDismiss(
  root: RefObject<HTMLElement | null>,
  open: boolean,
  dismiss: () => void,
) {
  const onPress = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !root.current?.contains(event.target)) dismiss();
  });
  useEffect(() => {
    if (!open) return;
    const listener = (event: Event) => onPress(event);
    document.addEventListener("mousedown", listener);
    return () => document.removeEventListener("mousedown", listener);
  }, [open]);
}
