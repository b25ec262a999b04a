import { FILE_LIMITS } from "../../domain/files/formats.ts";
import { rowSentences } from "../../domain/files/sentences.ts";
import type { FileReader, FileRecord } from "./format.ts";

const SIGNS: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};
const ESCAPE = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu;

function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return SIGNS[name.toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

const VALUE = /<key>([^<]*)<\/key>\s*<string>([^<]*)<\/string>/gu;
/** Of the text of a row that is shown. */
const LONGEST = 10_000;

function recordsOf(text: string): FileRecord[] {
  const [before = "", ...dicts] = text.split("<dict>", FILE_LIMITS.rows + 2);
  const linesOf = (part: string) => part.split("\n").length - 1;
  let line = linesOf(before) + 1;
  return dicts.map((part): FileRecord => {
    const [inner = ""] = part.split("</dict>", 1);
    const values = new Map(
      [...inner.matchAll(VALUE)].map(([, key = "", value = ""]) => [key, unescaped(value)]),
    );
    const cells = [values.get("shortcut") ?? "", values.get("phrase") ?? ""];
    const record = { line, cells, raw: inner.trim().slice(0, LONGEST), disabled: false };
    line += linesOf(part);
    return record;
  });
}

/** The property list of ユーザ辞書 of macOS and iOS: a shortcut, which is mostly the reading, and a phrase. */
export const macosPlist: FileReader = {
  syntax: { delimiter: "\t", quoted: false, newline: "\n" },
  header: /^<(?:\?xml|!DOCTYPE plist|plist)\b/u,
  records: recordsOf,
  fits: () => false,
  read: ([reading = "", surface = ""]) =>
    surface === "" ? [{ reason: rowSentences.tooFewColumns(2) }] : [{ surface, reading }],
};
