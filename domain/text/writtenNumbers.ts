import { withoutUnseen } from "./unseen.ts";

/** Longer than any written number; it keeps `normalize` from work on pasted pages. */
const LONGEST = 40;
/** What Japanese keyboards give for a minus sign before a digit. */
const MINUS = /^[‐‑‒–—―−ー]/;
const COMMAS = /[、､]/g;

const NUMBER = "\\d+|\\d{1,3}(?:,\\d{3})+";
const WHOLE_NUMBER = new RegExp(`^([-+]?)(${NUMBER})$`);
const HOURS_AND_MINUTES = new RegExp(`^(${NUMBER})時間(?:([0-5]?\\d)分)?$`);
const CLOCK_AND_SECONDS = /^(.*:[0-5]\d):([0-5]\d)$/;
const AND_SECONDS = /^(.*[間分])?([0-5]?\d)秒$/;
const CLOCK = new RegExp(`^(${NUMBER}):([0-5]\\d)$`);

/**
 * Reads a whole number as people write it and screens show it: 1200, 1,200, １，２００ and with its
 * `unit` 1,200件. Undefined if the text is none.
 */
export function readNumber(text: string, unit = ""): number | undefined {
  const plain = plainOf(text);
  const [, sign, digits] =
    WHOLE_NUMBER.exec(unit && plain.endsWith(unit) ? plain.slice(0, -unit.length) : plain) ?? [];
  if (digits === undefined) return undefined;
  return safe(sign === "-" ? -numberOf(digits) : numberOf(digits));
}

/**
 * Reads a duration as minutes: 120, 45分, 20時間, 8時間45分 and 8:45. The inverse of
 * `formatMinutes`. Undefined if the text is none.
 */
export function readMinutes(text: string): number | undefined {
  const plain = plainOf(text);
  const [, hours, minutes = "0"] = HOURS_AND_MINUTES.exec(plain) ?? CLOCK.exec(plain) ?? [];
  if (hours === undefined) return readNumber(plain, "分");
  return safe(numberOf(hours) * 60 + Number(minutes));
}

/**
 * Reads a duration as seconds: minutes as readMinutes does, 45分30秒, 30秒 and 8:45:30. The inverse
 * of `formatSeconds`. Undefined if the text is none.
 */
export function readSeconds(text: string): number | undefined {
  const plain = plainOf(text);
  const [, before = "0", rest] = CLOCK_AND_SECONDS.exec(plain) ?? AND_SECONDS.exec(plain) ?? [];
  const minutes = readMinutes(rest === undefined ? plain : before);
  return minutes === undefined ? undefined : safe(minutes * 60 + Number(rest ?? 0));
}

function plainOf(text: string): string {
  if (text.length > LONGEST) return "";
  return withoutUnseen(text)
    .normalize("NFKC")
    .replace(/\s/g, "")
    .replace(COMMAS, ",")
    .replace(MINUS, "-");
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(",", ""));
}

function safe(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}
