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
    /** Chooses what the action needs beside the rows. */
    field?: (field: {
      value: Option | undefined;
      onChange: (value: Option) => void;
      /** Nothing is chosen, although it is wanted. */
      isMissing: boolean;
    }) => ReactNode;
  };
  danger?: boolean;
  /** Why the action leaves a row as it is; null if it changes it. */
  untouched: (row: Row) => string | null;
  run: (rows: readonly Row[], option: Option | undefined) => Promise<BulkOutcome>;
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
