import { Buffer, isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import type { FileEncoding } from "../../domain/files/formats.ts";

const MARKS: readonly [bytes: readonly number[], encoding: FileEncoding][] = [
  [[0xef, 0xbb, 0xbf], "utf-8-bom"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** The names of iconv-lite. Its tables are those of the WHATWG, with the rows of NEC and IBM. */
export const CODECS = {
  "utf-8-bom": "utf-8",
  "utf-8": "utf-8",
  cp932: "cp932",
  "utf-16le": "utf-16le",
  "utf-16be": "utf-16be",
  "euc-jp": "eucjp",
} as const satisfies Record<FileEncoding, string>;

/** Undefined bytes, and control characters, which both encodings give for undefined lead bytes. */
const UNDECODABLE = /[\ufffd\u0080-\u009f]/u;

/** The text of a file, without byte order mark; bytes that mean nothing become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: FileEncoding): string {
  const text = iconv.decode(bytes, CODECS[encoding]).replace(/\p{Cs}/gu, "\ufffd");
  return isUtf16(encoding) && bytes.length % 2 === 1 ? `${text}\ufffd` : text;
}

/** Where bytes that mean nothing stand in their decoded text; -1 without any. */
export function indexOfUndecodable(
  bytes: Uint8Array,
  encoding: FileEncoding,
  text: string,
): number {
  const isValid = isUtf16(encoding)
    ? bytes.length % 2 === 0 && !/\p{Cs}/u.test(iconv.decode(bytes, CODECS[encoding]))
    : CODECS[encoding] === "utf-8" && isUtf8(bytes);
  return isValid ? -1 : text.indexOf("\ufffd");
}

/**
 * The encoding of a file without a hint: its byte order mark, else UTF-16 where half of the separators
 * are NUL, else UTF-8 if it is valid, else CP932 or EUC-JP, whichever can be decoded and reads more like
 * Japanese. Undefined if none can.
 */
export function recogniseEncoding(bytes: Uint8Array): FileEncoding | undefined {
  const marked = MARKS.find(([mark]) => mark.every((byte, n) => bytes[n] === byte));
  if (marked) return marked[1];
  const wide = utf16Of(bytes);
  if (wide) return wide;
  if (isUtf8(bytes)) return "utf-8";
  return (["cp932", "euc-jp"] as const)
    .map((encoding) => ({ encoding, text: decode(bytes, encoding) }))
    .filter(({ text }) => !UNDECODABLE.test(text))
    .map(({ encoding, text }) => ({ encoding, score: japaneseScore(text) }))
    .sort((a, b) => b.score - a.score)[0]?.encoding;
}

const SAMPLE = 20_000;

/** What texts in UTF-16 consist of: chance gives other characters, too. */
const WRITTEN = /[\t\r\n -~ 　-ヿㇰ-ㇿ一-鿿々〆\uff00-\uffef‐-⁞①-⑳]/gu;
const SEPARATORS = /[\t\r\n,]/g;

/** UTF-16 without a byte order mark: NUL is half of each of its separators. */
function utf16Of(bytes: Uint8Array): FileEncoding | undefined {
  const sample = bytes.subarray(0, 2 * SAMPLE);
  if (bytes.length % 2 === 1 || !sample.includes(0)) return undefined;
  return (["utf-16le", "utf-16be"] as const).find((encoding) => {
    const text = decode(sample, encoding);
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    return (
      count(WRITTEN) >= 0.95 * text.length && count(SEPARATORS) >= Math.max(2, text.length / 30)
    );
  });
}

/**
 * How much a decoded text reads like Japanese, per character. Kana are frequent in Japanese and
 * rare by chance; half-width kana are what a wrong decoding as CP932 is full of.
 */
function japaneseScore(text: string): number {
  const sample = text.slice(0, SAMPLE);
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const points =
    3 * count(/[ぁ-ゖァ-ヺー]/gu) +
    count(/[一-鿿\p{ASCII}]/gu) -
    3 * count(/[\uff61-\uff9f]/gu) -
    9 * count(/[\ufffd\u0080-\u009f\ue000-\uf8ff]/gu);
  return points / Math.max(1, sample.length);
}

/** Whether `text`, decoded as `encoding`, reads worse than in the recognised encoding. */
export function looksGarbled(
  bytes: Uint8Array,
  { recognised, encoding }: { recognised: FileEncoding | undefined; encoding: FileEncoding },
  text: string,
): boolean {
  if (!recognised || CODECS[recognised] === CODECS[encoding]) return false;
  return japaneseScore(text) < japaneseScore(decode(bytes, recognised));
}

/**
 * Whether bytes switch to kanji as ISO-2022-JP does: ESC $ @, ESC $ B. It has 7 bits and no NUL, which
 * tells it from ␛ (U+241B) and @ in UTF-16.
 */
export function isIso2022jp(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes);
  const switches = text.includes("\x1b$B", 0, "latin1") || text.includes("\x1b$@", 0, "latin1");
  return switches && bytes.every((byte) => byte > 0 && byte < 0x80);
}

/** Whether bytes are UTF-16, where NUL is half of a character. */
export function isUtf16(encoding: FileEncoding | undefined): boolean {
  return encoding === "utf-16le" || encoding === "utf-16be";
}

/** The line of the first NUL byte, counted from 1; undefined without one. */
export function lineOfNul(bytes: Uint8Array): number | undefined {
  const at = bytes.indexOf(0);
  if (at < 0) return undefined;
  return Buffer.from(bytes.subarray(0, at))
    .toString("latin1")
    .split(/\r\n?|\n/).length;
}
