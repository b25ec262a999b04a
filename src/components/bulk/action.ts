import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import type { WriteProblem } from "../../writes/problem.ts";

/** Something that can be done to many rows. */
export interface BulkAction<Row extends RaRecord, Option = undefined> {
  label: string;
  /** What is asked before; without it the action needs no question. */
  question?: {
    title: string;
    body: (count: number) => string;
    hint?: string;
    /** How it names a row, where that is not as the bar does. */
    describe?: (row: Row) => readonly [name: string, detail: string];
    /** What it says of rows that it leaves out, or that prevent it, where it does not change them. */
    leaves?: (counted: string) => { untouched: string; refused: string };
    /** Chooses what the action needs beside the rows. */
    field?: (field: {
      value: Option | undefined;
      onChange: (value: Option) => void;
      /** Nothing is chosen, although it is wanted. */
      isMissing: boolean;
    }) => ReactNode;
  };
  danger?: boolean;
  /** Asks the server what it alone knows: the question is about the action that comes of it. */
  prepare?: (rows: readonly Row[]) => Promise<PreparedAction<Row, Option>>;
  /** Why the action leaves a row as it is; null if it changes it. */
  untouched: (row: Row) => string | null;
  run: (rows: readonly Row[], option: Option | undefined) => Promise<BulkOutcome>;
}

/** Neither an action nor a problem if another one was running. */
interface PreparedAction<Row extends RaRecord, Option> {
  action?: BulkAction<Row, Option>;
  problem?: WriteProblem;
}

/** What came of an action; neither a result nor a problem if another one was running. */
export interface BulkOutcome {
  result?: {
    /** A finished sentence. */
    said: string;
    /** Takes back what was done; undefined if nothing was, or it cannot be. */
    undo?: (() => Promise<BulkOutcome>) | undefined;
  };
  problem?: WriteProblem;
}
