import { type Kysely, sql, Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

/**
 * Runs statements that join thousands of rows which the planner does not know of yet: the rows were
 * just written, and the embedded database keeps no statistics. Its nested loops would compare every
 * row with every other.
 */
export async function byHashJoins<Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (!(db instanceof Transaction)) {
    return db.transaction().execute((trx) => byHashJoins(trx, work));
  }
  await sql`set local enable_nestloop = off`.execute(db);
  const result = await work(db);
  await sql`set local enable_nestloop = on`.execute(db);
  return result;
}
