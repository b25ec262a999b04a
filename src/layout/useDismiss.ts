import { type RefObject, useEffect, useEffectEvent } from "react";

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
