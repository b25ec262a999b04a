import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Runs `work` in a transaction and gives its outcome. For a request that outcome is the answer,
 * which a repeated Idempotency-Key gets again (plugins/idempotency.ts).
 *
 * `provisional`: the answer may still be made more exact after the commit; a repeat waits for that a
 * moment.
 */
export type Transact = <Answer>(
  work: (trx: Transaction<Tables>) => Promise<Answer>,
  options?: { provisional?: boolean },
) => Promise<Answer>;

/** Transactions that nobody repeats. */
export function transactOn(db: Kysely<Tables>): Transact {
  return (work) => db.transaction().execute(work);
}
