import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pgErrorCode } from "./errors.ts";
import { EmbeddedDatabaseError } from "./pgliteError.ts";

/** PGlite initializes any directory without PG_VERSION. Throws EmbeddedDatabaseError. */
export async function stateOfDirectory(dataDir: string): Promise<"absent" | "empty" | "filled"> {
  try {
    const names = await readdir(dataDir);
    if (names.length === 0) return "empty";
    if (names.includes("PG_VERSION")) {
      await readFile(join(dataDir, "PG_VERSION"));
      return "filled";
    }
  } catch (error) {
    const code = pgErrorCode(error);
    if (code === "ENOENT") return "absent";
    throw new EmbeddedDatabaseError(`DATA_DIR: ${dataDir} cannot be read (${code}).`);
  }
  throw new EmbeddedDatabaseError(
    `DATA_DIR: ${dataDir} is not a database (PG_VERSION is missing) and not empty; restore a backup, or move it away to start over.`,
  );
}

/** Renames the database when it is complete, so that a killed first start leaves no damaged one. */
export async function makeDirectory(
  dataDir: string,
  make: (directory: string) => Promise<void>,
): Promise<void> {
  const incomplete = `${dataDir}.incomplete`;
  await rm(incomplete, { recursive: true, force: true });
  await make(incomplete);
  await rename(incomplete, dataDir);
}

export interface PgliteOptions {
  dataDir: string;
  loadDataDir?: string;
}

export interface PgliteWorkerData extends PgliteOptions {
  isAbsent: boolean;
}

export interface PgliteHooks {
  /** Called once when the open database fails. */
  onError?: ((error: Error) => void) | undefined;
}

export type PgliteRequest =
  | { id: number; kind: "query"; sql: string; parameters: readonly unknown[] }
  | { id: number; kind: "dump" }
  | { id: number; kind: "close" };

export interface PgliteNotice {
  channel: string;
  payload: string;
}

export interface PgliteAbort {
  aborted: true;
}

/** The answer to the request with the same id; id 0 means that the database is open. */
export interface PgliteAnswer<R = unknown> {
  id: number;
  rows?: R[];
  affectedRows?: number | undefined;
  dump?: Uint8Array;
  error?: Record<string, unknown>;
}

export const int8Oid = 20;
export const int8ArrayOid = 1016;
export const dateOid = 1082;

export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of safe range: ${text}`);
  return value;
}

/** An array without nulls, as PostgreSQL writes it: {1,2}. */
export function parseInt8Array(text: string): number[] {
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(parseInt8);
}

/** Calendar dates stay text, YYYY-MM-DD, because a Date would have a time zone. */
export function parseDate(text: string): string {
  return text;
}
