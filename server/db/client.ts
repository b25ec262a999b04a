import { Kysely, sql } from "kysely";
import { dialectOver } from "./dialect.ts";
import type { Hearer, StopHearing } from "./listening.ts";
import type { PgliteHooks } from "./pgliteProtocol.ts";
import { openPglite } from "./pgliteSource.ts";
import { type DatabaseLog, openPostgres } from "./postgresSource.ts";
import type { Tables } from "./tables.ts";

export type Engine = "postgres" | "pglite";

export type DatabaseTarget =
  /** `patient` waits as long as a statement takes: for migrations, which requests do not wait for. */
  | { kind: "postgres"; url: string; poolSize?: number; patient?: boolean }
  /** `dataDir` is a directory or ":memory:"; `loadDataDir` a dump that fills an empty one. */
  | { kind: "pglite"; dataDir: string; loadDataDir?: string };

export interface Database {
  db: Kysely<Tables>;
  engine: Engine;
  /** Rejects while the database does not answer. */
  ping(): Promise<void>;
  /**
   * Hears every NOTIFY on a channel. Resolves once everything that commits from now on is heard;
   * rejects while the database is away. A lost connection is told, not mended: listen anew then,
   * and take it that something was missed.
   */
  listen(channel: string, hearer: Hearer): Promise<StopHearing>;
  /** Waits for what runs, then lets go of every connection; closing twice is harmless. */
  close(): Promise<void>;
}

const silent: DatabaseLog = { warn: () => {} };

/**
 * Opens either engine behind the same Kysely: int8 arrives as number, date as YYYY-MM-DD,
 * timestamptz as Date, and sessions run in UTC. A PostgreSQL that is away is no error here:
 * its queries fail until it is back. The embedded one throws EmbeddedDatabaseFault, and tells its
 * hooks when it cannot go on.
 */
export async function openDatabase(
  target: DatabaseTarget,
  log: DatabaseLog = silent,
  hooks?: PgliteHooks,
): Promise<Database> {
  const source =
    target.kind === "pglite" ? await openPglite(target, hooks) : openPostgres(target, log);
  const db = new Kysely<Tables>({ dialect: dialectOver(source, log) });
  let closing: Promise<void> | undefined;
  return {
    db,
    engine: target.kind,
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    listen: (channel, hearer) => source.listen(channel, hearer),
    close: () => {
      closing ??= db.destroy().then(() => source.close());
      return closing;
    },
  };
}
