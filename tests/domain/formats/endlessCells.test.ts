import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { enabledIn } from "../../../domain/entries/state.ts";
import { ENTRY_HEADINGS, FILE_LIMITS } from "../../../domain/files/formats.ts";
import {
  type FileHints,
  type FileRow,
  readDictionaryFile,
} from "../../../server/formats/readFile.ts";

/** Normalizing these takes quadratic time: each mark moves before the one that it follows. */
const MARKS = `a${"\u0301\u0323".repeat(2_400)}`;
/** NFKC makes 18 characters of each of these. */
const LIGATURES = "\ufdfa".repeat(1_600);
const endless: [string, string][] = [
  ["combining marks", MARKS],
  ["ligatures", LIGATURES],
];

/** Normalizing the marks takes ten times as long as reading a plain file. */
const MOST = 3;

/** An error row keeps what its row had, and a reason of at most so many characters. */
const LONGEST_REASON = 400;

const row = ["語", "ご", "名詞", "2", "備考", "有効"];
const plainRow = row.with(4, "長い備考".repeat(40));

/** A file of 5 MB with this line again and again. */
function full(line: string, head = ""): Uint8Array {
  const times = Math.floor((FILE_LIMITS.bytes - Buffer.byteLength(head)) / Buffer.byteLength(line));
  return Buffer.from(head + line.repeat(Math.min(times, FILE_LIMITS.rows)));
}
const fullCsv = (cells: readonly string[]) =>
  full(`${cells.join(",")}\n`, `${ENTRY_HEADINGS.join(",")}\n`);

/** Reads a file and gives the processor time, to which no other process adds. */
function readOnce(bytes: Uint8Array, hints: FileHints) {
  const before = process.cpuUsage();
  const file = readDictionaryFile(bytes, hints);
  const { user, system } = process.cpuUsage(before);
  const rows: readonly FileRow[] = "problem" in file ? [] : file.rows;
  return { rows, cost: user + system };
}

let plainCost: number | undefined;
function costOfPlain(): number {
  plainCost ??= Math.min(...[1, 2].map(() => readOnce(fullCsv(plainRow), {}).cost));
  return plainCost;
}

/** How many times as long as a plain file it takes; a second run counts where the first was slow. */
function read(bytes: Uint8Array, hints: FileHints = {}) {
  const { rows, cost } = readOnce(bytes, hints);
  const times = cost / costOfPlain();
  return { rows, times: times < MOST ? times : readOnce(bytes, hints).cost / costOfPlain() };
}

const columns = ENTRY_HEADINGS.map((heading, n): [string, number] => [heading, n]);

describe.each(endless)("5 MB of %s", { timeout: 60_000 }, (_, cell) => {
  test.each(columns)(
    "under %s are read as fast as a plain file, and kept as they are with a sentence per row",
    (_heading, n) => {
      const bytes = fullCsv(row.with(n, cell));
      const { rows, times } = read(bytes);
      expect(times).toBeLessThan(MOST);
      const errors = rows.flatMap((one) => ("reason" in one ? [one] : []));
      expect(errors.length).toBeGreaterThan(500);
      for (const { reason } of errors) expect(reason.length).toBeLessThanOrEqual(LONGEST_REASON);
      const stored = errors.flatMap(({ cells, raw }) => [...Object.values(cells ?? {}), raw ?? ""]);
      expect(Buffer.byteLength(stored.join(""))).toBeLessThanOrEqual(bytes.length);
    },
  );

  test.each(["msime", "google", "amivoice"] as const)(
    "as parts of speech of %s are read as fast as a plain file",
    (format) => {
      const cells = format === "amivoice" ? ["語", "ご", cell] : ["ご", "語", cell, ""];
      const bytes = full(`${cells.join(format === "amivoice" ? " " : "\t")}\n`);
      const { rows, times } = read(bytes, { format });
      expect(times).toBeLessThan(MOST);
      expect(rows[0]).toMatchObject({ entry: { partOfSpeech: "その他" } });
    },
  );

  test("as a heading are read as fast as a plain file, and named in 100 characters", () => {
    const heading = Buffer.from(`表記,読み,a${cell.slice(1).repeat(600)}`);
    const { times } = read(heading.subarray(0, FILE_LIMITS.bytes - 1));
    expect(times).toBeLessThan(MOST);
    const file = readDictionaryFile(Buffer.from(`表記,読み,${cell}\n語,ご,\n`));
    expect(file).toMatchObject({ ignoredColumns: [`${cell.slice(0, 100)}…`] });
  });
});

test("a cell that a sentence quotes is shown with at most 100 characters", () => {
  const reasonOf = (partOfSpeech: string) => {
    const text = `${ENTRY_HEADINGS.join(",")}\n${row.with(2, partOfSpeech).join(",")}\n`;
    const file = readDictionaryFile(Buffer.from(text));
    return "problem" in file ? file.problem : file.rows.at(0);
  };
  const shown = (cell: string) => ({ reason: expect.stringContaining(`品詞「${cell}」は`) });
  expect(reasonOf("𠮷".repeat(100))).toMatchObject(shown("𠮷".repeat(100)));
  expect(reasonOf("𠮷".repeat(101))).toMatchObject(shown(`${"𠮷".repeat(100)}…`));
  expect(reasonOf(LIGATURES)).toMatchObject(shown(`${"\ufdfa".repeat(100)}…`));
});

test("words in any width are known with any spaces around them", () => {
  const spaces = "　".repeat(200);
  const wide = row.with(2, `${spaces}名詞`).with(3, `３${spaces}`).with(5, `ＯＮ${spaces}`);
  const text = `${ENTRY_HEADINGS.join(",")}\n${wide.join(",")}\n`;
  expect(readDictionaryFile(Buffer.from(text))).toMatchObject({
    rows: [{ entry: { partOfSpeech: "名詞", weight: 3, enabled: true } }],
  });
  expect(enabledIn(MARKS)).toBeUndefined();
});
