import type { DictionaryFormat } from "../../domain/dictionaryFormats.ts";
import { amivoiceCells } from "./amivoice.ts";
import { DISABLED_MARK, isKana } from "./format.ts";
import { MSIME_HEADER } from "./inputMethods.ts";
import { headings } from "./own.ts";

/** How many lines are looked at, and how much of each. */
const LINES = 30;
const LENGTH = 10_000;

/** Parts of speech of UniDic that stand first in Sudachi's column 5. */
const UNIDIC =
  /^(名詞|代名詞|形状詞|連体詞|副詞|接続詞|感動詞|動詞|形容詞|助動詞|助詞|接頭辞|接尾辞|記号|補助記号|空白)$/u;
/** Parts of speech of IPADIC that stand in MeCab's column 4. */
const IPADIC =
  /^(名詞|動詞|形容詞|副詞|連体詞|接続詞|感動詞|助詞|助動詞|接頭詞|記号|フィラー|その他)$/u;
/** Parts of speech that Microsoft IME has and Google has not. */
const MSIME =
  /さ変|ざ変|形動名詞|地名その他|その他自立語|副詞的名詞|慣用句|[あ-ん]行五段$|一段動詞/u;

const INTEGER = /^-?\d*$/;

/** Cells without quotes: enough to tell formats apart. */
function split(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/u, "$1"));
}

function formatOfLine(line: string): DictionaryFormat | undefined {
  const tabbed = split(line, "\t");
  if (tabbed.length >= 2) {
    if (!isKana(tabbed[0] ?? "") && isKana(tabbed[1] ?? "")) return "amivoice";
    if (MSIME.test(tabbed[2] ?? "")) return "msime";
    return isKana(tabbed[0] ?? "") || tabbed.length >= 3 ? "google" : undefined;
  }
  const cells = split(line, ",");
  const [, left = "", right = "", cost = ""] = cells;
  const numbered = [left, right, cost].every((cell) => INTEGER.test(cell));
  if (cells.length >= 17 && numbered && UNIDIC.test(cells[5] ?? "")) return "sudachi";
  if (cells.length >= 12 && numbered && IPADIC.test(cells[4] ?? "")) return "mecab";
  if (cells.length === 4 && left.replaceAll(/\s/gu, "") === cells[0]?.replaceAll(/\s/gu, ""))
    return "kuromoji";
  const [, reading = "", name, ...rest] = amivoiceCells(split(line, "|")[0] ?? "");
  return isKana(reading) && rest.length === 0 && (name === undefined || name.length < 10)
    ? "amivoice"
    : undefined;
}

/**
 * The format of a file by its first lines: the header of Microsoft IME, Japanese headings, else what
 * most of the lines look like. Undefined if they look like nothing known.
 */
export function recogniseFormat(text: string): DictionaryFormat | undefined {
  const lines = text.slice(0, LINES * LENGTH).split(/\r\n?|\n/, LINES);
  const first = lines[0] ?? "";
  if (first.toLowerCase().startsWith(MSIME_HEADER.slice(0, 14).toLowerCase())) return "msime";
  const delimiter = first.includes("\t") ? "\t" : ",";
  if (headings(split(first, delimiter))) return delimiter === "\t" ? "tsv" : "csv";

  const votes = new Map<DictionaryFormat, number>();
  for (const line of lines) {
    const entry = line.replace(new RegExp(`^[#!]${DISABLED_MARK}[\t,]`, "u"), "");
    if (entry.trim() === "" || /^[#!]/.test(entry)) continue;
    const format = formatOfLine(entry.slice(0, LENGTH));
    if (format) votes.set(format, (votes.get(format) ?? 0) + 1);
  }
  // A single conjugation tells Microsoft's list from Google's, which has the same columns.
  if (votes.has("msime")) return "msime";
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0];
}
