import { Kysely, sql } from "kysely";
import { dialectOver } from "./dialect.ts";
import type { ChannelListener, StopListening } from "./listening.ts";
import type { PgliteHooks } from "./pgliteProtocol.ts";
import { openPglite } from "./pgliteSource.ts";
import { type DatabaseLog, openPostgres } from "./postgresSource.ts";
import type { Tables } from "./tables.ts";

export type Engine = "postgres" | "pglite";

export type DatabaseTarget =
  /** `patient` turns off the statement timeout, for migrations. */
  | { kind: "postgres"; url: string; poolSize?: number; patient?: boolean }
  /** `dataDir` is a directory or ":memory:"; `loadDataDir` is a dump to fill an empty one. */
  | { kind: "pglite"; dataDir: string; loadDataDir?: string };

export interface Database {
  db: Kysely<Tables>;
  /**
   * For snapshots, which last as long as a download: connections of their own, so that slow readers
   * leave the others free. On the embedded database the same as `db`.
   */
  snapshots: Kysely<Tables>;
  engine: Engine;
  ping(): Promise<void>;
  /** Rejects if the database is unavailable. After `onLost`, listen again; messages may be lost. */
  listen(channel: string, listener: ChannelListener): Promise<StopListening>;
  close(): Promise<void>;
}

/** Connections open with the first snapshot and close when idle. */
export const MOST_SNAPSHOTS = 8;

const silent: DatabaseLog = { warn: () => {} };

/** int8 is a number, date YYYY-MM-DD; sessions run in UTC. PostgreSQL may be away at first. */
export async function openDatabase(
  target: DatabaseTarget,
  log: DatabaseLog = silent,
  hooks?: PgliteHooks,
): Promise<Database> {
  const source =
    target.kind === "pglite" ? await openPglite(target, hooks) : openPostgres(target, log);
  const db = new Kysely<Tables>({ dialect: dialectOver(source, log) });
  const apart =
    target.kind === "pglite"
      ? undefined
      : openPostgres({ url: target.url, poolSize: MOST_SNAPSHOTS }, log);
  const snapshots = apart ? new Kysely<Tables>({ dialect: dialectOver(apart, log) }) : db;
  const close = async () => {
    await Promise.all([db.destroy(), snapshots.destroy()]);
    await Promise.all([source.close(), apart?.close()]);
  };
  let closing: Promise<void> | undefined;
  return {
    db,
    snapshots,
    engine: target.kind,
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    listen: (channel, listener) => source.listen(channel, listener),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
