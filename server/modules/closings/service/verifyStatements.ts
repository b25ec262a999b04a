import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { CLOSING_FORM, headLines, rowLine } from "../../../../domain/closings/canonical.ts";
import {
  type ClosedMonth,
  type CountedRow,
  closingFigures,
  partOf,
  statementSum,
} from "../../../../domain/closings/rules.ts";
import { monthOf } from "../../../../domain/text/dates.ts";
import { hex } from "../../../bytes.ts";
import type { Tables } from "../../../db/tables.ts";
import { lastOfNext, lockUseRow } from "../../ledger/queries/differences.ts";
import type { ContractKey } from "../../ledger/queries/ledgerRows.ts";
import {
  closingsOfNext,
  firstRetainedDay,
  rowsUntil,
  type StatementDifference,
  type StoredClosing,
  statementDifferences,
} from "../queries/closings.ts";

const COUNTED_AT_ONCE = 500;

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
    const last = await lastOfNext(db, after, COUNTED_AT_ONCE);
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

const CONTRACTS_AT_ONCE = 100;

export interface VerifiedStatements {
  closings: number;
  /** Of them, those whose rows have been dropped with their months, of which only the chain is compared. */
  withoutRows: number;
  difference: {
    organizationId: number;
    contractId: number;
    /** YYYY-MM. */
    month: string;
    version: number;
    /** What differs, in a few words. */
    what: string;
  } | null;
}

/**
 * Recomputes figures and root of every closing from the ledger, contract by contract, and returns the
 * first difference (docs/product/closings.md#verifying).
 */
export async function verifyStatements(db: Kysely<Tables>): Promise<VerifiedStatements> {
  const verified: VerifiedStatements = { closings: 0, withoutRows: 0, difference: null };
  const firstRetained = await firstRetainedDay(db);
  let after = { organization_id: 0, contract_id: 0 };
  for (;;) {
    const closings = await closingsOfNext(db, after, CONTRACTS_AT_ONCE);
    const last = closings.at(-1);
    if (!last) return verified;
    for (const [place, closing] of closings.entries()) {
      const before = closings.slice(0, place).filter((one) => isSameContract(one, closing));
      const hasRows =
        firstRetained === null || daysOf(closing).every(({ day }) => day >= firstRetained);
      const what = chainFault(closing, before) ?? (hasRows ? await rowFault(db, closing) : null);
      if (what !== null) {
        const { organization_id: organizationId, contract_id: contractId, version } = closing;
        const month = monthOf(closing.month);
        return { ...verified, difference: { organizationId, contractId, month, version, what } };
      }
      verified.closings += 1;
      if (!hasRows) verified.withoutRows += 1;
    }
    after = last;
  }
}

const isSameContract = (one: StoredClosing, other: StoredClosing) =>
  one.organization_id === other.organization_id && one.contract_id === other.contract_id;

/** What is wrong with a closing beside those of its contract before it, whatever the ledger has. */
function chainFault(closing: StoredClosing, before: readonly StoredClosing[]): string | null {
  if (closing.form !== CLOSING_FORM) return `its form ${closing.form} is unknown`;
  const versions = before.filter(({ month }) => month === closing.month);
  if (closing.version !== versions.length + 1) return "a version before it is missing";
  const previous = before.findLast(({ month }) => month < closing.month);
  if ((previous?.month ?? null) !== closing.previous_month) {
    return "the closed month before is not the one that it names";
  }
  if (!previous) return null;
  if (previous.boundary !== closing.previous_boundary) return "the boundary before differs";
  if (!isSame(closing.previous_root, previous.root)) return "the root before differs";
  if (closing.boundary <= previous.boundary) return "its boundary is not after the one before";
  const sum = sumOf(closing);
  const isTotal =
    closing.total_transcripts === previous.total_transcripts + sum.transcripts &&
    closing.total_seconds === previous.total_seconds + sum.seconds;
  return isTotal ? null : "its total is not that before and its own sum";
}

function sumOf(closing: StoredClosing) {
  return statementSum({
    transcripts: closing.transcripts,
    seconds: closing.seconds,
    adjustments: { transcripts: closing.adjusted_transcripts, seconds: closing.adjusted_seconds },
    late: {
      transcripts: closing.late_transcripts,
      seconds: closing.late_seconds,
      events: closing.late_events,
    },
  });
}

/** What a closing keeps that does not follow from the ledger. */
async function rowFault(db: Kysely<Tables>, closing: StoredClosing): Promise<string | null> {
  const { organization_id: organizationId, contract_id: contractId } = closing;
  const month = monthOf(closing.month);
  const own: ClosedMonth = { month, boundary: closing.boundary };
  const previous =
    closing.previous_month === null || closing.previous_boundary === null
      ? null
      : { month: monthOf(closing.previous_month), boundary: closing.previous_boundary };
  const { version, boundary, form } = closing;
  const head = { organizationId, contractId, month, version, boundary, form };
  const hash = createHash("sha256").update(
    headLines(head, closing.previous_root && hex(closing.previous_root)),
  );
  const counted: CountedRow[] = [];
  for await (const row of rowsUntil(db, closing)) {
    const one = {
      ledgerId: row.ledger_id,
      usageDate: row.usage_date,
      workspaceId: row.workspace_id,
      transcripts: row.transcript_count,
      seconds: row.seconds,
    };
    if (partOf(one, own, previous) === null) continue;
    const { event_id: eventId, occurred_at: occurredAt } = row;
    hash.update(rowLine({ ...one, organizationId, contractId, eventId, occurredAt }));
    counted.push({ ...one, isAdjustment: eventId === null });
  }
  const figures = closingFigures(month, counted);
  const day = differentDay(figures.days, daysOf(closing));
  if (day !== null) return `the figures of ${day} are not those of the ledger`;
  if (!areFiguresOf(closing, figures)) return "its figures are not those of the ledger";
  return isSame(closing.root, hash.digest()) ? null : "its root is not that of the ledger";
}

function areFiguresOf(closing: StoredClosing, figures: ReturnType<typeof closingFigures>): boolean {
  const { transcripts, seconds, events, adjustments, late } = figures;
  return (
    closing.transcripts === transcripts &&
    closing.seconds === seconds &&
    closing.events === events &&
    closing.adjusted_transcripts === adjustments.transcripts &&
    closing.adjusted_seconds === adjustments.seconds &&
    closing.late_transcripts === late.transcripts &&
    closing.late_seconds === late.seconds &&
    closing.late_events === late.events
  );
}

type Days = ReturnType<typeof closingFigures>["days"];

/** The stored days, which the statement that closes has written in the form of the rules. */
const daysOf = ({ days }: StoredClosing) => days as Days;

/** The first day whose figures differ. */
function differentDay(found: Days, stored: Days): string | null {
  const textOf = ({ day, workspaceId, transcripts, seconds, adjustments }: Days[number]) =>
    [day, workspaceId, transcripts, seconds, adjustments.transcripts, adjustments.seconds].join();
  const place = Array.from({ length: Math.max(found.length, stored.length) }, (_, n) => n).find(
    (n) => {
      const [one, other] = [found[n], stored[n]];
      return !one || !other || textOf(one) !== textOf(other);
    },
  );
  if (place === undefined) return null;
  const days = [found[place]?.day, stored[place]?.day].filter((day) => day !== undefined);
  return days.sort()[0] ?? null;
}

function isSame(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && Buffer.compare(one, other) === 0;
}
