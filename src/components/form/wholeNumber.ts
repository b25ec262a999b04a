const DIGITS = /^[-+]?\d+$/;

/**
 * The whole number a person wrote, full-width digits and separators of thousands included.
 * Empty is null. What is no number comes back as it is, for the schema to refuse.
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
