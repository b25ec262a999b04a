import type { KeyboardEvent } from "react";
import { isComposing } from "../components/form/composition.ts";

/** The Enter that confirms a kana-kanji conversion submits no form. */
export function keepCompositionEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && isComposing(event.nativeEvent)) event.preventDefault();
}
