/**
 * The form's value of a typed number: null if nothing is typed. Text that `read` does not take is
 * unchanged, so that the schema rejects it.
 */
export function typedNumber(
  text: string,
  read: (text: string) => number | undefined,
): number | string | null {
  return text.trim() === "" ? null : (read(text) ?? text);
}
