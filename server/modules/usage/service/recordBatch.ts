import {
  changingState,
  decideUsage,
  type RecordedEvent,
  type UsageEvent,
  type UsageVerdict,
} from "../../../../domain/usage/rules.ts";
import type { Deps } from "../../../context.ts";
import { requestAlerts } from "../../alerts/service/requestAlerts.ts";
import { coveredDays, dayOf, lockCharged, usageDays } from "../queries/chargedContracts.ts";
import { findEvents, writeEvents } from "../queries/ledger.ts";

export type BatchDeps = Pick<Deps, "db" | "now">;

/**
 * Decides about events and records them, all in one transaction: each verdict is final once this
 * returns. Contracts that come near a cap or reach it get their alerts evaluated. Undefined stands
 * for an event that is not decided yet, since another transaction has locked its contract or just
 * recorded its id; ask again with `patient`, which waits for the lock.
 *
 * Its statements are not prepared: a plan made while the ledger was short scans it when it is long,
 * which made reports ten times slower until the next ANALYZE.
 */
export function recordBatch(
  { db, now }: BatchDeps,
  events: readonly UsageEvent[],
  { patient }: { patient: boolean },
): Promise<(UsageVerdict | undefined)[]> {
  const days = usageDays(events);
  return db.transaction().execute(async (trx) => {
    const contracts = await lockCharged(trx, days, { patient });
    const { recorded, withWorkspace, withRevision } = await findEvents(trx, events);
    const hasWorkspace = (event: UsageEvent) => withWorkspace.has(event);
    const hasRevision = (event: UsageEvent) => withRevision.has(event);
    const facts = { contracts, recorded, hasWorkspace, hasRevision, now: now() };
    const verdicts = decideUsage(events, facts);
    const isUncovered = verdicts.some(({ result }) => result === "no_contract");
    const held = !patient && isUncovered ? await coveredDays(trx, days) : new Set<string>();
    const fresh = events.flatMap((event, place) => asRecorded(event, verdicts[place]));
    const written = fresh.length > 0 ? await writeEvents(trx, fresh) : new Set<string>();
    const taken = new Set(
      fresh.map(({ eventId }) => eventId).filter((eventId) => !written.has(eventId)),
    );
    const counted = fresh.filter(({ eventId }) => written.has(eventId));
    const changing = changingState(contracts, counted);
    await requestAlerts(trx, [...new Set(changing.map(({ organizationId }) => organizationId))]);
    return events.map((event, place) => {
      const verdict = verdicts[place];
      const isHeld = verdict?.result === "no_contract" && held.has(dayOf(event));
      return isHeld || taken.has(event.eventId) ? undefined : verdict;
    });
  });
}

function asRecorded(event: UsageEvent, verdict: UsageVerdict | undefined): RecordedEvent[] {
  return verdict?.result === "recorded" ? [{ ...event, contractId: verdict.contractId }] : [];
}
