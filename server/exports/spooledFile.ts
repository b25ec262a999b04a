import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished, Readable } from "node:stream";

/** What fits into the buffers of a connection gains nothing from a file. */
const MOST_IN_MEMORY = 64 * 1024;

const CHUNK = 64 * 1024;

/**
 * Bytes that wait for their reader; what does not fit into memory in a temporary file, so that a slow
 * reader costs no memory. The file has no name once it is open: nothing is left of it when the stream
 * or the process ends.
 */
export class SpoolWriter {
  #stored: Buffer[] = [];
  #file: FileHandle | undefined;
  #bytes = 0;
  #inMemory = 0;

  async write(part: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(part);
    this.#bytes += bytes.length;
    this.#inMemory += bytes.length;
    this.#stored.push(bytes);
    if (this.#inMemory > MOST_IN_MEMORY) await this.#flush();
  }

  /** Ends the writing, before anyone reads: readers at the same time would each write the rest. */
  async finish(): Promise<Spool> {
    if (this.#file && this.#stored.length > 0) await this.#flush();
    return new Spool(this.#bytes, this.#file ?? this.#stored);
  }

  /** Gives up what was not finished. */
  async discard(): Promise<void> {
    await this.#file?.close();
  }

  async #flush(): Promise<void> {
    this.#file ??= await openNameless();
    await writeAll(this.#file, Buffer.concat(this.#stored));
    this.#stored = [];
    this.#inMemory = 0;
  }
}

/** Bytes to which nothing is added any more. */
export class Spool {
  readonly #content: FileHandle | readonly Buffer[];

  constructor(
    readonly bytes: number,
    content: FileHandle | readonly Buffer[],
  ) {
    this.#content = content;
  }

  /** The bytes from the beginning, for any number of readers. */
  read(): Readable {
    return "read" in this.#content
      ? Readable.from(chunksOf(this.#content), { objectMode: false })
      : Readable.from(this.#content);
  }

  /** Gives up the file, after the last reader. */
  async discard(): Promise<void> {
    if ("read" in this.#content) await this.#content.close();
  }
}

/** A stream of the handle itself would leave listeners on it, one for each reader. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const { bytesRead } = await file.read(chunk, 0, CHUNK, position);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Throws TemporaryFolderFullError, or as the system does. */
export async function tryTemporaryFolder(): Promise<void> {
  const file = await openNameless();
  try {
    await writeAll(file, Buffer.alloc(CHUNK));
  } finally {
    await file.close();
  }
}

/** The folder of temporary files has no space left, on its disk or for the user of the process. */
export class TemporaryFolderFullError extends Error {
  override readonly name = "TemporaryFolderFullError";

  constructor(cause: unknown) {
    super(`no space left for temporary files in ${tmpdir()}`, { cause });
  }
}

function orFull(error: NodeJS.ErrnoException): never {
  const isFull = error.code === "ENOSPC" || error.code === "EDQUOT";
  throw isFull ? new TemporaryFolderFullError(error) : error;
}

function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  return file.writeFile(bytes).catch(orFull);
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `knowledge-insight-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600).catch(orFull);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** A stream of bytes that wait in a spool. */
export async function spooled(bytes: Uint8Array): Promise<Readable> {
  const writer = new SpoolWriter();
  try {
    await writer.write(bytes);
    const spool = await writer.finish();
    const stream = spool.read();
    finished(stream, () => void spool.discard());
    return stream;
  } catch (error) {
    await writer.discard();
    throw error;
  }
}
