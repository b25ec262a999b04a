import { useState } from "react";

/** Whether an IME composition is in progress in the element that gets the handlers. */
export function useComposing() {
  const [composing, setComposing] = useState(false);
  return {
    composing,
    handlers: {
      onCompositionStart: () => setComposing(true),
      onCompositionEnd: () => setComposing(false),
    },
  };
}
