/** Values by column. */
export type Row = Readonly<Record<string, unknown>>;

/** What a constraint is for: changes to `another` that it refuses, and some that lie just within. */
export interface ConstraintRow {
  refuses: readonly Row[];
  allows?: readonly Row[];
  /** Whether the row goes with the one that it refers to; otherwise that one cannot be deleted. */
  cascades?: true;
}

export interface TableRow {
  /** What the table holds while constraints are tried. */
  stored: readonly Row[];
  /** A row that fits beside them, with every column that has no default. */
  another: Row;
  /** Columns that may be null. */
  optional?: readonly string[];
  constraints: Readonly<Record<string, ConstraintRow>>;
}
