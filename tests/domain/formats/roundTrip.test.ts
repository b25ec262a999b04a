import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DEFAULT_ENCODINGS,
  DICTIONARY_FORMATS,
  type DictionaryFormat,
  EXPORT_ENCODINGS,
  type ExportEncoding,
} from "../../../domain/files/formats.ts";
import { canEncode } from "../../../server/formats/characters.ts";
import type { WrittenEntry } from "../../../server/formats/format.ts";
import { hasPartOfSpeech } from "../../../server/formats/partsOfSpeech.ts";
import { type ReadFile, readDictionaryFile } from "../../../server/formats/readFile.ts";
import { writeDictionaryFile } from "../../../server/formats/writeFile.ts";
import { writtenEntries } from "../../support/writtenEntries.ts";

/** What comes back when entries are written and read again, the format being recognised. */
function reread(
  written: readonly WrittenEntry[],
  format: DictionaryFormat,
  encoding: ExportEncoding,
) {
  const file = writeDictionaryFile(written, format, encoding);
  const read = readDictionaryFile(file.bytes, { format, encoding });
  if ("problem" in read) throw new Error(read.problem.message);
  return { file, read };
}

/** Of a new entry. */
const defaults = { partOfSpeech: "名詞", weight: 2, note: "", enabled: true };

function fields({ rows }: ReadFile) {
  return rows.map((row) => {
    if ("reason" in row)
      throw new Error(`${row.line}: ${row.reason} ${JSON.stringify(row.cells ?? row.raw)}`);
    return { ...defaults, ...row.entry };
  });
}

const withoutId = ({ entryId: _, ...entry }: WrittenEntry) => entry;

describe.each(["csv", "tsv"] as const)("%s", (format) => {
  test.each(EXPORT_ENCODINGS)(
    "in %s: an export is imported unchanged, whatever the text",
    (encoding) => {
      fc.assert(
        fc.property(writtenEntries, (all) => {
          const can = (value: string) => [...value].every((one) => canEncode(one, encoding));
          const some = all.filter((one) => can(one.surface) && can(one.note));
          fc.pre(some.length > 0);
          const { file, read } = reread(some, format, encoding);
          expect(file.lacking).toEqual([]);
          expect(fields(read)).toEqual(some.map(withoutId));
        }),
      );
    },
  );

  test("is recognised without hints, with its encoding", () => {
    fc.assert(
      fc.property(
        writtenEntries,
        fc.constantFrom("utf-8-bom", "utf-8", "utf-16le"),
        (all, encoding) => {
          const read = readDictionaryFile(writeDictionaryFile(all, format, encoding).bytes);
          expect(read).toMatchObject({ format, encoding, warning: null });
        },
      ),
    );
  });

  test("leaves no cell that a spreadsheet would calculate", () => {
    fc.assert(
      fc.property(writtenEntries, (all) => {
        const { bytes } = writeDictionaryFile(all, format, "utf-8");
        const cells = parse(Buffer.from(bytes), {
          delimiter: format === "csv" ? "," : "\t",
        }).flat();
        expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
      }),
    );
  });
});

const engines = DICTIONARY_FORMATS.filter((format) => format !== "csv" && format !== "tsv");

describe.each(engines)("%s", (format) => {
  const exact = (entry: WrittenEntry) =>
    format === "kuromoji" || hasPartOfSpeech(format, entry.partOfSpeech);
  const hasNote = format === "msime" || format === "google" || format === "mecab";
  const hasWeight = format === "mecab" || format === "sudachi";
  const hasDisabled = format === "msime" || format === "google" || format === "kuromoji";

  test("an export is imported with all that the format can hold", () => {
    fc.assert(
      fc.property(writtenEntries, (all) => {
        const stored = all.filter((entry) => entry.enabled || hasDisabled);
        const file = writeDictionaryFile(all, format, DEFAULT_ENCODINGS[format]);
        const unfit = new Set(file.unfit.map(({ entryId }) => entryId));
        const written = stored.filter(({ entryId }) => !unfit.has(entryId));
        fc.pre(written.length > 0);
        const { read } = reread(all, format, DEFAULT_ENCODINGS[format]);
        const back = fields(read);
        expect(back.map(({ surface, reading: kana, enabled }) => [surface, kana, enabled])).toEqual(
          written.map(({ surface, reading: kana, enabled }) => [surface, kana, enabled]),
        );
        for (const [n, entry] of written.entries()) {
          if (exact(entry)) expect(back[n]?.partOfSpeech).toBe(entry.partOfSpeech);
          if (hasNote) expect(back[n]?.note).toBe(entry.note);
          if (hasWeight) expect(back[n]?.weight).toBe(entry.weight);
        }
      }),
    );
  });
});

test("a word of another format that is called like our headings is imported", () => {
  const bytes = new TextEncoder().encode("表記,表記,ヒョウキ,名詞\n");
  expect(readDictionaryFile(bytes)).toMatchObject({
    format: "kuromoji",
    rows: [{ line: 1, entry: { surface: "表記", reading: "ひょうき" } }],
  });
});
