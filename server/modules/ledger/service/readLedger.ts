import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ListQuery, Sort } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import { formatDate, formatDateTime, tokyoDate } from "../../../../domain/text/dates.ts";
import type { Adjustment, LedgerEntry } from "../../../../domain/usage/ledger.ts";
import {
  ledgerFile,
  ledgerKindLabels,
  ledgerLabels,
  secondsHeading,
  workspaceLabel,
} from "../../../../domain/usage/ledgerLabels.ts";
import {
  adjustmentDay,
  adjustmentErrors,
  adjustmentInstant,
} from "../../../../domain/usage/ledgerRules.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Prepare } from "../../../db/snapshot.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import type { CsvColumn, CsvFile } from "../../../exports/csvFile.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound, validationFailed } from "../../../problem.ts";
import { findContract } from "../../contracts/queries/contracts.ts";
import { publishContract } from "../../contracts/service/changeContract.ts";
import { lockAsWriter } from "../../usage/queries/usageEvents.ts";
import {
  besideLedger,
  type ContractKey,
  directed,
  insertAdjustment,
  type LedgerFilters,
  type LedgerRow,
  ledgerColumns,
  lockContractRow,
  lockUse,
  selectedDays,
  selectedRows,
} from "../queries/ledgerRows.ts";

async function ledgerPage(
  db: Kysely<Tables>,
  contract: ContractKey,
  query: ListQuery<"occurredAt">,
  filters: LedgerFilters,
): Promise<{ rows: LedgerRow[]; total: number }> {
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
function wholeLedger(
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

type Column = CsvColumn<LedgerEntry>;

const column = (field: keyof typeof ledgerLabels, value: Column["value"]): Column => ({
  label: ledgerLabels[field],
  value,
});

const columns: readonly Column[] = [
  column("ledgerId", ({ ledgerId }) => ledgerId),
  column("kind", ({ kind }) => ledgerKindLabels[kind]),
  column("usageDate", ({ usageDate }) => formatDate(usageDate)),
  column("occurredAt", ({ occurredAt }) => formatDateTime(occurredAt)),
  column("recordedAt", ({ recordedAt }) => formatDateTime(recordedAt)),
  column("workspaceId", ({ workspaceId }) => workspaceId ?? ""),
  column("workspaceName", (entry) => workspaceLabel(entry)),
  column("transcriptCount", ({ transcriptCount }) => transcriptCount),
  { label: secondsHeading, value: ({ seconds }) => seconds },
  column("eventId", ({ eventId }) => eventId ?? ""),
  column("reason", ({ reason }) => reason ?? ""),
  column("adjustedByName", ({ adjustedByName }) => adjustedByName ?? ""),
];

/**
 * The selected rows of a contract's ledger as a CSV file, as they are now
 * (docs/product/files.md#csv-of-lists). Throws 404, and OVERLOADED while too many files are being
 * downloaded.
 */
export async function exportLedger(
  { db, exports, now }: Pick<Deps, "db" | "exports" | "now">,
  contractId: number,
  { sort, ...filters }: LedgerFilters & { sort: Sort<"occurredAt"> },
): Promise<CsvFile> {
  const contract = await findContract(db, contractId);
  if (!contract) throw notFound();
  return exports.open({
    title: ledgerFile,
    asciiTitle: "ledger",
    day: tokyoDate(now()),
    columns,
    prepare: wholeLedger(contract, filters, sort.direction),
    present: presentLedgerEntry,
  });
}

/** A page of a contract's ledger; throws 404 for an unknown contract. */
export async function listLedger(
  { db }: Pick<Deps, "db">,
  contractId: number,
  query: ListQuery<"occurredAt">,
  filters: LedgerFilters,
): Promise<Page<LedgerEntry>> {
  const contract = await findContract(db, contractId);
  if (!contract) throw notFound();
  const { rows, total } = await ledgerPage(db, contract, query, filters);
  return pageAnswer(query, { content: rows.map(presentLedgerEntry), total });
}

function presentLedgerEntry(row: LedgerRow): LedgerEntry {
  return {
    ledgerId: row.ledger_id,
    kind: row.event_id === null ? "ADJUSTMENT" : "EVENT",
    eventId: row.event_id,
    occurredAt: row.occurred_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    usageDate: row.usage_date,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    transcriptCount: row.transcript_count,
    seconds: row.seconds,
    reason: row.reason,
    adjustedByName: row.adjusted_by_name,
  };
}

/**
 * Corrects what a contract has used (docs/product/usage.md#adjustments), and returns the row of the
 * ledger. It counts for today in Tokyo, moved into the contract's period up to its effective end,
 * so that sums by day and month lie in the period; `occurredAt` lies on that day, `recordedAt` is
 * now. Throws 404, and 422 with an error per figure if both are zero or a counter would leave its
 * range.
 */
export function adjustUsage(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  user: Pick<SignedIn, "userId" | "userName">,
  contractId: number,
  { transcriptCount, seconds, reason }: Adjustment,
): Promise<LedgerEntry> {
  return transact(async (trx) => {
    const contract = await lockContractRow(trx, contractId);
    if (!contract) throw notFound();
    const used = await lockUse(trx, contract);
    const errors = adjustmentErrors(
      { transcriptCount: used.transcript_count, seconds: used.seconds },
      { transcriptCount, seconds },
    );
    if (Object.keys(errors).length > 0) throw validationFailed(errors);

    const at = now();
    const term = {
      startDate: used.start_date,
      endDate: used.end_date,
      terminationDate: used.termination_date,
    };
    const usageDate = adjustmentDay(term, tokyoDate(at));
    const row = {
      ...contract,
      occurred_at: adjustmentInstant(usageDate, at),
      usage_date: usageDate,
      transcript_count: transcriptCount,
      seconds,
      recorded_at: at,
      reason,
      adjusted_by: user.userId,
    };
    await lockAsWriter(trx);
    const { ledger_id } = await insertAdjustment(trx, row);
    const adjusted = {
      organizationId: contract.organization_id,
      contractId,
      organizationName: used.organization_name,
    };
    const counts = { transcriptCount, seconds };
    await publishContract(trx, adjusted, { counts, reason, isAction: true });
    return presentLedgerEntry({
      ...row,
      ledger_id,
      event_id: null,
      workspace_id: null,
      workspace_name: null,
      adjusted_by_name: user.userName,
    });
  });
}
