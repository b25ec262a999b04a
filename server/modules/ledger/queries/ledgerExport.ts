import { sql } from "kysely";
import type { Prepare } from "../../../db/snapshot.ts";
import {
  besideLedger,
  type ContractKey,
  directed,
  type LedgerFilters,
  type LedgerRow,
  ledgerColumns,
  selectedDays,
  selectedRows,
} from "./ledgerRows.ts";

/** All selected rows in the order of the list. */
export function wholeLedger(
  contract: ContractKey,
  filters: LedgerFilters,
  direction: "asc" | "desc",
): Prepare<LedgerRow> {
  return async (trx) => {
    const order = directed[direction];
    const { rows } = await sql<{ total: number }>`
      select coalesce(sum(rows), 0)::bigint as total
      from (${selectedDays(contract, filters)}) days`.execute(trx);
    return {
      total: rows[0]?.total ?? 0,
      rows: sql<LedgerRow>`
        select ${ledgerColumns} from usage_ledger l ${besideLedger}
        where ${selectedRows(contract, filters)}
        order by l.occurred_at ${order}, l.ledger_id ${order}`,
    };
  };
}
