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
import { publishUsage } from "../../../events/publishChange.ts";
import { usageEvents } from "../../../metrics/counted.ts";
import { requestAlerts } from "../../alerts/queries/alerts.ts";
import { publishReflection } from "../../vocabulary/service/reflection.ts";
import {
  addToSums,
  coveredDays,
  dayOf,
  findReferences,
  lockCharged,
  usageDays,
} from "../queries/chargedContracts.ts";
import {
  type EventKey,
  findByKey,
  findIds,
  giveIdsBack,
  insertEvents,
  lockOpenMonth,
  takeIds,
} from "../queries/usageEvents.ts";
import { UsageRecorder } from "./usageRecorder.ts";

type BatchDeps = Pick<Deps, "db" | "now">;

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
  { patient, onLost = () => {} }: { patient: boolean; onLost?: (lost: EventKey[]) => void },
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

/** How long changes of use are collected: screens follow within 2 s. */
const EVERY_MS = 500;
/** Pairs of ids in one message; PostgreSQL allows 8,000 bytes. */
const AT_ONCE = 200;

interface AnnouncerDeps extends Pick<Deps, "db"> {
  log: Pick<Deps["log"], "warn" | "error">;
}

/** The recorder of this process: it writes to the database and announces what has changed. */
export function openRecorder(deps: Pick<Deps, "now"> & AnnouncerDeps) {
  const announcer = new UsageAnnouncer(deps);
  const onLost = (lost: EventKey[]) =>
    deps.log.error(
      { events: lost.length, ...lost[0] },
      "usage events are repeated whose rows of the ledger are gone; reconcile.js names them",
    );
  const recorder = new UsageRecorder(async (events, options) => {
    const verdicts = await recordBatch(deps, events, { ...options, onLost });
    verdicts.forEach((verdict, place) => {
      const event = events[place];
      if (verdict) usageEvents.inc({ result: verdict.result });
      if (event && verdict?.result === "recorded") {
        announcer.changed(event, verdict);
      }
    });
    return verdicts;
  });
  return { recorder, close: () => announcer.close() };
}

/** Tells screens in every copy whose use has changed, at most twice a second per contract. */
class UsageAnnouncer {
  readonly #deps: AnnouncerDeps;
  readonly #changed = new Map<number, number>();
  /** Organizations with transcripts that say which words they were made with. */
  readonly #reflected = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: AnnouncerDeps) {
    this.#deps = deps;
  }

  changed(
    { organizationId, vocabularyRevision }: UsageEvent,
    { contractId }: { contractId: number },
  ): void {
    this.#changed.set(contractId, organizationId);
    if (vocabularyRevision !== null) this.#reflected.add(organizationId);
    this.#timer ??= setTimeout(() => void this.#announce(), EVERY_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #announce(): Promise<void> {
    const used = [...this.#changed].map(
      ([contract, organization]) => [organization, contract] as const,
    );
    const reflected = [...this.#reflected];
    this.#changed.clear();
    this.#reflected.clear();
    this.#timer = undefined;
    try {
      for (let from = 0; from < used.length; from += AT_ONCE) {
        await publishUsage(this.#deps.db, { used: used.slice(from, from + AT_ONCE) });
      }
      for (const organizationId of reflected)
        await publishReflection(this.#deps.db, organizationId);
    } catch (err) {
      // A browser that reconnects after the outage reads everything again.
      this.#deps.log.warn({ err }, "could not tell that use has changed");
    }
  }
}
