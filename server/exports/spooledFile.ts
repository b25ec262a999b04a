import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

/** What fits into the buffers of a connection gains nothing from a file. */
const KEPT_IN_MEMORY = 64 * 1024;

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

  /** The bytes from the beginning; nothing can be written any more. */
  async read(): Promise<Readable> {
    if (!this.#file) return Readable.from(this.#kept);
    await this.#flush();
    return this.#file.createReadStream({ start: 0 });
  }

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
    return await spool.read();
  } catch (error) {
    await spool.discard();
    throw error;
  }
}
