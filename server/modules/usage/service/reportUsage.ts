import { differenceInMilliseconds } from "date-fns";
import { minutesUsed } from "../../../../domain/contracts/rules.ts";
import { MOST_EVENTS_A_DAY } from "../../../../domain/organizations/capacity.ts";
import { addDays, tokyoDate, tokyoMidnight } from "../../../../domain/text/dates.ts";
import {
  eventsOf,
  resultsOf,
  type UsageReport,
  type UsageResults,
} from "../../../../domain/usage/events.ts";
import type { UsageTrend } from "../../../../domain/usage/schemas.ts";
import type { Deps, Service } from "../../../context.ts";
import { limitReached } from "../../../problem.ts";
import { findTrend, reserveEvents } from "../queries/usageEvents.ts";
import type { ReportHandling, UsageRecorder } from "./usageRecorder.ts";

/**
 * Records a report of finished transcripts (docs/product/usage.md#reporting-events): one result per
 * event, in its order. Without an answer nothing is certain, and the report can be sent again.
 * Throws 503 if the database is away or too many events wait, 429 if too many of an organization
 * do. What still waits once the request `isAnswered` is forgotten.
 */
export async function reportUsage(
  recorder: UsageRecorder,
  report: UsageReport,
  handling: ReportHandling = {},
): Promise<UsageResults> {
  const events = eventsOf(report);
  return resultsOf(events, await recorder.record(events, handling));
}

/** Several reports of the most events, so that few of them cost a statement. */
const AT_ONCE = 5_000;

/** What this process has reserved of a key's day and not used. */
interface Reserved {
  serviceKeyId: number;
  day: string;
  events: number;
  /** Another copy of the API cannot give any back. */
  isFull: boolean;
  asking: Promise<void> | undefined;
}

/**
 * How many events each service key may still report on a day in Tokyo. All copies of the API together
 * never take more; some thousands may be left with a copy that does not get them reported.
 */
export class EventQuota {
  readonly #deps: Pick<Deps, "db" | "now">;
  readonly #reserved = new Map<number, Reserved>();

  constructor(deps: Pick<Deps, "db" | "now">) {
    this.#deps = deps;
  }

  /**
   * Takes room for so many events of a key. Returns how to give back what was not recorded, as the same
   * events may be sent again. Throws 429 EVENT_ROOM_FULL.
   */
  async take(service: Service | null, events: number): Promise<(events: number) => void> {
    if (!service) return () => {};
    const reserved = await this.#take(service.serviceKeyId, events);
    return (lost) => {
      reserved.events += lost;
    };
  }

  async #take(serviceKeyId: number, events: number): Promise<Reserved> {
    for (;;) {
      const reserved = this.#today(serviceKeyId);
      if (reserved.events >= events) {
        reserved.events -= events;
        return reserved;
      }
      if (reserved.isFull) {
        throw limitReached("EVENT_ROOM_FULL", "eventsPerDay", this.#secondsUntilMidnight(reserved));
      }
      reserved.asking ??= this.#reserve(reserved, events).finally(() => {
        reserved.asking = undefined;
      });
      await reserved.asking;
    }
  }

  #today(serviceKeyId: number): Reserved {
    const day = tokyoDate(this.#deps.now());
    const known = this.#reserved.get(serviceKeyId);
    if (known?.day === day) return known;
    const fresh = { serviceKeyId, day, events: 0, isFull: false, asking: undefined };
    this.#reserved.set(serviceKeyId, fresh);
    return fresh;
  }

  async #reserve(reserved: Reserved, needed: number): Promise<void> {
    const events = Math.max(AT_ONCE, needed);
    const quota = { events, most: MOST_EVENTS_A_DAY };
    if (await reserveEvents(this.#deps.db, reserved, quota)) reserved.events += events;
    else reserved.isFull = true;
  }

  #secondsUntilMidnight({ day }: Reserved): number {
    const midnight = tokyoMidnight(addDays(day, 1));
    return differenceInMilliseconds(midnight, this.#deps.now()) / 1_000;
  }
}

/** What all contracts together used on each of the last days up to today in Tokyo, zeros included. */
export async function readTrend(
  { db, database, now }: Pick<Deps, "db" | "database" | "now">,
  days: number,
): Promise<UsageTrend> {
  const today = tokyoDate(now());
  const from = addDays(today, 1 - days);
  const rows = await findTrend((await database.replica()) ?? db, from, today);
  const used = new Map(rows.map((row) => [row.usage_date, row]));
  return {
    days: Array.from({ length: days }, (_, index) => {
      const date = addDays(from, index);
      const { transcript_count = 0, seconds = 0 } = used.get(date) ?? {};
      return { date, transcriptCount: transcript_count, transcriptMinutes: minutesUsed(seconds) };
    }),
  };
}
