import { z } from "zod";
import { fieldSentences } from "./sentences.ts";
import "./zodSentences.ts";

/**
 * Control characters, the invisible ones that reorder text (Unicode TR 36, bidi controls), and
 * halves of surrogate pairs, which no UTF-8 text can hold.
 */
const CONTROL = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const CONTROL_BUT_NEWLINE = /(?!\n)[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

/** Something to see: not zero-width characters and fillers alone. */
const VISIBLE = /(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Length as a person counts it: Unicode code points, so that 𠮷 is one character. */
function codePoints(text: string): number {
  return [...text].length;
}

/** Code units that one code point of NFC text takes at most before it is normalised (ᾂ in pieces). */
const RAW_UNITS = 4;

/**
 * Text as it came, refused by its raw length before any other work on it: `normalize` is quadratic
 * on alternating combining marks, where 320 kB took 14 s. Nothing that fits `max` once it is
 * normalised is longer than this, but for blanks around it.
 */
function rawText(max: number) {
  return z.string().max(max * RAW_UNITS, { error: fieldSentences.tooLong(max), abort: true });
}

/** One line of text: trimmed, NFC, 1 to `max` code points, no control characters (design 3). */
export function line(max: number) {
  return rawText(max)
    .normalize("NFC")
    .trim()
    .min(1)
    .refine((text) => codePoints(text) <= max, fieldSentences.tooLong(max))
    .refine((text) => !CONTROL.test(text), fieldSentences.control)
    .refine((text) => VISIBLE.test(text), fieldSentences.notBlank)
    .meta({ maxLength: max });
}

/** Several lines of text, possibly none: trimmed, NFC, at most `max` code points. */
export function paragraph(max: number) {
  return rawText(max)
    .normalize("NFC")
    .overwrite((text) => text.replaceAll("\r\n", "\n"))
    .trim()
    .refine((text) => codePoints(text) <= max, fieldSentences.tooLong(max))
    .refine((text) => !CONTROL_BUT_NEWLINE.test(text), fieldSentences.control)
    .meta({ maxLength: max });
}

/** The lengths of RFC 5321 4.5.3.1 and RFC 1035 2.3.4, where a label does not end in a hyphen. */
const ADDRESS_PARTS = /^.{1,64}@([^.@]{0,62}[^.@-]\.)+[^.@]{1,63}$/;

/**
 * An e-mail address, lower case as the identity service keeps it; full-width letters accepted. As
 * strict as mail servers are: the identity service hears of it only after it was accepted here.
 */
export const email = rawText(254)
  .normalize("NFKC")
  .trim()
  .toLowerCase()
  .min(1)
  .max(254, { abort: true })
  .regex(z.regexes.email, fieldSentences.email)
  .regex(ADDRESS_PARTS, fieldSentences.email)
  .meta({ format: "email" });
