import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "./client.ts";
import type { Tables } from "./tables.ts";

/** The rows of one query as they were at one instant, read in parts. */
export interface Snapshot<Row> {
  total: number;
  /** The next rows, at most `count`; fewer only at the end. */
  next(count: number): Promise<Row[]>;
  close(): Promise<void>;
}

/** Counts the rows and gives the query, both in the transaction of the snapshot. */
export type Prepare<Row> = (
  trx: Transaction<Tables>,
) => Promise<{ total: number; rows: RawBuilder<Row> }>;

/** Longer than any reader may pause (plugins/timeLimit.ts). */
const IDLE_MS = 120_000;

let opened = 0;

/**
 * Opens a cursor in a read-only snapshot. On PostgreSQL it occupies a connection until it is
 * closed. All requests share the one session of the embedded database, so there the cursor outlives
 * its transaction (WITH HOLD) and others take turns between two reads.
 */
export async function openSnapshot<Row>(
  { snapshots, engine }: Pick<Database, "snapshots" | "engine">,
  prepare: Prepare<Row>,
): Promise<Snapshot<Row>> {
  const isShared = engine === "pglite";
  opened += 1;
  const cursor = sql.id(`snapshot_${opened}`);
  const trx = await snapshots
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(IDLE_MS)}`.execute(trx);
    const { total, rows } = await prepare(trx);
    const hold = isShared ? sql`with hold` : sql``;
    await sql`declare ${cursor} no scroll cursor ${hold} for ${rows}`.execute(trx);
    if (isShared) await trx.commit().execute();
    const session: Kysely<Tables> = isShared ? snapshots : trx;
    return {
      total,
      next: async (count) => {
        const fetched = await sql<Row>`fetch ${sql.lit(count)} from ${cursor}`.execute(session);
        return fetched.rows;
      },
      close: async () => {
        if (isShared) await sql`close ${cursor}`.execute(snapshots);
        else await trx.rollback().execute();
      },
    };
  } catch (error) {
    await trx.rollback().execute();
    throw error;
  }
}
