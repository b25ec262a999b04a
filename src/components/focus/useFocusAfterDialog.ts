import { type RefObject, useEffect } from "react";

/**
 * A dialog returns the focus to the button that opened it. Where that is missing, as the button of a
 * row that the dialog has changed, the focus goes to `to`.
 */
export function useFocusAfterDialog(
  open: boolean,
  to: RefObject<{ focus: () => void } | null>,
): void {
  useEffect(() => {
    if (!open) return undefined;
    return () => {
      if (document.activeElement === document.body) to.current?.focus();
    };
  }, [open, to]);
}
