import { z } from "zod";
import { type EntryField, MOST_OPERATIONS } from "../entries/rules.ts";
import { LONGEST_CELL } from "../entries/unsavedCells.ts";
import { optionalLine } from "../text/text.ts";

const cell = optionalLine(LONGEST_CELL).optional();

/** Cells of a row that have input, as it was typed: it need not be a valid value. */
const cells = z
  .strictObject({
    surface: cell,
    reading: cell,
    partOfSpeech: cell,
    weight: cell,
    note: cell,
    enabled: cell,
  } satisfies Record<EntryField, typeof cell>)
  .meta({ id: "UnsavedCells" });

/** An unsaved row of a sheet. */
const handedRow = z
  .strictObject({
    entry: z
      .strictObject({ entryId: z.int().positive(), version: z.int(), cells })
      .nullable()
      .meta({
        description: "The entry as it was when the input of `texts` began; null for a new one.",
      }),
    texts: cells,
  })
  .meta({ id: "HandedRow" });
export type HandedRow = z.infer<typeof handedRow>;

export const handedRows = z.array(handedRow).min(1).max(MOST_OPERATIONS);
