import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { lastOfNext, lockUseRow } from "../../ledger/queries/differences.ts";
import type { ContractKey } from "../../ledger/queries/ledgerRows.ts";
import { type StatementDifference, statementDifferences } from "../queries/verified.ts";

const CONTRACTS_AT_ONCE = 500;

/**
 * The contracts whose statements, with what was before the first closed month and what is open, do not
 * add up to what they have used. Contracts may be written to meanwhile: what differs is looked at again
 * while nobody can write to it.
 */
export async function* findStatementDifferences(
  db: Kysely<Tables>,
): AsyncGenerator<StatementDifference> {
  let after: ContractKey = { organization_id: 0, contract_id: 0 };
  for (;;) {
    const last = await lastOfNext(db, after, CONTRACTS_AT_ONCE);
    if (!last) return;
    for (const { organization_id, contract_id } of await differences(db, after, last)) {
      const key = { organization_id, contract_id };
      yield* await differences(db, { organization_id, contract_id: contract_id - 1 }, key, key);
    }
    after = last;
  }
}

function differences(
  db: Kysely<Tables>,
  after: ContractKey,
  last: ContractKey,
  locked?: ContractKey,
): Promise<StatementDifference[]> {
  return db.transaction().execute(async (trx) => {
    if (locked) await lockUseRow(trx, locked);
    // The ledger of one contract may be long.
    await sql`set local statement_timeout = 0`.execute(trx);
    return statementDifferences(trx, after, last);
  });
}
