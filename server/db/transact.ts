import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** The result is the answer to a repeated Idempotency-Key; a `provisional` one may change. */
export type Transact = <Answer>(
  work: (trx: Transaction<Tables>) => Promise<Answer>,
  options?: { provisional?: boolean },
) => Promise<Answer>;

export function transactOn(db: Kysely<Tables>): Transact {
  return (work) => db.transaction().execute(work);
}
