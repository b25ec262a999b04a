import { readMigrations } from "./db/migrationFiles.ts";
import { packageVersion } from "./packageRoot.ts";

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
