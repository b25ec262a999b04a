import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { ListeningSource, PoolState } from "./notifications.ts";
import type { DatabaseLog } from "./session.ts";
import type { Tables } from "./tables.ts";

/** A replica is some milliseconds behind; one that is further behind is not worth the wait. */
const REACHED_WITHIN_MS = 1_000;
const ASK_AGAIN_AFTER_MS = 20;
const LEFT_ALONE_MS = 5_000;

interface ReplicaParts {
  primary: Kysely<Tables>;
  db: Kysely<Tables>;
  source: ListeningSource;
  log: DatabaseLog;
}

/** How far the primary is, which run of a server that is, and which database of which cluster. */
interface Position {
  lsn: string;
  started: string;
  place: string;
}

/** The same for a cluster and its physical standbys. */
const place = sql<string>`(select concat_ws(' ', system_identifier, oid)
  from pg_control_system(), pg_database where datname = current_database())`;

/** A physical standby of the primary, read from while it keeps up (docs/decisions/057). */
export class Replica {
  readonly #parts: ReplicaParts;
  #leftAloneUntil = 0;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
  }

  /** Its database once it has what the primary has committed by now; undefined if it has not. */
  async upToDate(): Promise<Kysely<Tables> | undefined> {
    if (performance.now() < this.#leftAloneUntil) return undefined;
    const { primary, db, log } = this.#parts;
    const { rows } = await sql<Position>`
      select pg_current_wal_lsn()::text as lsn, pg_postmaster_start_time()::text as started,
        ${place} as place
    `.execute(primary);
    try {
      await this.#reach(rows[0]);
      return db;
    } catch (error) {
      const err = error instanceof Error ? error : new Error(String(error));
      if (performance.now() >= this.#leftAloneUntil) {
        log.warn({ err }, "the replica does not serve reads; the primary does");
      }
      this.#leftAloneUntil = performance.now() + LEFT_ALONE_MS;
      return undefined;
    }
  }

  state(): PoolState {
    return this.#parts.source.state();
  }

  async close(): Promise<void> {
    await this.#parts.db.destroy();
    await this.#parts.source.close();
  }

  async #reach(position: Position | undefined): Promise<void> {
    if (!position) throw new Error("the primary has not told its position");
    const late = new AbortController();
    const limit = pause(REACHED_WITHIN_MS, undefined, { signal: late.signal, ref: false });
    const behind = limit.then(() => {
      late.abort();
      throw new Error(`it has not reached ${position.lsn} within ${REACHED_WITHIN_MS} ms`);
    });
    const reached = this.#poll(position, late.signal);
    // The one that loses the race fails later, or is aborted.
    behind.catch(() => {});
    reached.catch(() => {});
    try {
      await Promise.race([reached, behind]);
    } finally {
      late.abort();
    }
  }

  async #poll(position: Position, signal: AbortSignal): Promise<void> {
    while (!(await this.#hasReached(position))) {
      await pause(ASK_AGAIN_AFTER_MS, undefined, { signal });
    }
  }

  /** What is no standby is the primary itself, or a former one with a history of its own. */
  async #hasReached({ lsn, started, ...own }: Position): Promise<boolean> {
    const { rows } = await sql<{ reached: boolean | null; place: string }>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn
        else pg_postmaster_start_time() = ${started}::timestamptz end as reached,
        ${place} as place
    `.execute(this.#parts.db);
    if (rows[0]?.place !== own.place) throw new Error("it is no standby of this database");
    return rows[0].reached === true;
  }
}
