import fc from "fast-check";
import { PARTS_OF_SPEECH } from "../../domain/entries/partsOfSpeech.ts";
import { entryCreate } from "../../domain/entries/schemas.ts";
import type { WrittenEntry } from "../../server/formats/format.ts";

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

/** Entries that keep the rules, whatever their text. */
export const writtenEntries = fc
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
  .filter((stored) => stored.length > 0);

export function aWrittenEntry(entryId: number, input: Partial<WrittenEntry> = {}): WrittenEntry {
  return {
    entryId,
    surface: `単語${entryId}`,
    reading: "たんご",
    partOfSpeech: "名詞",
    weight: 2,
    note: "",
    enabled: true,
    ...input,
  };
}
