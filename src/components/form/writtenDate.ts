// Browsers without a month picker (Firefox, Safari on macOS) show a plain text field instead.
const WRITTEN = /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?$/;

/** Converts a typed month (2026/4, ２０２６年４月) to YYYY-MM; other text is unchanged. */
export function writtenMonth(text: string): string {
  const [, year, month, day] = WRITTEN.exec(plain(text)) ?? [];
  return year && month && !day ? `${year}-${month.padStart(2, "0")}` : text;
}

/** Converts a typed date (2026/4/1, ２０２６年４月１日) to YYYY-MM-DD; other text is unchanged. */
export function writtenDate(text: string): string {
  const [, year, month, day] = WRITTEN.exec(plain(text)) ?? [];
  return year && month && day ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
}

function plain(text: string): string {
  return text.normalize("NFKC").replaceAll(/\s/g, "");
}
