import { useEffect } from "react";

/**
 * A button that is disabled during its action loses the focus. This returns the focus when the
 * button is enabled again, unless it has moved elsewhere. Used once per area.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    let waiting: HTMLButtonElement | undefined;
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLButtonElement)) continue;
        const { activeElement, body } = document;
        if (target.disabled) {
          // The browser moves the focus in the next frame.
          if (activeElement === target) waiting = target;
        } else if (target === waiting) {
          waiting = undefined;
          if (activeElement === body) target.focus({ preventScroll: true });
        }
      }
    });
    observer.observe(document.body, { subtree: true, attributeFilter: ["disabled"] });
    return () => observer.disconnect();
  }, []);
}
