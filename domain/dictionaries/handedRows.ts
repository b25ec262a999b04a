import { z } from "zod";
import { eachCell, LONGEST_CELL } from "../entries/unsavedCells.ts";
import { optionalLine } from "../text/text.ts";

/** Cells of a row that have input, as it was typed: it need not be a valid value. */
const cells = z
  .strictObject(eachCell(optionalLine(LONGEST_CELL).optional()))
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

export const handedRows = z.array(handedRow).min(1).max(200);
