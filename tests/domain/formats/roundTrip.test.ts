import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DEFAULT_ENCODINGS,
  DICTIONARY_FORMATS,
  type DictionaryFormat,
  EXPORT_ENCODINGS,
  type ExportEncoding,
} from "../../../domain/dictionaryFormats.ts";
import { entryCreate } from "../../../domain/entries.ts";
import { PARTS_OF_SPEECH } from "../../../domain/partsOfSpeech.ts";
import type { WrittenEntry } from "../../../server/formats/format.ts";
import { hasPartOfSpeech } from "../../../server/formats/partsOfSpeech.ts";
import { type ReadFile, readDictionaryFile } from "../../../server/formats/readFile.ts";
import { canEncode, writeDictionaryFile } from "../../../server/formats/writeFile.ts";

/** Pieces that files, spreadsheets and encodings stumble over. */
const piece = fc.oneof(
  fc.constantFrom(
    ..."=+-@'\",;#!|:_&<>\\/ 　",
    ..."＝＋－＠“”’",
    ..."①㈱髙﨑～〜∥‖ｱﾞヴヶー",
    '""',
    "''",
    "\u{20bb7}",
    "\u{1f600}",
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
    "葛\u{e0100}",
    "か\u3099",
    "e\u0301",
    "無効",
    "表記",
    "読み",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const reading = fc.stringMatching(/^[ぁ-ゖ][ぁ-ゖー]{0,20}$/u);

const entries = fc
  .array(
    fc.record({
      surface: text,
      reading,
      partOfSpeech: fc.constantFrom(...PARTS_OF_SPEECH),
      weight: fc.constantFrom(1, 2, 3),
      note: text,
      enabled: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drafts) =>
    drafts.flatMap((draft, n): WrittenEntry[] => {
      const checked = entryCreate.safeParse(draft);
      return checked.success
        ? [
            {
              ...draft,
              surface: checked.data.surface,
              reading: checked.data.reading,
              note: checked.data.note ?? "",
              entryId: n + 1,
            },
          ]
        : [];
    }),
  )
  .filter((kept) => kept.length > 0);

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
        fc.property(entries, (all) => {
          const can = (value: string) => [...value].every((one) => canEncode(one, encoding));
          const some = all.filter((one) => can(one.surface) && can(one.note) && can(one.reading));
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
      fc.property(entries, fc.constantFrom("utf-8-bom", "utf-8", "utf-16le"), (all, encoding) => {
        const read = readDictionaryFile(writeDictionaryFile(all, format, encoding).bytes);
        expect(read).toMatchObject({ format, encoding, warning: null });
      }),
    );
  });

  test("leaves no cell that a spreadsheet would calculate", () => {
    fc.assert(
      fc.property(entries, (all) => {
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
      fc.property(entries, (all) => {
        const kept = all.filter((entry) => entry.enabled || hasDisabled);
        const file = writeDictionaryFile(all, format, DEFAULT_ENCODINGS[format]);
        const unfit = new Set(file.unfit.map(({ entryId }) => entryId));
        const written = kept.filter(({ entryId, enabled, surface }) =>
          enabled ? !unfit.has(entryId) : !/\s/u.test(surface) || format !== "kuromoji",
        );
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
