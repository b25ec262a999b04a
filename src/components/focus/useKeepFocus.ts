import { useEffect } from "react";

/**
 * A button that is disabled while its work runs loses the focus; here it gets it back once it can
 * be pressed again, unless the person or the page has put it elsewhere. One for a whole area.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    let waiting: HTMLButtonElement | undefined;
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLButtonElement)) continue;
        const { activeElement, body } = document;
        if (target.disabled) {
          // The browser takes the focus away with the next frame, not yet.
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
