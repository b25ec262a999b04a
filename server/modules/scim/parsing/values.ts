import { refusedIn } from "../../../../domain/text/unseen.ts";
import { wrongValue } from "./changes.ts";

const LONGEST = 256;

/** A text as it was sent; undefined for none. Throws 400 invalidValue. */
export function textOf(attribute: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value !== "string" || value.length > LONGEST || refusedIn(value, false)) {
    throw wrongValue(attribute);
  }
  return value;
}

/** A boolean, which some directories send as text in any case. Throws 400 invalidValue. */
export function booleanOf(attribute: string, value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text === "true") return true;
  if (text === "false") return false;
  throw wrongValue(attribute);
}
