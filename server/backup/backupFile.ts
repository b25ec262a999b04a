import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { z } from "zod";
import { PlainError } from "../plainError.ts";

/** A file that is no whole backup, or one that this release cannot use; the message is a sentence. */
export class BackupError extends PlainError {
  override readonly name = "BackupError";
}

/** What a backup consists of, in this order. */
const PARTS = ["database.tar", "accounts.json"] as const;
const MANIFEST = "manifest.json";

const manifest = z.object({
  format: z.literal("knowledge-insight-backup-1"),
  version: z.string(),
  migrations: z.array(z.string()).min(1),
  projectId: z.string(),
  createdAt: z.iso.datetime(),
  sha256: z.object({ "database.tar": z.string(), "accounts.json": z.string().nullable() }),
});

type About = Omit<z.infer<typeof manifest>, "format" | "sha256">;

export interface Backup {
  about: About;
  database: Uint8Array;
  /** Null where the accounts are at a real project. */
  accounts: Uint8Array | null;
}

const hex = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The bytes of the file: a tar, gzipped, that begins with its manifest. */
export function writeBackup({ about, database, accounts }: Backup): Readable {
  const content = {
    format: "knowledge-insight-backup-1",
    ...about,
    sha256: { "database.tar": hex(database), "accounts.json": accounts && hex(accounts) },
  };
  const tar = pack();
  const add = (name: string, bytes: Uint8Array) =>
    tar.entry({ name, mode: 0o600 }, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  add(MANIFEST, Buffer.from(JSON.stringify(content, null, 2)));
  add("database.tar", database);
  if (accounts) add("accounts.json", accounts);
  tar.finalize();
  const gzip = createGzip({ level: 1 });
  tar.on("error", (error) => gzip.destroy(error));
  return tar.pipe(gzip);
}

/** Reads all of a backup and proves that nothing of it is missing or changed. Throws BackupError. */
export async function readBackup(file: Readable, name: string): Promise<Backup> {
  const entries = await entriesOf(file, name);
  const read = manifest.safeParse(parsed(entries.get(MANIFEST)));
  if (!read.success) throw new BackupError(`${name} is no backup of Knowledge Insight.`);
  const { sha256: sums, format: _, ...about } = read.data;
  for (const part of PARTS) {
    const bytes = entries.get(part);
    if (sums[part] === (bytes ? hex(bytes) : null)) continue;
    throw new BackupError(`${name} is damaged: ${part} is not as it was written.`);
  }
  const database = entries.get("database.tar") ?? new Uint8Array();
  return { about, database, accounts: entries.get("accounts.json") ?? null };
}

async function entriesOf(file: Readable, name: string): Promise<Map<string, Uint8Array>> {
  const entries = new Map<string, Uint8Array>();
  const gunzip = createGunzip();
  const tar = extract();
  file.on("error", (error) => gunzip.destroy(error));
  gunzip.on("error", (error) => tar.destroy(error));
  file.pipe(gunzip).pipe(tar);
  try {
    for await (const entry of tar) entries.set(entry.header.name, await buffer(entry));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") throw new BackupError(`${name} does not exist.`);
    if (["EACCES", "EISDIR"].includes(code)) {
      throw new BackupError(`${name} cannot be read (${code}).`);
    }
    const what = entries.has(MANIFEST) ? "is damaged or cut off" : "is no backup, or is damaged";
    throw new BackupError(`${name} ${what}.`);
  }
  return entries;
}

function parsed(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  } catch {
    return undefined;
  }
}
