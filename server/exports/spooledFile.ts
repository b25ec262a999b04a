import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished, Readable } from "node:stream";

/** What fits into the buffers of a connection gains nothing from a file. */
const KEPT_IN_MEMORY = 64 * 1024;

const CHUNK = 64 * 1024;

/**
 * Bytes that wait for their reader; what does not fit into memory in a temporary file, so that a slow
 * reader costs no memory. The file has no name once it is open: nothing is left of it when the stream
 * or the process ends.
 */
export class Spool {
  #kept: Buffer[] = [];
  #file: FileHandle | undefined;
  #bytes = 0;
  #inMemory = 0;

  /** How many bytes were written. */
  get bytes(): number {
    return this.#bytes;
  }

  async write(part: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(part);
    this.#bytes += bytes.length;
    this.#inMemory += bytes.length;
    this.#kept.push(bytes);
    if (this.#inMemory > KEPT_IN_MEMORY) await this.#flush();
  }

  /** The bytes from the beginning, as often as they are needed; nothing is written any more. */
  async read(): Promise<Readable> {
    if (!this.#file) return Readable.from(this.#kept);
    if (this.#kept.length > 0) await this.#flush();
    return Readable.from(chunksOf(this.#file), { objectMode: false });
  }

  /** Gives up the file, after the last reader. */
  async discard(): Promise<void> {
    await this.#file?.close();
  }

  async #flush(): Promise<void> {
    this.#file ??= await openNameless();
    await this.#file.writeFile(Buffer.concat(this.#kept));
    this.#kept = [];
    this.#inMemory = 0;
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

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `knowledge-insight-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
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
  const spool = new Spool();
  try {
    await spool.write(bytes);
    const stream = await spool.read();
    finished(stream, () => void spool.discard());
    return stream;
  } catch (error) {
    await spool.discard();
    throw error;
  }
}
