import type { ImportFormat } from "../../domain/files/formats.ts";
import { amivoiceCells } from "./amivoice.ts";
import { DISABLED_MARK, isKana } from "./format.ts";
import { findHeadings } from "./headings.ts";
import { ATOK_HEADER, MSIME_HEADER } from "./inputMethods.ts";
import { UNIDIC_COLUMNS } from "./unidic.ts";

/** Formats that are known by sight and not read. */
export const FOREIGN_FORMATS = {
  mozc: "Mozcのシステム辞書",
  juman: "JUMANの辞書",
  gboard: "Gboardの単語リスト",
  apple: "Appleのユーザ辞書（プロパティリスト）",
} as const;
export type ForeignFormat = keyof typeof FOREIGN_FORMATS;

type Recognised = ImportFormat | ForeignFormat;

/** How many lines are looked at, and how much of each. */
const LINES = 30;
const LENGTH = 10_000;

/** Parts of speech of UniDic that stand first in Sudachi's column 5 and in its own column 4. */
const UNIDIC =
  /^(名詞|代名詞|形状詞|連体詞|副詞|接続詞|感動詞|動詞|形容詞|助動詞|助詞|接頭辞|接尾辞|記号|補助記号|空白)$/u;
/** Parts of speech of IPADIC that stand in MeCab's column 4. */
const IPADIC =
  /^(名詞|動詞|形容詞|副詞|連体詞|接続詞|感動詞|助詞|助動詞|接頭詞|記号|フィラー|その他)$/u;
/** Parts of speech that Microsoft IME has and Google has not. */
const MSIME =
  /さ変|ざ変|形動名詞|地名その他|その他自立語|副詞的名詞|慣用句|[あ-ん]行五段$|一段動詞/u;
/** The same of ATOK, and its marks of words that were added. */
const ATOK = /^固有(?:人[姓名他]|地名|組織|商品|一般)|^名サ形動|^形動タリ|^冠数詞|詞[*$]$/u;

const INTEGER = /^-?\d*$/;
const LOCALE = /^[a-z]{2}-[A-Z]{2}$/;

const HEADERS: readonly [RegExp, Recognised][] = [
  [new RegExp(`^${MSIME_HEADER.slice(0, 14)}`, "iu"), "msime"],
  [ATOK_HEADER, "atok"],
  [/^# Gboard Dictionary/iu, "gboard"],
  [/^<(?:\?xml|!DOCTYPE plist|plist)\b/u, "apple"],
];

/** Cells without quotes: enough to tell formats apart. */
function split(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/su, "$1"));
}

function formatOfLine(line: string): Recognised | undefined {
  const tabbed = split(line, "\t");
  if (tabbed.length >= 2) return formatOfTabs(tabbed);
  const cells = split(line, ",");
  const [surface = "", left = "", right = "", cost = ""] = cells;
  if (cells.length >= 10 && [left, right, cost].every((cell) => INTEGER.test(cell)))
    return formatOfNumbered(cells);
  if (/^\(\p{Script=Han}+ \(/u.test(line)) return "juman";
  if (cells.length === 4 && left.replaceAll(/\s/gu, "") === surface.replaceAll(/\s/gu, ""))
    return "kuromoji";
  const [, reading = "", name, ...rest] = amivoiceCells(split(line, "|")[0] ?? "");
  return isKana(reading) && rest.length === 0 && (name === undefined || name.length < 10)
    ? "amivoice"
    : undefined;
}

function formatOfTabs(cells: readonly string[]): Recognised | undefined {
  const [first = "", second = "", third = ""] = cells;
  if (cells.length >= 5 && isKana(first) && cells.slice(1, 4).every((id) => /^\d+$/.test(id)))
    return "mozc";
  if (LOCALE.test(third)) return "gboard";
  if (!isKana(first) && isKana(second)) return "amivoice";
  if (MSIME.test(third)) return "msime";
  if (ATOK.test(third)) return "atok";
  return isKana(first) || cells.length >= 3 ? "google" : undefined;
}

/** Of tables of MeCab: a surface, ids, a cost and parts of speech. JUMAN has hiragana in column 9. */
function formatOfNumbered(cells: readonly string[]): Recognised | undefined {
  const [, , , , tag = "", subtag = ""] = cells;
  if (cells.length >= 17 && UNIDIC.test(subtag)) return "sudachi";
  if (cells.length >= UNIDIC_COLUMNS && UNIDIC.test(tag)) return "unidic";
  if (/^[ぁ-ゖー]+$/u.test(cells[9] ?? "")) return "juman";
  return cells.length >= 12 && IPADIC.test(tag) ? "mecab" : undefined;
}

/**
 * The format of a file by its first lines: the header of a program, Japanese headings, else what
 * most of the lines look like. Undefined if they look like nothing known.
 */
export function recogniseFormat(text: string): Recognised | undefined {
  const lines = text.slice(0, LINES * LENGTH).split(/\r\n?|\n/, LINES);
  const first = lines.find((line) => line.trim() !== "")?.trim() ?? "";
  const headed = HEADERS.find(([header]) => header.test(first));
  if (headed) return headed[1];
  return formatOfHeadings(lines) ?? formatOfMost(lines);
}

function formatOfHeadings(lines: readonly string[]): ImportFormat | undefined {
  // A heading of a spreadsheet may have several lines.
  const rows = lines
    .join("\n")
    .replaceAll(/"(?:[^"]|"")*"/gu, (cell) => cell.replaceAll("\n", ""))
    .split("\n")
    .filter((row) => row.trim() !== "");
  const at = findHeadings(rows.map((row) => split(row, row.includes("\t") ? "\t" : ",")));
  if (at < 0) return undefined;
  return rows[at]?.includes("\t") ? "tsv" : "csv";
}

function formatOfMost(lines: readonly string[]): Recognised | undefined {
  const votes = new Map<Recognised, number>();
  for (const line of lines) {
    const entry = line.replace(new RegExp(`^[#!]${DISABLED_MARK}[\t,]`, "u"), "");
    if (entry.trim() === "" || /^[#!]/.test(entry)) continue;
    const format = formatOfLine(entry.slice(0, LENGTH));
    if (format) votes.set(format, (votes.get(format) ?? 0) + 1);
  }
  // A single part of speech tells these lists from Google's, which has the same columns.
  for (const format of ["msime", "atok"] as const) if (votes.has(format)) return format;
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0];
}
