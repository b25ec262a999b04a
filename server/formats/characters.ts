import { Buffer } from "node:buffer";
import iconv from "iconv-lite";
import type { ExportEncoding } from "../../domain/files/formats.ts";
import { CODECS } from "./encodings.ts";

const LETTER = /[ぁ-ゖァ-ヺｦ-ｯｱ-ﾝ]/u;

/** Whether a text reads like a reading: nothing but kana. */
export function isKana(text: string): boolean {
  return /^[ぁ-ゖァ-ヺｦ-ﾟー゛゜ゝゞヽヾ・･\s]+$/u.test(text) && LETTER.test(text);
}

const isHiragana = (text: string) => /^[ぁ-ゖー゛゜ゝゞ・･\s]+$/u.test(text);

/**
 * Whether of two cells one can only be the reading of the other. Words in katakana are kana as well:
 * beside hiragana they are no readings.
 */
export function isReadingOf(cell: string, word: string): boolean {
  return isKana(cell) && (!isKana(word) || (isHiragana(cell) && !isHiragana(word)));
}

/** The encodings that lack characters. */
type JapaneseEncoding = "cp932" | "euc-jp";

export function isJapanese(encoding: ExportEncoding): encoding is JapaneseEncoding {
  return encoding === "cp932" || encoding === "euc-jp";
}

/**
 * The tables by which a program reads CP932 and EUC-JP: those of the WHATWG, or those of the JIS
 * standards, as glibc has them, without the rows of NEC and IBM.
 */
export type Tables = "whatwg" | "jis";

/** Whether the first byte of a character is one of the rows of NEC and IBM. */
const VENDOR_ROWS: Readonly<Record<JapaneseEncoding, (bytes: Buffer) => boolean>> = {
  cp932: ([lead = 0, trail]) => trail !== undefined && (lead === 0x87 || lead >= 0xeb),
  "euc-jp": ([lead = 0]) => lead === 0xad || lead >= 0xf5,
};

/** Characters that share their bytes with another one in the tables of JIS. */
const OTHER_IN_JIS: Readonly<Record<JapaneseEncoding, string>> = {
  cp932: "\\~～∥－￠￡￢",
  "euc-jp": "∥－￠￡￢",
};

/** The tables that have a character; none if it is undefined. */
const known: Record<JapaneseEncoding, Map<string, readonly Tables[]>> = {
  cp932: new Map(),
  "euc-jp": new Map(),
};

/** Whether a character comes back from an encoding as it was. */
export function canEncode(
  character: string,
  encoding: ExportEncoding,
  tables: Tables = "whatwg",
): boolean {
  if (!isJapanese(encoding)) return true;
  let having = known[encoding].get(character);
  if (having === undefined) {
    having = tablesWith(character, encoding);
    known[encoding].set(character, having);
  }
  return having.includes(tables);
}

function tablesWith(character: string, encoding: JapaneseEncoding): readonly Tables[] {
  const bytes = Buffer.from(iconv.encode(character, CODECS[encoding]));
  if (iconv.decode(bytes, CODECS[encoding]) !== character) return [];
  const isOther = OTHER_IN_JIS[encoding].includes(character) || VENDOR_ROWS[encoding](bytes);
  return isOther ? ["whatwg"] : ["whatwg", "jis"];
}

/** What Japanese encodings have in place of characters that they lack. */
const TWINS: Readonly<Record<string, string>> = {
  "〜": "～",
  "‖": "∥",
  "−": "－",
  "—": "―",
  "¢": "￠",
  "£": "￡",
  "¬": "￢",
  "¥": "￥",
  "‾": "￣",
  ゔ: "ヴ",
  ゕ: "ヵ",
  ゖ: "ヶ",
};
const MISSING = "〓";

/** What is written for a character that an encoding lacks by these tables. */
export function standIn(character: string, encoding: JapaneseEncoding): string {
  // Read as the other character with the same bytes, which is nearer than 〓.
  if (OTHER_IN_JIS[encoding].includes(character)) return character;
  const twin = TWINS[character];
  return twin !== undefined && canEncode(twin, encoding) ? twin : MISSING;
}
