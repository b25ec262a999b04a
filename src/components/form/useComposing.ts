import { useState } from "react";

/** Whether a kana-kanji conversion is going on inside the element that takes the handlers. */
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
