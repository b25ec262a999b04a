import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * What transactions do at their end, in this order. Each step locks rows that many transactions
 * share, and keeps them until the commit: taken earlier, they would let others wait for all that
 * follows, and taken in another order, two transactions would wait for each other. The row of the
 * organization comes first (limits, workspaces), then the revision of its vocabulary, for which
 * others wait while they hold the organization, then the alert requests of organizations. The stored
 * answer comes last, because it holds what all of them have done.
 */
const STEPS = [
  "dictionaryLimit",
  "entryLimit",
  "importLimit",
  "workspaces",
  "revision",
  "webhooks",
  "alerts",
  "request",
  "answer",
] as const;

type Step = (typeof STEPS)[number];

/** A transaction that takes what is done at its end; `transactOn` begins it. */
export type WriteTransaction = Transaction<Tables> & {
  readonly atItsEnd: { step: Step; run(): Promise<void> }[];
};

/** The result is the answer to a repeated Idempotency-Key; a `provisional` one may change. */
export type Transact = <Answer>(
  work: (trx: WriteTransaction) => Promise<Answer>,
  options?: { provisional?: boolean },
) => Promise<Answer>;

export function transactOn(db: Kysely<Tables>): Transact {
  return (work) =>
    db.transaction().execute(async (begun) => {
      const trx: WriteTransaction = Object.assign(begun, { atItsEnd: [] });
      const answer = await work(trx);
      const inOrder = trx.atItsEnd.toSorted(
        (one, other) => STEPS.indexOf(one.step) - STEPS.indexOf(other.step),
      );
      for (const { run } of inOrder) await run();
      return answer;
    });
}

/**
 * Returns a function that adds values to a step of a transaction. At the end of the transaction `run`
 * gets all of them at once.
 */
export function endStep<Value>(
  step: Step,
  run: (trx: Transaction<Tables>, values: readonly Value[]) => Promise<void>,
): (trx: WriteTransaction, ...values: Value[]) => void {
  const added = new WeakMap<WriteTransaction, Value[]>();
  return (trx, ...values) => {
    const known = added.get(trx);
    if (known) {
      known.push(...values);
      return;
    }
    added.set(trx, values);
    trx.atItsEnd.push({ step, run: () => run(trx, values) });
  };
}

/** Rolls the transaction back if the request has ended by its end. */
export const unlessAborted = endStep<AbortSignal>("request", async (_, signals) => {
  for (const signal of signals) signal.throwIfAborted();
});
