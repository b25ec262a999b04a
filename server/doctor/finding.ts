import type { Deps } from "../context.ts";
import { pgDetail } from "../db/errors.ts";

export type DoctorDeps = Pick<Deps, "config" | "database" | "db" | "identity" | "now"> & {
  log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
};

export interface Finding {
  what: string;
  /** Absent where only people can mend it. Throws what stops it. */
  mend?: () => Promise<void>;
  /** What to do instead, where `mend` is absent. */
  advice?: string;
  /** Nothing is wrong, but it has to be known. */
  isNote?: true;
}

export interface Check<Needs = DoctorDeps> {
  name: string;
  find(deps: Needs): AsyncIterable<Finding>;
}

/** In one line, with the rows that the database names. */
export function reasonNot(error: unknown): string {
  const detail = pgDetail(error);
  const message = error instanceof Error ? error.message : String(error);
  return (detail ? `${message}: ${detail}` : message).replaceAll(/\s+/g, " ").replace(/\.$/, "");
}
