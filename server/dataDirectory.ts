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

/** The data directory cannot be used; the message is one line for the person who starts the server. */
export class DataDirectoryError extends Error {
  override readonly name = "DataDirectoryError";
}

/** BSD's and macOS's open(2) takes the lock of flock(2) with this flag; Node has no name for it. */
const O_EXLOCK = 0x20;

const ATTEMPTS = 5;
const ATTEMPT_EVERY_MS = 100;

type Release = () => Promise<void>;

/**
 * Makes the data directory this process's own, since PGlite does not notice a second one and loses rows.
 * What holds is never a file's content but a thing that the kernel takes back when the process ends,
 * so nothing stale can be left: Linux, an abstract socket, and flock(1) where it exists, which also
 * counts between containers; macOS, the lock of the open file; Windows, a named pipe.
 * Creates the directory. Throws DataDirectoryError.
 */
export async function lockDataDirectory(directory: string): Promise<Release> {
  // A process that was killed lets go a moment later, when the last of its threads has ended.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const release = await tryLock(directory);
    if (release) return release;
    await setTimeout(ATTEMPT_EVERY_MS);
  }
  const holder = /^\d+$/m.exec(readFileSync(join(directory, "lock"), "utf8"));
  throw new DataDirectoryError(
    `DATA_DIR: ${directory} is in use by another process${holder ? ` (${holder[0]})` : ""}.`,
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
  ftruncateSync(file);
  writeSync(file, `${process.pid}\n`, 0);
  return async () => {
    closeSync(file);
    await releaseName();
  };
}

/** Undefined when another process has it, where opening takes the lock. */
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
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (bsdLock && code === "EAGAIN") return undefined;
    throw new DataDirectoryError(`DATA_DIR: ${directory} cannot be written (${code}).`);
  }
}

/** Not mkdir's own recursion, which never ends where a new directory answers ENOENT (/proc). */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  const parent = dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another process that starts at the same moment may have been quicker.
    if (!existsSync(directory)) throw error;
  }
}

/** A name that one listener only can have, derived from the directory; undefined when it is taken. */
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

/**
 * Node has no flock(2). The command takes the lock on the open file that it inherits, and this process
 * keeps it by keeping the file open. Where the command is missing, the socket alone holds.
 */
function takeFlock(file: number): boolean {
  if (platform !== "linux") return true;
  const { status } = spawnSync("flock", ["-n", "3"], {
    stdio: ["ignore", "ignore", "ignore", file],
  });
  return status !== 1;
}
