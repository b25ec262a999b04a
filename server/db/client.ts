import { Kysely, sql } from "kysely";
import { atMostEvery } from "../atMostEvery.ts";
import { dialectOver, RoundTrip, statementsOver } from "./dialect.ts";
import type { ChannelListener, PoolState, StopListening } from "./notifications.ts";
import type { PgliteHooks } from "./pgliteProtocol.ts";
import { openPglite } from "./pgliteSource.ts";
import { MOST_SNAPSHOTS, POOL_SIZE } from "./poolSizes.ts";
import { openPostgres } from "./postgresSource.ts";
import { runDirectly } from "./prepared.ts";
import { Replica } from "./replica.ts";
import { readClockOffset } from "./schemaState.ts";
import type { DatabaseLog } from "./session.ts";
import type { Tables } from "./tables.ts";

export type Engine = "postgres" | "pglite";

export interface PostgresTarget {
  kind: "postgres";
  url: string;
  /** Past a pooler that lends connections by the transaction; `url` leads through it. */
  directUrl?: string;
  /** Leads to a physical standby. */
  readUrl?: string;
  poolSize?: number;
  /** Turns off the timeouts, for migrations. */
  patient?: boolean;
}

/** `dataDir` is a directory or ":memory:"; `loadDataDir` is a dump to fill an empty one. */
interface PgliteTarget {
  kind: "pglite";
  dataDir: string;
  loadDataDir?: string;
}

export type DatabaseTarget = PostgresTarget | PgliteTarget;

export interface Database {
  db: Kysely<Tables>;
  /**
   * For snapshots, which last as long as a download: connections of their own, so that slow readers
   * leave the others free. On the embedded database the same as `db`.
   */
  snapshots: Kysely<Tables>;
  /**
   * The replica, once it has what was committed before the call; undefined if there is none, or
   * while it is away or behind (docs/scaling.md#read-replicas).
   */
  replica(): Promise<Kysely<Tables> | undefined>;
  engine: Engine;
  /** How far away it is. */
  roundTrip: Pick<RoundTrip, "ms" | "isFar">;
  /** Its pools of connections as they are now; the embedded database has one connection. */
  pools(): NamedPool[];
  /** The files of the embedded database as a tar; undefined for PostgreSQL. */
  dump: (() => Promise<Uint8Array>) | undefined;
  ping(): Promise<void>;
  /**
   * By how many seconds the database's clock is ahead of this machine's; asked at most every 2 s, and
   * once the clock of this machine has jumped.
   */
  clockOffset(): Promise<number>;
  /** Rejects if the database is unavailable. After `onLost`, listen again; messages may be lost. */
  listen(channel: string, listener: ChannelListener): Promise<StopListening>;
  close(): Promise<void>;
}

interface NamedPool extends PoolState {
  pool: "main" | "snapshots" | "replica";
}

const CLOCK_EVERY_MS = 2_000;

/** The replica serves downloads and short reads from one pool. */
const REPLICA_POOL_SIZE = MOST_SNAPSHOTS + 4;

const silent: DatabaseLog = { warn: () => {} };

/** int8 is a number, date YYYY-MM-DD; sessions run in UTC. PostgreSQL may be away at first. */
export async function openDatabase(
  target: DatabaseTarget,
  log: DatabaseLog = silent,
  hooks?: PgliteHooks,
): Promise<Database> {
  const { source, dump } =
    target.kind === "pglite"
      ? await openEmbedded(target, hooks)
      : { source: openPostgres({ poolSize: POOL_SIZE, ...target }, log), dump: undefined };
  const roundTrip = new RoundTrip();
  const db = new Kysely<Tables>({ dialect: dialectOver(source, log, roundTrip) });
  runDirectly(db, statementsOver(source, log, roundTrip));
  const apart =
    target.kind === "pglite"
      ? undefined
      : openPostgres({ ...target, poolSize: MOST_SNAPSHOTS, patient: false }, log);
  const snapshots = apart
    ? new Kysely<Tables>({ dialect: dialectOver(apart, log, roundTrip) })
    : db;
  const replica = replicaOf(target, db, log);
  const close = async () => {
    await Promise.all([db.destroy(), snapshots.destroy()]);
    await Promise.all([source.close(), apart?.close(), replica?.close()]);
  };
  let closing: Promise<void> | undefined;
  return {
    db,
    snapshots,
    replica: async () => replica?.upToDate(),
    engine: target.kind,
    roundTrip,
    pools: () => [
      { pool: "main", ...source.state() },
      ...(apart ? [{ pool: "snapshots" as const, ...apart.state() }] : []),
      ...(replica ? [{ pool: "replica" as const, ...replica.state() }] : []),
    ],
    dump,
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    clockOffset: atMostEvery(
      CLOCK_EVERY_MS,
      () => new Date(),
      () => readClockOffset(db),
    ),
    listen: (channel, listener) => source.listen(channel, listener),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

async function openEmbedded(target: PgliteTarget, hooks: PgliteHooks | undefined) {
  const source = await openPglite(target, hooks);
  return { source, dump: () => source.dump() };
}

function replicaOf(
  target: DatabaseTarget,
  primary: Kysely<Tables>,
  log: DatabaseLog,
): Replica | undefined {
  if (target.kind === "pglite" || target.readUrl === undefined) return undefined;
  // Where a pooler is in front of the primary, one may be in front of the replica.
  const source = openPostgres({ ...target, url: target.readUrl, poolSize: REPLICA_POOL_SIZE }, log);
  const db = new Kysely<Tables>({ dialect: dialectOver(source, log) });
  return new Replica({ primary, db, source, log });
}
