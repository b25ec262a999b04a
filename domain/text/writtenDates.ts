import { isCalendarDate, isMonth, lastDayOfMonth } from "./dates.ts";
import { withoutUnseen } from "./unseen.ts";

interface Era {
  names: string;
  /** The first day. The era before ends the day before. */
  from: string;
}

/** The eras since 1868, the latest first; 明治 begins as in Unicode's calendar data. */
const ERAS: readonly Era[] = [
  { names: "令和|令|R", from: "2019-05-01" },
  { names: "平成|平|H", from: "1989-01-08" },
  { names: "昭和|昭|S", from: "1926-12-25" },
  { names: "大正|大|T", from: "1912-07-30" },
  { names: "明治|明|M", from: "1868-10-23" },
];

const ERA = ERAS.map(({ names }, index) => `(?<era${index}>${names})`).join("|");
const YEAR = `(?:(?<year>\\d{4})|(?:${ERA})(?<eraYear>元|\\d{1,3}))`;
const MONTH = "(?<month>\\d{1,2})";
const DAY = "(?<day>\\d{1,2})";

const dateForms = [
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  new RegExp(`^${YEAR}[-/.]${MONTH}[-/.]${DAY}$`, "i"),
  new RegExp(`^${YEAR}年${MONTH}月${DAY}日$`, "i"),
];
const monthForms = [
  /^(?<year>\d{4})(?<month>\d{2})$/,
  new RegExp(`^${YEAR}[-/.]${MONTH}$`, "i"),
  new RegExp(`^${YEAR}年${MONTH}月$`, "i"),
];

/** What spreadsheets add to a date: a time, and the day of the week. */
const TIME = /(?:T| )\d{1,2}:\d{2}(?::\d{2})?$/i;
const WEEKDAYS = "日月火水木金土";
const WEEKDAY = new RegExp(`\\(([${WEEKDAYS}])(?:曜日?)?\\)$|([${WEEKDAYS}])曜日?$`);

/** Longer than any written date; it keeps `normalize` from work on pasted pages. */
const LONGEST = 40;
/** What Japanese keyboards give for a hyphen and a dot. */
const HYPHENS = /[‐‑‒–—―−ーｰ]/g;
const DOTS = /[・。]/g;
/** Any space but one between two digits: 2026 1 2 is not 202612. */
const LOOSE_SPACE = /(?<!\d) | (?!\d)/g;

/**
 * Reads a date as people write it, as YYYY-MM-DD: 20260401, 2026-4-1, 2026/4/1, 2026年4月1日,
 * 令和8年4月1日 and R8.4.1, also with full-width digits, a time or the day of the week behind it.
 * Undefined if there is no such date, or it is another day of the week; an era's dates end with the era.
 */
export function readDate(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const written = text.normalize("NFKC").trim().replace(TIME, "").trim();
  const [whole = "", inBrackets, alone] = WEEKDAY.exec(written) ?? [];
  const parts = partsOf(written.slice(0, written.length - whole.length), dateForms);
  if (!parts?.day) return undefined;
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  if (!isCalendarDate(date) || !inEra(parts.era, date, date)) return undefined;
  const weekday = inBrackets ?? alone;
  const isThatDay = weekday === undefined || WEEKDAYS[new Date(date).getUTCDay()] === weekday;
  return isThatDay ? date : undefined;
}

/** Reads a month as people write it, as YYYY-MM: the forms of `readDate` without the day. */
export function readMonth(text: string): string | undefined {
  const parts = partsOf(text, monthForms);
  if (!parts) return undefined;
  const month = `${parts.year}-${parts.month}`;
  if (!isMonth(month)) return undefined;
  return inEra(parts.era, `${month}-01`, lastDayOfMonth(month)) ? month : undefined;
}

function partsOf(text: string, forms: readonly RegExp[]) {
  if (text.length > LONGEST) return undefined;
  const plain = withoutUnseen(text)
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .replace(HYPHENS, "-")
    .replace(DOTS, ".")
    .replace(LOOSE_SPACE, "");
  const parts = forms.map((form) => form.exec(plain)?.groups).find((groups) => groups);
  if (!parts) return undefined;
  const era = ERAS.findIndex((_, index) => parts[`era${index}`]);
  return {
    era,
    year: parts.year ?? yearOfEra(ERAS[era], parts.eraYear),
    month: parts.month?.padStart(2, "0"),
    day: parts.day?.padStart(2, "0"),
  };
}

/** 令和8 is 2026; the first year is 元 or 1. */
function yearOfEra(era: Era | undefined, year = ""): string {
  const first = Number(era?.from.slice(0, 4));
  return String(first + (year === "元" ? 1 : Number(year)) - 1);
}

/** Whether the era at an index has a day from `first` to `last`; -1 is a year without an era. */
function inEra(era: number, first: string, last: string): boolean {
  const begins = ERAS[era]?.from ?? first;
  const ends = ERAS[era - 1]?.from;
  return last >= begins && (ends === undefined || first < ends);
}
