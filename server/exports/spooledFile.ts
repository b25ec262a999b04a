import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

/** What fits into the buffers of a connection gains nothing from a file. */
const KEPT_IN_MEMORY = 64 * 1024;

/**
 * A stream of bytes that wait in a temporary file, so that a slow reader costs no memory. The file
 * has no name once it is open: nothing is left of it when the stream or the process ends.
 */
export async function spooled(bytes: Uint8Array): Promise<Readable> {
  if (bytes.length <= KEPT_IN_MEMORY) return Readable.from([Buffer.from(bytes)]);
  const path = join(tmpdir(), `knowledge-insight-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    await file.writeFile(bytes);
    return file.createReadStream({ start: 0 });
  } catch (error) {
    await file.close();
    throw error;
  }
}
