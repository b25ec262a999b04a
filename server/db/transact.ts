import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Runs `work` in a transaction. For a request, the result is the answer, which a repeated
 * Idempotency-Key gets again (plugins/idempotency.ts). With `provisional`, the answer may still
 * change after the commit, and a repeat waits a moment for it.
 */
export type Transact = <Answer>(
  work: (trx: Transaction<Tables>) => Promise<Answer>,
  options?: { provisional?: boolean },
) => Promise<Answer>;

export function transactOn(db: Kysely<Tables>): Transact {
  return (work) => db.transaction().execute(work);
}
