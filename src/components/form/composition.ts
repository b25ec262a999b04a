/**
 * Whether a key belongs to a kana-kanji conversion. Safari ends the composition before it sends
 * the Enter that confirmed it, and marks that key with code 229 only.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}
