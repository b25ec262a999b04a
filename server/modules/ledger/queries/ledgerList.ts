import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Prepare } from "../../../db/snapshot.ts";
import type { Tables } from "../../../db/tables.ts";
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

interface LedgerPage {
  rows: LedgerRow[];
  total: number;
}

export async function ledgerPage(
  db: Kysely<Tables>,
  contract: ContractKey,
  query: ListQuery<"occurredAt">,
  filters: LedgerFilters,
): Promise<LedgerPage> {
  const { rows } = await ledgerPageQuery(contract, query, filters).execute(db);
  return {
    // Past the last page there is one row, which holds the total only.
    rows: rows.filter(({ ledger_id }) => ledger_id !== null),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * One statement and one snapshot. The daily sums give the total and the days of the page; within
 * them the primary key gives the rows, so that a page reads about one day's rows however long the
 * ledger is.
 */
export function ledgerPageQuery(
  contract: ContractKey,
  { page, size, sort }: ListQuery<"occurredAt">,
  filters: LedgerFilters,
): RawBuilder<LedgerRow & { total: number }> {
  const order = directed[sort.direction];
  const skip = sql`${page * size}::bigint`;
  const end = sql`${(page + 1) * size}::bigint`;
  return sql<LedgerRow & { total: number }>`
    with days as materialized (${selectedDays(contract, filters)}),
    placed as (
      select usage_date, rows,
        (sum(rows) over (order by usage_date ${order}))::bigint - rows as before
      from days
    ),
    page as (
      select shown.*
      from placed cross join lateral (
        select l.* from ledger l
        where ${selectedRows(contract, filters)}
          and l.occurred_at >= placed.usage_date::timestamp at time zone interval '9 hours'
          and l.occurred_at < (placed.usage_date + 1)::timestamp at time zone interval '9 hours'
        order by l.occurred_at ${order}, l.ledger_id ${order}
        limit ${end} - greatest(placed.before, ${skip}) offset greatest(0, ${skip} - placed.before)
      ) shown
      where placed.before < ${end} and placed.before + placed.rows > ${skip}
    )
    select counted.total, ${ledgerColumns}
    from (select coalesce(sum(rows), 0)::bigint as total from days) counted
    left join page l on true
    ${besideLedger(contract.organization_id)}
    order by l.occurred_at ${order}, l.ledger_id ${order}`;
}

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
        select ${ledgerColumns} from ledger l ${besideLedger(contract.organization_id)}
        where ${selectedRows(contract, filters)}
        order by l.occurred_at ${order}, l.ledger_id ${order}`,
    };
  };
}
