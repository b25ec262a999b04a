import type { KeyboardEvent as FormKeyEvent } from "react";

/**
 * Whether a key belongs to a kana-kanji conversion. Safari ends the composition before it sends
 * the Enter that confirmed it, and marks that key with code 229 only.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** For onKeyDown around the inputs of a form: the Enter that confirms a conversion submits nothing. */
export function holdComposingEnter(event: FormKeyEvent): void {
  if (event.key === "Enter" && isComposing(event.nativeEvent)) event.preventDefault();
}
