export const int8Oid = 20;
export const int8ArrayOid = 1016;
export const dateOid = 1082;

export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of safe range: ${text}`);
  return value;
}

/** An array without nulls, as PostgreSQL writes it: {1,2}. */
export function parseInt8Array(text: string): number[] {
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(parseInt8);
}

/** Calendar dates stay text, YYYY-MM-DD, because a Date would have a time zone. */
export function parseDate(text: string): string {
  return text;
}
