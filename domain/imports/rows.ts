/** A row of a file of people or contracts. Without a reason its cells are as records have them. */
export interface StagedRow<Field extends string> {
  rowNo: number;
  line: number;
  cells: Partial<Record<Field, string>>;
  reason: string | null;
  /** The fields that the reason is about. */
  wrong: Field[];
}

/** Why a row of a file is refused, and the fields whose cells it is about. */
export interface Fault<Field extends string> {
  reason: string;
  wrong: Field[];
}

export const fault = <Field extends string>(reason: string, ...wrong: Field[]): Fault<Field> => ({
  reason,
  wrong,
});

/** Several as one, with each sentence and each field once. */
export function allFaults<Field extends string>(faults: readonly Fault<Field>[]): Fault<Field> {
  return {
    reason: [...new Set(faults.map(({ reason }) => reason))].join(""),
    wrong: [...new Set(faults.flatMap(({ wrong }) => wrong))],
  };
}

/** Whether the outcome of a step is that the row is refused. */
export function isFault<Field extends string, Outcome>(
  outcome: Outcome | Fault<Field>,
): outcome is Fault<Field> {
  return typeof outcome === "object" && outcome !== null && "reason" in outcome;
}

/** A row of which an import makes nothing. */
export function refusedRow<Field extends string>(row: StagedRow<Field>, refusal: Fault<Field>) {
  const { rowNo, line, cells } = row;
  return { rowNo, line, cells, verdict: "ERROR" as const, ...refusal, before: null, after: null };
}

/** A reading that somebody chose for a row of a file that states none. */
export interface ChosenReading {
  rowNo: number;
  reading: string;
}

/** What a check says of a row: the name whose reading neither the file nor the record has; null for others. */
interface CheckedRow {
  rowNo: number;
  verdict: string;
  nameToRead: string | null;
}

/** The rows of a file as they would be if they stated the chosen readings. */
export function withReadings<
  Field extends string,
  Row extends { rowNo: number; cells: Partial<Record<Field, string>> },
>(rows: readonly Row[], chosen: readonly ChosenReading[], field: Field): Row[] {
  const readings = new Map(chosen.map(({ rowNo, reading }) => [rowNo, reading]));
  return rows.map((row) => {
    const reading = readings.get(row.rowNo);
    return reading === undefined ? row : { ...row, cells: { ...row.cells, [field]: reading } };
  });
}

/** The chosen readings of rows that a check offers them for. */
export function chosenOf(
  rows: readonly CheckedRow[],
  chosen: ReadonlyMap<number, string>,
): ChosenReading[] {
  return rows.flatMap(({ rowNo, nameToRead }) => {
    const reading = nameToRead === null ? undefined : chosen.get(rowNo);
    return reading === undefined ? [] : [{ rowNo, reading }];
  });
}

/** A check as it is with the chosen readings: they make an update of a row that changed nothing. */
export function checkedWith<
  Row extends CheckedRow,
  Check extends { rows: readonly Row[]; counts: { update: number; unchanged: number } },
>(
  check: Check & { rows: readonly Row[] },
  chosen: ReadonlyMap<number, string>,
  read: (row: Row, reading: string) => Row,
): Check {
  const readings = new Map(chosenOf(check.rows, chosen).map((one) => [one.rowNo, one.reading]));
  if (readings.size === 0) return check;
  let changed = 0;
  const rows = check.rows.map((row) => {
    const reading = readings.get(row.rowNo);
    if (reading === undefined) return row;
    if (row.verdict !== "UNCHANGED") return read(row, reading);
    changed += 1;
    return { ...read(row, reading), verdict: "UPDATE" };
  });
  const { update, unchanged } = check.counts;
  const counts = { ...check.counts, update: update + changed, unchanged: unchanged - changed };
  return { ...check, rows, counts };
}
