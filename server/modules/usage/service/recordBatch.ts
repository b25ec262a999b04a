import type { Transaction } from "kysely";
import {
  changingState,
  decideUsage,
  isPast,
  ownId,
  type RecordedEvent,
  type UsageEvent,
  type UsageVerdict,
} from "../../../../domain/usage/rules.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { transactOn } from "../../../db/transact.ts";
import { requestAlerts } from "../../alerts/queries/requests.ts";
import {
  coveredDays,
  dayOf,
  findReferences,
  lockCharged,
  usageDays,
} from "../queries/chargedContracts.ts";
import { findIds, giveIdsBack, lockOpenMonth, takeIds } from "../queries/eventIds.ts";
import { type EventKey, findByKey, insertEvents } from "../queries/ledger.ts";
import { addToSums } from "../queries/sums.ts";

export type BatchDeps = Pick<Deps, "db" | "now">;

interface RecordOptions {
  patient: boolean;
  onLost?: (lost: EventKey[]) => void;
}

/**
 * Decides about events and records them, all in one transaction: each verdict is final once this
 * returns. Contracts that come near a cap or reach it get their alerts evaluated. Undefined stands
 * for an event that is not decided yet, since another transaction has locked its contract or just
 * recorded its id; ask again with `patient`, which waits for the lock. `onLost` is called with ids that were
 * recorded and whose rows of the ledger are missing.
 *
 * Its statements are not prepared: a plan made while the ledger was short scans it when it is long,
 * which made reports ten times slower until the next ANALYZE.
 */
export function recordBatch(
  { db, now }: BatchDeps,
  events: readonly UsageEvent[],
  { patient, onLost = () => {} }: RecordOptions,
): Promise<(UsageVerdict | undefined)[]> {
  const days = usageDays(events);
  return transactOn(db)(async (trx) => {
    const contracts = await lockCharged(trx, days, { patient });
    const month = await lockOpenMonth(trx);
    const at = now();
    const { recorded, lost } = await findRecorded(trx, events, { at, patient });
    if (lost.length > 0) onLost(lost);
    const lostIds = new Set(lost.map(ownId));
    const isLost = (event: UsageEvent) => lostIds.has(ownId(event));
    const references = await findReferences(trx, events);
    const verdicts = decideUsage(events, { contracts, recorded, ...references, isLost, now: at });
    const isUncovered = verdicts.some(({ result }) => result === "no_contract");
    const held = !patient && isUncovered ? await coveredDays(trx, days) : new Set<string>();
    const fresh = events.flatMap((event, place) => asRecorded(event, verdicts[place]));
    const counted = await writeEvents(trx, month, fresh);
    const written = new Set(counted.map(ownId));
    const taken = new Set(fresh.map(ownId).filter((id) => !written.has(id)));
    const changing = changingState(contracts, counted);
    for (const { organizationId } of changing) requestAlerts(trx, organizationId);
    return events.map((event, place) => {
      const verdict = verdicts[place];
      const isHeld = verdict?.result === "no_contract" && held.has(dayOf(event));
      return isHeld || taken.has(ownId(event)) ? undefined : verdict;
    });
  });
}

/**
 * The recorded events that have one of these ids, and the ids that are known without a row. Those that can
 * still be reported are known by their id, also with another time; older ones by their own key, for ever;
 * and those that are tried again too, as their ids may be missing.
 */
async function findRecorded(
  trx: Transaction<Tables>,
  events: readonly UsageEvent[],
  { at, patient }: { at: Date; patient: boolean },
): Promise<{ recorded: RecordedEvent[]; lost: EventKey[] }> {
  const known = await findIds(trx, events);
  const byKey = events.filter((event) => patient || isPast(event, at));
  const recorded = await findByKey(trx, [...known, ...byKey]);
  const found = new Set(recorded.map(ownId));
  return { recorded, lost: known.filter((key) => !found.has(ownId(key))) };
}

/** Writes events to the ledger and adds them to all sums; returns those that nobody wrote meanwhile. */
export async function writeEvents(
  trx: Transaction<Tables>,
  month: string,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent[]> {
  if (events.length === 0) return [];
  const own = await takeIds(trx, month, events);
  if (own.length === 0) return [];
  const written = await insertEvents(trx, own);
  if (written.length < own.length) {
    const inserted = new Set(written);
    await giveIdsBack(
      trx,
      month,
      own.filter((event) => !inserted.has(event)),
    );
  }
  if (written.length > 0) await addToSums(trx, written);
  return written;
}

function asRecorded(event: UsageEvent, verdict: UsageVerdict | undefined): RecordedEvent[] {
  return verdict?.result === "recorded" ? [{ ...event, contractId: verdict.contractId }] : [];
}
