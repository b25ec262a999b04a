import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { platform } from "node:process";
import { setTimeout } from "node:timers/promises";
import { PlainError } from "../plainError.ts";

export class DataDirectoryError extends PlainError {
  override readonly name = "DataDirectoryError";
}

/** The flag of BSD and macOS that makes open(2) take the lock; Node has no constant for it. */
const O_EXLOCK = 0x20;

const ATTEMPTS = 5;
const ATTEMPT_EVERY_MS = 100;

type Release = () => Promise<void>;

/**
 * Locks the data directory for this process, since a second PGlite would lose rows. The kernel
 * releases each lock when the process ends, so none becomes stale: Linux, an abstract socket and
 * flock(1) if present (across containers); macOS, the lock of the open file; Windows, a named pipe.
 * Creates the directory. Throws DataDirectoryError.
 */
export async function lockDataDirectory(directory: string): Promise<Release> {
  // A killed process releases it only when its last thread has ended.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const release = await tryLock(directory);
    if (release) return release;
    await setTimeout(ATTEMPT_EVERY_MS);
  }
  const holder = /^\d+$/m.exec(readFileSync(join(directory, "lock"), "utf8"));
  throw new DataDirectoryError(
    `DATA_DIR: ${directory} is in use by another process${holder ? ` (${holder[0]})` : ""}. Stop it first.`,
  );
}

async function tryLock(directory: string): Promise<Release | undefined> {
  const file = openLockFile(directory);
  if (file === undefined) return undefined;
  const releaseName = await takeName(directory);
  if (!releaseName || !takeFlock(file)) {
    closeSync(file);
    await releaseName?.();
    return undefined;
  }
  const release = async () => {
    closeSync(file);
    await releaseName();
  };
  try {
    ftruncateSync(file);
    writeSync(file, `${process.pid}\n`, 0);
  } catch (error) {
    await release();
    throw notWritable(directory, error);
  }
  return release;
}

function openLockFile(directory: string): number | undefined {
  const bsdLock = platform === "darwin" || platform === "freebsd" || platform === "openbsd";
  const flags = constants.O_RDWR | constants.O_CREAT;
  try {
    makeDirectory(resolve(directory));
    return openSync(
      join(directory, "lock"),
      bsdLock ? flags | O_EXLOCK | constants.O_NONBLOCK : flags,
      0o600,
    );
  } catch (error) {
    if (bsdLock && codeOf(error) === "EAGAIN") return undefined;
    throw notWritable(directory, error);
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? error.code : undefined;

function notWritable(directory: string, error: unknown): DataDirectoryError {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new DataDirectoryError(
      `DATA_DIR: the disk of ${directory} is full; make room and start again.`,
    );
  }
  return new DataDirectoryError(`DATA_DIR: ${directory} cannot be written (${code}).`);
}

/** Not mkdir's `recursive`, which never returns where a new directory answers ENOENT (/proc). */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  const parent = dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another process that starts now may have created it.
    if (!existsSync(directory)) throw error;
  }
}

/** Takes a name derived from the directory that only one listener can have. */
function takeName(directory: string): Promise<Release | undefined> {
  const name = `knowledge-insight-${createHash("sha256").update(realpathSync(directory)).digest("hex")}`;
  if (platform !== "linux" && platform !== "win32") return Promise.resolve(async () => {});
  const path = platform === "linux" ? `\0${name}` : `\\\\.\\pipe\\${name}`;
  const server = createServer((socket) => socket.destroy());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen({ path }, () => resolve(() => new Promise((done) => server.close(() => done()))));
  });
}

/** Node has no flock(2): flock(1) locks the open file that it inherits, which we keep open. */
function takeFlock(file: number): boolean {
  if (platform !== "linux") return true;
  const { status } = spawnSync("flock", ["-n", "3"], {
    stdio: ["ignore", "ignore", "ignore", file],
  });
  return status !== 1;
}
