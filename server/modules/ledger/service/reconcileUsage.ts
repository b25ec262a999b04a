import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { transactOn, type WriteTransaction } from "../../../db/transact.ts";
import { resolveReconcileAlert } from "../../alerts/service/raiseAlerts.ts";
import { lockContract } from "../../contracts/queries/contracts.ts";
import { publishContract } from "../../contracts/service/changeContract.ts";
import {
  type Days,
  type DifferenceRow,
  differencesQuery,
  differentDays,
  EVER,
  lastOfNext,
  lockUseRow,
  writeCopies,
  writeCounters,
  writeDay,
  writeLedgerDays,
} from "../queries/differences.ts";
import {
  type LockedUse,
  type LostEvents,
  lockContractRow,
  lockUse,
} from "../queries/ledgerRows.ts";

const CONTRACTS_AT_ONCE = 500;

/** A contract whose counters, copies or daily sums are not those of contract and ledger. */
export interface UsageDifference {
  organizationId: number;
  organizationNo: string;
  contractId: number;
  /** Null if the contract has no row of counters. */
  counted: Use | null;
  ledger: Use;
  /** The dates and caps beside the counters that are not those of the contract, by their columns. */
  differentCopies: string[];
  /** How many rows of the ledger do not have the day of their instant in Tokyo. */
  misdatedRows: number;
  /** How many sums of a day and workspace differ, and the first of these days. */
  differentDays: number;
  firstDay: string | null;
  /** The first days of the months with such sums or rows. */
  differentMonths: string[];
  /** Rows that the daily sums count and the ledger lacks. */
  lostRows: number;
  /** Daily sums above the ledger in months whose sums were proven by it. */
  provenDays: number;
}

/**
 * Whether the ledger once had more than it has, so that its sums are not to be set to what is left. Of an
 * organization with lost events any difference may say so.
 */
export function isLoss(
  { organizationId, lostRows, provenDays }: UsageDifference,
  lostEvents: readonly Pick<LostEvents, "organizationId">[],
): boolean {
  const losesEvents = lostEvents.some((lost) => lost.organizationId === organizationId);
  return lostRows > 0 || provenDays > 0 || losesEvents;
}

interface Use {
  transcriptCount: number;
  seconds: number;
}

/**
 * Compares what is beside every contract with it and its ledger in parts of time, by default all of it;
 * some contracts at a time, so that memory and the length of a snapshot are bounded. Contracts may be
 * written to meanwhile, and `readFrom` may be a replica: what differs is looked at again in `db`, while
 * nobody can write to it.
 */
export async function* findDifferences(
  db: Kysely<Tables>,
  {
    readFrom = db,
    days = EVER,
    contractsAtOnce = CONTRACTS_AT_ONCE,
  }: { readFrom?: Kysely<Tables>; days?: readonly Days[]; contractsAtOnce?: number } = {},
): AsyncGenerator<UsageDifference> {
  let after = { organization_id: 0, contract_id: 0 };
  for (;;) {
    const last = await lastOfNext(readFrom, after, contractsAtOnce);
    if (!last) return;
    const rows = await compared(readFrom, differencesQuery(after, last, days));
    for (const row of rows) yield* await lookedAtAgain(db, row, days);
    after = last;
  }
}

async function lookedAtAgain(
  db: Kysely<Tables>,
  { organization_id, contract_id }: DifferenceRow,
  days: readonly Days[],
): Promise<UsageDifference[]> {
  const key = { organization_id, contract_id };
  const before = { organization_id, contract_id: contract_id - 1 };
  const query = differencesQuery(before, key, days);
  const rows = await compared(db, query, (trx) => lockUseRow(trx, key));
  return rows.map(presentDifference);
}

function compared(
  db: Kysely<Tables>,
  query: RawBuilder<DifferenceRow>,
  lock: (trx: Transaction<Tables>) => Promise<void> = async () => {},
): Promise<DifferenceRow[]> {
  return db.transaction().execute(async (trx) => {
    await lock(trx);
    // The ledger of one contract may be long.
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await query.execute(trx);
    return rows;
  });
}

function presentDifference(row: DifferenceRow): UsageDifference {
  return {
    organizationId: row.organization_id,
    organizationNo: row.organization_no,
    contractId: row.contract_id,
    counted: countedIn(row),
    ledger: { transcriptCount: row.ledger_transcript_count, seconds: row.ledger_seconds },
    differentCopies: row.different_copies,
    misdatedRows: row.misdated_rows,
    differentDays: row.different_days,
    firstDay: row.first_day,
    differentMonths: row.different_months,
    lostRows: row.lost_rows,
    provenDays: row.proven_days,
  };
}

function countedIn({ transcript_count, seconds }: DifferenceRow): Use | null {
  if (transcript_count === null || seconds === null) return null;
  return { transcriptCount: transcript_count, seconds };
}

/**
 * Writes days of the ledger, copies, daily sums and counters of a contract again, and resolves its
 * RECONCILE alert. Reports to it wait, but never for longer than the sums of one day take.
 */
export async function repairUsage(
  { db, now }: Pick<Deps, "db" | "now">,
  { organizationId, contractId }: Pick<UsageDifference, "organizationId" | "contractId">,
): Promise<void> {
  const contract = { organization_id: organizationId, contract_id: contractId };
  await db.transaction().execute(async (trx) => {
    // An edit would change contract and copies meanwhile.
    if (await lockContract(trx, contractId)) await writeCopies(trx, contract);
  });
  const days = await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await writeLedgerDays(trx, contract);
    return differentDays(trx, contract);
  });
  for (const day of days) {
    await withUseLocked(db, contractId, (trx) => writeDay(trx, contract, day));
  }
  await withUseLocked(db, contractId, async (trx, used) => {
    await writeCounters(trx, contract);
    await resolveReconcileAlert(trx, { organizationId, contractId }, now());
    const repaired = { organizationId, contractId, organizationName: used.organization_name };
    await publishContract(trx, repaired, { isAction: true });
  });
}

/** Does nothing for a contract that was deleted meanwhile, which only one without use can be. */
function withUseLocked(
  db: Kysely<Tables>,
  contractId: number,
  work: (trx: WriteTransaction, used: LockedUse) => Promise<void>,
): Promise<void> {
  return transactOn(db)(async (trx) => {
    const contract = await lockContractRow(trx, contractId);
    if (!contract) return;
    await work(trx, await lockUse(trx, contract));
  });
}
