// Browsers without a picker for months (Firefox, Safari on a Mac) show a plain text field instead.
const WRITTEN = /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?$/;

/** A month as people write it (2026/4, ２０２６年４月) as YYYY-MM; anything else unchanged. */
export function writtenMonth(text: string): string {
  const [, year, month, day] = WRITTEN.exec(plain(text)) ?? [];
  return year && month && !day ? `${year}-${month.padStart(2, "0")}` : text;
}

/** A day as people write it (2026/4/1, ２０２６年４月１日) as YYYY-MM-DD; anything else unchanged. */
export function writtenDate(text: string): string {
  const [, year, month, day] = WRITTEN.exec(plain(text)) ?? [];
  return year && month && day ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
}

function plain(text: string): string {
  return text.normalize("NFKC").replaceAll(/\s/g, "");
}
