import type { KeyboardEvent as FormKeyEvent } from "react";

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
