const DIGITS = /^[-+]?\d+$/;

/**
 * Parses a whole number, with full-width digits and thousands separators. Empty gives null. Any
 * other text is returned unchanged, so that the schema rejects it.
 */
export function parseWholeNumber(text: string): number | string | null {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/[,、\s]/g, "")
    .replace(/^[−ー―‐]/, "-");
  if (plain === "") return null;
  const value = Number(plain);
  return DIGITS.test(plain) && Number.isSafeInteger(value) ? value : text;
}
