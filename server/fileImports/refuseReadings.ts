import type { ChosenReading } from "../../domain/imports/chosenReadings.ts";
import { importSentences } from "../../domain/imports/sentences.ts";
import { validationFailed } from "../problem.ts";

/** Throws 422 `errors.readings` if a reading was chosen for a row that has none to choose. */
export function refuseReadings<Row extends { rowNo: number }>(
  rows: readonly Row[],
  chosen: readonly ChosenReading[],
  nameToRead: (row: Row) => string | null,
): void {
  const lacking = new Set(rows.filter((row) => nameToRead(row) !== null).map(({ rowNo }) => rowNo));
  if (chosen.some(({ rowNo }) => !lacking.has(rowNo))) {
    throw validationFailed({ readings: importSentences.readingNotLacking });
  }
}
