import { type RefObject, useLayoutEffect } from "react";

/** When the focused button of `container` is disabled, as at the last page, `to` gets the focus. */
export function useHandOnFocus(container: RefObject<HTMLElement | null>, to: string): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLButtonElement) || !activeElement.disabled) return;
    if (!container.current?.contains(activeElement)) return;
    container.current.querySelector<HTMLElement>(to)?.focus({ preventScroll: true });
  });
}
