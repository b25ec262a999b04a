import { type KeyboardEvent as FormKeyEvent, useState } from "react";

/**
 * Whether a key belongs to an IME composition. Safari ends the composition before it sends the
 * Enter that confirmed it, and marks that key with code 229 only.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** An onKeyDown handler for forms: the Enter that confirms a composition does not submit. */
export function holdComposingEnter(event: FormKeyEvent): void {
  if (event.key === "Enter" && isComposing(event.nativeEvent)) event.preventDefault();
}

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
