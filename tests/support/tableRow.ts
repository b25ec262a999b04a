/** Values by column. */
export type Row = Readonly<Record<string, unknown>>;

/** A constraint: changes to `another` that it refuses, and some that it just allows. */
export interface ConstraintRow {
  refuses: readonly Row[];
  allows?: readonly Row[];
  /** Whether deleting the referenced row deletes this one; otherwise it is refused. */
  cascades?: true;
}

export interface TableRow {
  /** The rows of the table while constraints are tested. */
  stored: readonly Row[];
  /** Another valid row, with every column that has no default. */
  another: Row;
  /** Columns that may be null. */
  optional?: readonly string[];
  constraints: Readonly<Record<string, ConstraintRow>>;
}
