import { useState } from "react";

/**
 * Keeps a dialog mounted until its closing animation has run
 * (docs/product/screens.md#dialogs-and-notices). Then it calls `onClose`, but only if the dialog
 * itself asked to close.
 */
export function useClosing(open: boolean, onClose: () => void) {
  const [wasOpen, setWasOpen] = useState(open);
  const [asked, setAsked] = useState(false);

  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setAsked(false);
  }

  return {
    shown: open && !asked,
    requestClose: () => setAsked(true),
    onClosed: () => {
      if (asked && open) onClose();
    },
  };
}
