import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PlainError } from "../plainError.ts";
import { pgErrorCode } from "./errors.ts";

export class EmbeddedDatabaseError extends PlainError {
  override readonly name = "EmbeddedDatabaseError";
}

/** PostgreSQL's disk_full. PGlite can still read then, but not write. */
const DISK_FULL = "53100";
/** A segment of the write-ahead log: PostgreSQL panics without room for one. */
const PROBE_BYTES = 16 * 1024 * 1024;

/** The messages of PGlite for files that it cannot read. */
const broken = /^(Aborted\(|PGlite failed to initialize|unreachable|memory access|FS error|$)/;

/** Class XX of the PostgreSQL error codes: internal error, corrupted. */
const corrupted = /^XX00/;

export function openingError(dataDir: string, error: unknown): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  const common = resourceError(dataDir, error);
  if (common) return common;
  const reason = messageOf(error);
  return new EmbeddedDatabaseError(
    broken.test(reason) || corrupted.test(pgErrorCode(error) ?? "")
      ? `DATA_DIR: the embedded database in ${dataDir} is damaged; restore a backup.`
      : `DATA_DIR: the embedded database in ${dataDir} cannot be used: ${reason}.`,
    { cause: error },
  );
}

export function runningError(dataDir: string, error: unknown): EmbeddedDatabaseError {
  return (
    resourceError(dataDir, error) ??
    new EmbeddedDatabaseError(
      `DATA_DIR: the embedded database in ${dataDir} has stopped: ${messageOf(error)}.`,
      { cause: error },
    )
  );
}

export function isDiskFull(error: unknown): boolean {
  return pgErrorCode(error) === DISK_FULL;
}

function resourceError(dataDir: string, error: unknown): EmbeddedDatabaseError | undefined {
  const code = writeErrorCode(dataDir);
  if (isDiskFull(error) || code === "ENOSPC" || code === "EDQUOT") {
    return new EmbeddedDatabaseError(
      `DATA_DIR: the disk of ${dataDir} is full; make room and start again.`,
      { cause: error },
    );
  }
  if (code) {
    return new EmbeddedDatabaseError(`DATA_DIR: ${dataDir} cannot be written (${code}).`, {
      cause: error,
    });
  }
  if (pgErrorCode(error) === "ERR_WORKER_OUT_OF_MEMORY") {
    return new EmbeddedDatabaseError(
      `DATA_DIR: the embedded database in ${dataDir} ran out of memory; start again.`,
      { cause: error },
    );
  }
  return undefined;
}

/** PGlite does not tell a full disk from damage, so try to write. */
function writeErrorCode(dataDir: string): string | undefined {
  if (dataDir === ":memory:") return undefined;
  let probe: string | undefined;
  try {
    probe = mkdtempSync(join(dirname(dataDir), "room-"));
    writeFileSync(join(probe, "room"), Buffer.alloc(PROBE_BYTES));
    return undefined;
  } catch (error) {
    return pgErrorCode(error) ?? "unknown";
  } finally {
    if (probe) rmSync(probe, { recursive: true, force: true });
  }
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n", 1)[0] ?? "").replace(/\.$/, "");
}
