import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readMigrations } from "./db/migrationFiles.ts";

const described = z.object({ version: z.string() });

export function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), "package.json"), "utf8");
  return described.parse(JSON.parse(text)).version;
}

/** The directory of package.json, seen from server/ and from dist/server. */
export function packageRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, "package.json"))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error("no package.json above the server's files");
    directory = parent;
  }
  return directory;
}

export interface Release {
  version: string;
  /** The last migration that this release has; the database may be ahead of it. */
  schema: string;
}

export async function readRelease(): Promise<Release> {
  const migrations = await readMigrations();
  return {
    version: packageVersion(),
    schema: migrations.at(-1)?.name.replace(/\.sql$/, "") ?? "none",
  };
}
