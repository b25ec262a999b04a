import type { UsageEvent } from "../../../../domain/usage/rules.ts";
import type { Deps } from "../../../context.ts";
import { publishUsage } from "../../../events/publishChange.ts";
import { usageEvents } from "../../../metrics/counted.ts";
import { publishReflection } from "../../vocabulary/service/publishReflection.ts";
import type { EventKey } from "../queries/ledger.ts";
import { recordBatch } from "./recordBatch.ts";
import { UsageRecorder } from "./usageRecorder.ts";

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
