import { z } from "zod";
import { fieldSentences } from "../problems/sentences.ts";
import { fieldLabel } from "../problems/zodSentences.ts";
import { EMAIL_ADDRESS, normalEmail } from "../users/emailAddress.ts";
import { isKatakana, katakana } from "./katakana.ts";
import { refusedIn, withoutUnseen } from "./unseen.ts";
import "../problems/zodSentences.ts";

/** What Unicode lets end a line (UAX 14, mandatory breaks). Without `u`, a mutant of it is valid. */
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** At least one visible character: not only zero-width characters and fillers. */
const VISIBLE = /(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

type Issue = Pick<z.core.$ZodRawIssue, "path" | "input">;
const tooLong = (max: number) => ({
  error: ({ path }: Issue) => fieldSentences.tooLong(max, fieldLabel(path)),
});
const refused = ({ input }: Pick<Issue, "input">, lines: boolean) => {
  const character = refusedIn(String(input), lines);
  return character && fieldSentences.unseen(character);
};
const refusedInLines = { error: (issue: Issue) => refused(issue, true) };
/** A line break is the one control character that people type, so it has a sentence of its own. */
const refusedInLine = {
  error: (issue: Issue) =>
    LINE_BREAK.test(String(issue.input))
      ? fieldSentences.lineBreak(fieldLabel(issue.path))
      : refused(issue, false),
};
const blank = { error: ({ path }: Issue) => fieldSentences.required(fieldLabel(path)) };

/** The length in Unicode code points, so that 𠮷 counts as one character. */
function codePoints(text: string): number {
  return [...text].length;
}

/** The maximum number of code units that become one code point in NFC (decomposed ᾂ). */
const RAW_UNITS = 4;

/**
 * Checks the raw length before any other work: `normalize` is quadratic for alternating combining
 * marks (320 kB took 14 s). Text that fits `max` after normalization is never longer than this,
 * except for spaces around it.
 */
function rawText(max: number) {
  return z.string().max(max * RAW_UNITS, { ...tooLong(max), abort: true });
}

/** A text as it is kept: trimmed, NFC, without what nobody sees (docs/product/texts.md#input). */
function written(max: number) {
  return rawText(max)
    .overwrite((text) => withoutUnseen(text.normalize("NFC")).normalize("NFC"))
    .trim();
}

/** One line of text: 1 to `max` code points, no control characters. */
export function line(max: number) {
  return written(max)
    .min(1)
    .refine((text) => codePoints(text) <= max, tooLong(max))
    .refine((text) => !refusedIn(text, false), refusedInLine)
    .refine((text) => VISIBLE.test(text), blank)
    .meta({ maxLength: max });
}

/** One line of text that may be empty: at most `max` code points. */
export function optionalLine(max: number) {
  return written(max)
    .refine((text) => codePoints(text) <= max, tooLong(max))
    .refine((text) => !refusedIn(text, false), refusedInLine)
    .meta({ maxLength: max });
}

/** Kana of 1 to `max` characters, as `convert` writes it; `sentence` refuses what is no kana. */
export function writtenKana(
  max: number,
  kana: { convert: (typed: string) => string; isKana: (text: string) => boolean; sentence: string },
) {
  return rawText(max)
    .overwrite(kana.convert)
    .min(1)
    .refine((text) => codePoints(text) <= max, tooLong(max))
    .refine((text) => text === "" || kana.isKana(text), kana.sentence);
}

/**
 * A reading: 1 to `max` characters, stored as full-width katakana (docs/product/texts.md#names).
 */
export function reading(max: number) {
  return writtenKana(max, {
    convert: (typed) => katakana(withoutUnseen(typed)).trim(),
    isKana: isKatakana,
    sentence: fieldSentences.kana,
  }).meta({ maxLength: max, description: "Kana, stored as full-width katakana." });
}

/** Optional text of several lines: at most `max` code points. */
export function paragraph(max: number) {
  return written(max)
    .overwrite((text) => text.replaceAll("\r\n", "\n"))
    .refine((text) => codePoints(text) <= max, tooLong(max))
    .refine((text) => !refusedIn(text, true), refusedInLines)
    .meta({ maxLength: max });
}

/** The lengths of RFC 5321 4.5.3.1 and RFC 1035 2.3.4; a label does not end in a hyphen. */
const ADDRESS_PARTS = /^.{1,64}@([^.@]{0,62}[^.@-]\.)+[^.@]{1,63}$/;

/**
 * An e-mail address, as the identity service stores it (normalEmail). It is as strict as mail
 * servers, because the identity service sees it only after it was accepted here.
 */
export const email = rawText(254)
  .overwrite(normalEmail)
  .min(1)
  .max(254, { abort: true })
  .regex(EMAIL_ADDRESS, fieldSentences.email)
  .regex(ADDRESS_PARTS, fieldSentences.email)
  .meta({ format: "email" });
