import { type Config, ConfigError, readConfig } from "../config.ts";

/** Throws ConfigError where the database is PostgreSQL, which has programs of its own for it. */
export function readEmbeddedConfig(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env);
  if (config.database.kind === "pglite") return config;
  throw new ConfigError(
    "DATABASE_URL: PostgreSQL is backed up and restored with its own programs (docs/operations/backup.md).",
  );
}
