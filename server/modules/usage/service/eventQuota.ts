import { differenceInMilliseconds } from "date-fns";
import { MOST_EVENTS_A_DAY } from "../../../../domain/organizations/capacity.ts";
import { addDays, tokyoDate, tokyoMidnight } from "../../../../domain/text/dates.ts";
import type { Deps, Service } from "../../../context.ts";
import { limitReached } from "../../../problem.ts";
import { reserveEvents } from "../queries/keyEvents.ts";

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
