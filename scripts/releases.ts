import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { Migration } from "../server/db/migrationFiles.ts";

const FILE = new URL("../docs/operations/releases.json", import.meta.url);

const release = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  /** The migrations of its schema: checksums by file name. */
  migrations: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});
export type Release = z.infer<typeof release>;

/** All releases, the oldest first. A clone without tags has them, too. */
export function readReleases(): Release[] {
  return z
    .array(release)
    .min(1)
    .parse(JSON.parse(readFileSync(FILE, "utf8")));
}

export function writeReleases(releases: readonly Release[]): void {
  writeFileSync(FILE, `${JSON.stringify(releases, null, 2)}\n`);
}

export function lastRelease(): Release {
  const last = readReleases().at(-1);
  if (!last) throw new Error("docs/operations/releases.json names no release.");
  return last;
}

export const checksumsOf = (migrations: readonly Migration[]): Record<string, string> =>
  Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]));
