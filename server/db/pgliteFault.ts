import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pgErrorCode } from "./errors.ts";

/** The embedded database cannot be used; the message is one line for the person who starts the server. */
export class EmbeddedDatabaseFault extends Error {
  override readonly name = "EmbeddedDatabaseFault";
}

/** PostgreSQL's disk_full. PGlite still reads then, but nothing can be written any more. */
const DISK_FULL = "53100";
/** A segment of the write-ahead log: without room for one, PostgreSQL panics. */
const ROOM = 16 * 1024 * 1024;

/** Where PGlite comes upon files that it cannot make sense of, it says no more than this. */
const broken = /^(Aborted\(|PGlite failed to initialize|unreachable|memory access|FS error|$)/;

/** Class XX of https://www.postgresql.org/docs/15/errcodes-appendix.html: internal error, corrupted. */
const corrupted = /^XX00/;

/** Why the database in a directory did not open. */
export function openingFault(dataDir: string, error: unknown): EmbeddedDatabaseFault {
  if (error instanceof EmbeddedDatabaseFault) return error;
  const common = commonFault(dataDir, error);
  if (common) return common;
  const reason = messageOf(error);
  return new EmbeddedDatabaseFault(
    broken.test(reason) || corrupted.test(pgErrorCode(error) ?? "")
      ? `DATA_DIR: the embedded database in ${dataDir} is damaged; restore a backup.`
      : `DATA_DIR: the embedded database in ${dataDir} cannot be used: ${reason}.`,
    { cause: error },
  );
}

/** Why a database that was open cannot go on. */
export function runningFault(dataDir: string, error: unknown): EmbeddedDatabaseFault {
  return (
    commonFault(dataDir, error) ??
    new EmbeddedDatabaseFault(
      `DATA_DIR: the embedded database in ${dataDir} has stopped: ${messageOf(error)}.`,
      { cause: error },
    )
  );
}

/** Whether an answer of the database says that there is no room left. */
export function isDiskFull(error: unknown): boolean {
  return pgErrorCode(error) === DISK_FULL;
}

function commonFault(dataDir: string, error: unknown): EmbeddedDatabaseFault | undefined {
  const code = writingFault(dataDir);
  if (isDiskFull(error) || code === "ENOSPC" || code === "EDQUOT") {
    return new EmbeddedDatabaseFault(
      `DATA_DIR: the disk of ${dataDir} is full; make room and start again.`,
      { cause: error },
    );
  }
  if (code) {
    return new EmbeddedDatabaseFault(`DATA_DIR: ${dataDir} cannot be written (${code}).`, {
      cause: error,
    });
  }
  if (pgErrorCode(error) === "ERR_WORKER_OUT_OF_MEMORY") {
    return new EmbeddedDatabaseFault(
      `DATA_DIR: the embedded database in ${dataDir} ran out of memory; start again.`,
      { cause: error },
    );
  }
  return undefined;
}

/** PGlite tells a full disk from damage nowhere, so it is tried: quotas and inodes count as well. */
function writingFault(dataDir: string): string | undefined {
  if (dataDir === ":memory:") return undefined;
  let room: string | undefined;
  try {
    room = mkdtempSync(join(dirname(dataDir), "room-"));
    writeFileSync(join(room, "room"), Buffer.alloc(ROOM));
    return undefined;
  } catch (error) {
    return pgErrorCode(error) ?? "unknown";
  } finally {
    if (room) rmSync(room, { recursive: true, force: true });
  }
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n", 1)[0] ?? "").replace(/\.$/, "");
}
