import holidays from "@holiday-jp/holiday_jp";

const dates: ReadonlySet<string> = new Set(Object.keys(holidays.holidays));

/**
 * Whether a date YYYY-MM-DD is a public holiday in Japan. The library knows 1970 to 2050, the
 * coming years by the law of today; in later years no date is a holiday.
 */
export function isHoliday(date: string): boolean {
  return dates.has(date);
}
