import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { DatabaseLog } from "./postgresSource.ts";
import type { SessionSource } from "./session.ts";
import type { Tables } from "./tables.ts";

/** A replica is some milliseconds behind; one that is further behind is not worth the wait. */
const REACHED_WITHIN_MS = 1_000;
const ASK_AGAIN_AFTER_MS = 20;
const LEFT_ALONE_MS = 5_000;

interface ReplicaParts {
  primary: Kysely<Tables>;
  db: Kysely<Tables>;
  source: SessionSource;
  log: DatabaseLog;
}

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
    const { rows } = await sql<{ position: string }>`
      select pg_current_wal_lsn()::text as position`.execute(primary);
    try {
      await this.#reach(rows[0]?.position ?? "");
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

  async close(): Promise<void> {
    await this.#parts.db.destroy();
    await this.#parts.source.close();
  }

  async #reach(position: string): Promise<void> {
    const late = new AbortController();
    const limit = pause(REACHED_WITHIN_MS, undefined, { signal: late.signal, ref: false });
    const behind = limit.then(() => {
      late.abort();
      throw new Error(`it has not reached ${position} within ${REACHED_WITHIN_MS} ms`);
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

  async #poll(position: string, signal: AbortSignal): Promise<void> {
    while (!(await this.#hasReached(position))) {
      await pause(ASK_AGAIN_AFTER_MS, undefined, { signal });
    }
  }

  /** A promoted standby, or a URL that leads to the primary, is no standby any more. */
  async #hasReached(position: string): Promise<boolean> {
    const { rows } = await sql<{ reached: boolean | null }>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
        else pg_current_wal_lsn() end >= ${position}::pg_lsn as reached`.execute(this.#parts.db);
    return rows[0]?.reached === true;
  }
}
