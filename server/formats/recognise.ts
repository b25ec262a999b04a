import type { ImportFormat } from "../../domain/files/formats.ts";
import type { FormatCandidate } from "../../domain/imports/schemas.ts";
import { isKana } from "./characters.ts";
import { checkEntry } from "./fitness.ts";
import { DISABLED_MARK, type FileReader, MOST_COLUMNS, type Syntax } from "./format.ts";
import { fileReaders } from "./formats.ts";
import { isJuman, quotesCells, splitQuoted } from "./records.ts";

/** What is recognised of a file: its format, a foreign one by name, or the formats that it may have. */
export type Recognition =
  | { format: ImportFormat }
  | { foreign: string }
  | { candidates: FormatCandidate[] };

/** Formats that are known by sight and not read. */
const FOREIGN: readonly ({ name: string } & Pick<FileReader, "syntax" | "fits">)[] = [
  {
    name: "Mozcのシステム辞書",
    syntax: { delimiter: "\t", quoted: false, newline: "\n" },
    fits: ([reading = "", ...others]) =>
      others.length > 3 && isKana(reading) && others.slice(0, 3).every((id) => /^\d+$/.test(id)),
  },
  {
    name: "JUMANの辞書",
    syntax: { delimiter: ",", quoted: true, newline: "\n" },
    fits: (cells) => isJuman(cells) || /^\(\p{Script=Han}+ \(/u.test(cells[0] ?? ""),
  },
];

const FORMATS = Object.keys(fileReaders) as ImportFormat[];

/** How many lines are looked at, from all over the file, fewer of long ones, and how much of each. */
const SAMPLE = 300;
const CHARACTERS = 300_000;
const LENGTH = 10_000;
/** Headings are looked for in the first lines. */
const HEAD = 30;

/** The share of its rows by which a format is recognised. */
const CERTAIN = 0.95;
/** A smaller share is chance. */
const POSSIBLE = 0.2;
/** The share of rows of which a format makes entries, where none looks like any. */
const READABLE = 0.5;
/** How many rows show how a format reads a file. */
const SHOWN = 3;

interface Line {
  line: number;
  text: string;
}

/** The cells of a sample's lines; undefined for comments. */
type Rows = readonly (readonly string[] | undefined)[];

interface Judgement {
  format: ImportFormat;
  rows: Rows;
  fits: FileReader["fits"];
  share: number;
}

/**
 * The format of a file: by the header of a program or by headings, else by the share of rows that look
 * like it. It is certain if one format alone fits 95 %, or all that do read these rows alike. Otherwise
 * the formats that come into question are candidates; none where the rows fit no format.
 */
export function recogniseFormat(text: string): Recognition {
  const lines = text.split(text.includes("\n") ? "\n" : "\r");
  const declared = declaredFormat(lines);
  if (declared) return { format: declared };
  const sample = sampleOf(lines);
  const isQuoted = quotesCells(text);
  const rowsOf = ({ syntax, records }: Pick<FileReader, "syntax" | "records">): Rows =>
    records ? [] : sample.map((one) => cellsOf(one.text, syntax, isQuoted));
  const foreign = FOREIGN.find((known) => shareOf(rowsOf(known), known.fits) >= CERTAIN);
  if (foreign) return { foreign: foreign.name };
  const rowsBy = new Map(FORMATS.map((format) => [format, rowsOf(fileReaders[format])]));
  const judged = (fitsOf: (format: ImportFormat) => FileReader["fits"]) =>
    FORMATS.map((format): Judgement => {
      const rows = rowsBy.get(format) ?? [];
      const fits = fitsOf(format);
      return { format, rows, fits, share: shareOf(rows, fits) };
    });
  const alike = judged((format) => fileReaders[format].fits);
  const certain = unlike(alike.filter(({ share }) => share >= CERTAIN));
  const [best, ...others] = certain;
  if (best && others.length === 0) return { format: best.format };
  const possible = best ? certain : unlike(alike.filter(({ share }) => share >= POSSIBLE));
  if (possible.length > 0) return { candidates: presented(possible, sample) };
  const readable = judged(isReadBy).filter(({ share }) => share >= READABLE);
  return { candidates: presented(unlike(readable), sample) };
}

function declaredFormat(lines: readonly string[]): ImportFormat | undefined {
  const first = lines.find((line) => line.trim() !== "")?.trim() ?? "";
  const headed = FORMATS.find((format) => fileReaders[format].header?.test(first));
  if (headed) return headed;
  // A heading of a spreadsheet may have several lines.
  const head = lines
    .slice(0, HEAD)
    .map((line) => line.slice(0, LENGTH))
    .join("\n")
    .replaceAll(/"[^"]*"/gu, (cell) => cell.replaceAll(/[\r\n]/gu, ""))
    .split(/[\r\n]/u)
    .filter((row) => row.trim() !== "");
  // Words below the headings may look like those of another format.
  const [above] = FORMATS.map((format) => ({ format, at: headingsAt(head, format) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return above?.format;
}

function headingsAt(head: readonly string[], format: ImportFormat): number {
  const { headed, syntax } = fileReaders[format];
  const cells = (row: string) => splitQuoted(row, syntax.delimiter).slice(0, MOST_COLUMNS);
  return headed?.find(head.map(cells)) ?? -1;
}

function sampleOf(lines: readonly string[]): Line[] {
  const filled: number[] = [];
  let characters = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    filled.push(index);
    characters += Math.min(line.length, LENGTH);
  }
  const affordable = Math.max(HEAD, Math.floor((CHARACTERS * filled.length) / (characters + 1)));
  const count = Math.min(SAMPLE, filled.length, affordable);
  return Array.from({ length: count }, (_, n) => {
    const index = filled[Math.floor((n * filled.length) / count)] ?? 0;
    const [text = ""] = (lines[index] ?? "").slice(0, LENGTH).split("\r", 1);
    return { line: index + 1, text };
  });
}

/** The cells of a line; undefined for a comment. */
function cellsOf(line: string, syntax: Syntax, isQuoted: boolean): string[] | undefined {
  const { comment, delimiter, quoted } = syntax;
  const mark = comment === undefined ? undefined : comment + DISABLED_MARK + delimiter;
  const isDisabled = mark !== undefined && line.startsWith(mark);
  if (comment !== undefined && line.startsWith(comment) && !isDisabled) return undefined;
  const entry = isDisabled ? line.slice(mark.length) : line;
  const isSplitQuoted = quoted || (delimiter === "\t" && isQuoted);
  return isSplitQuoted ? splitQuoted(entry, delimiter) : entry.split(delimiter);
}

function shareOf(rows: Rows, fits: FileReader["fits"]): number {
  const counted = rows.filter((cells) => cells !== undefined);
  return counted.length === 0 ? 0 : counted.filter(fits).length / counted.length;
}

/** What a format reads of a row, by the rules of entries. */
function wordsIn(format: ImportFormat, cells: readonly string[]) {
  const words = fileReaders[format].read(cells);
  return words.map((word) => ("reason" in word ? word : checkEntry(word)));
}

/** Whether a format makes entries of all that a row has. */
function isReadBy(format: ImportFormat): FileReader["fits"] {
  return (cells) => {
    const words = wordsIn(format, cells);
    return words.length > 0 && words.every((word) => !("reason" in word));
  };
}

/** The best ones first, without those that read their rows as one before them does. */
function unlike(judgements: readonly Judgement[]): Judgement[] {
  const distinct: { judgement: Judgement; read: (string | undefined)[] }[] = [];
  for (const judgement of judgements.toSorted((a, b) => b.share - a.share)) {
    const { format, rows, fits } = judgement;
    const read = rows.map((cells) =>
      cells && fits(cells) ? JSON.stringify(wordsIn(format, cells)) : undefined,
    );
    const isLike = (other: (typeof distinct)[number]) =>
      read.every((words, n) => words === undefined || words === other.read[n]);
    if (!distinct.some(isLike)) distinct.push({ judgement, read });
  }
  return distinct.map(({ judgement }) => judgement);
}

/** The formats with the same rows as each reads them: first those that they read differently. */
function presented(judgements: readonly Judgement[], sample: readonly Line[]): FormatCandidate[] {
  const read = judgements.map(({ format, rows }) =>
    rows.map((cells) => wordsIn(format, cells ?? []).at(0)),
  );
  const differing = sample.flatMap((_, n) =>
    new Set(read.map((words) => JSON.stringify(words[n]))).size > 1 ? [n] : [],
  );
  const shown = new Set([...differing.slice(0, SHOWN), ...sample.keys()].slice(0, SHOWN));
  return judgements.map(({ format, share }, which) => ({
    format,
    share,
    rows: [...shown].map((n) => {
      const word = read[which]?.[n];
      const { surface, reading, partOfSpeech } = (word && "reason" in word
        ? word.stated
        : word) ?? { surface: "", reading: "" };
      return { line: sample[n]?.line ?? 0, surface, reading, partOfSpeech: partOfSpeech ?? null };
    }),
  }));
}
