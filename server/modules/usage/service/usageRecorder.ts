import type { UsageEvent, UsageVerdict } from "../../../../domain/usage/rules.ts";
import { requestsShed } from "../../../metrics/counted.ts";
import { limitReached } from "../../../problem.ts";

/** Records a batch in one transaction; undefined for an event to try again patiently. */
type Record = (
  events: readonly UsageEvent[],
  options: { patient: boolean },
) => Promise<(UsageVerdict | undefined)[]>;

export interface ReportHandling {
  /** Whether the request has been answered, so that no verdict is read any more. */
  isAnswered?: () => boolean;
  /** Called with the number of events that were not recorded, once that is certain. */
  onLost?: (events: number) => void;
}

interface Waiting {
  event: UsageEvent;
  /** Whether its request has been answered, so that the verdict is not read any more. */
  isAnswered(): boolean;
  resolve(verdict: UsageVerdict): void;
  reject(error: unknown): void;
}

/** Events of one transaction, which takes some 20 ms for as many contracts. */
const BATCH = 1_000;
const MOST_WAITING = 20_000;
const MOST_OF_ORGANIZATION = 4_000;
const AGAIN_AFTER_SECONDS = 2;
/** Organizations whose contracts may be waited for at once: a third of the pool. */
const LANES_AT_ONCE = 4;

/**
 * Records the events of all requests of this process, one batch at a time: what arrives while a
 * batch is written makes up the next one, so a busy contract costs one update per batch.
 * Organizations take turns. The events of one whose contract is locked elsewhere wait apart, in a
 * lane of their own.
 */
export class UsageRecorder {
  readonly #record: Record;
  /** What waits for a batch, by organization, in the order of their turns. */
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #lanes = new Map<number, Waiting[]>();
  readonly #idleLanes: number[] = [];
  #lanesAtWork = 0;
  readonly #counts = new Map<number, number>();
  #count = 0;
  #isRunning = false;

  constructor(record: Record) {
    this.#record = record;
  }

  /**
   * One verdict per event, once all are in the database. Events whose request `isAnswered` by then
   * are forgotten. Throws 429 if too many of an organization wait, 503 if too many in all.
   */
  record(
    events: readonly UsageEvent[],
    { isAnswered = () => false, onLost = () => {} }: ReportHandling = {},
  ): Promise<UsageVerdict[]> {
    try {
      this.#refuseTooMany(events);
    } catch (error) {
      onLost(events.length);
      throw error;
    }
    const verdicts = events.map((event) => this.#add(event, isAnswered));
    for (const verdict of verdicts) verdict.catch(() => onLost(1));
    void this.#run();
    return Promise.all(verdicts);
  }

  #refuseTooMany(events: readonly UsageEvent[]): void {
    if (this.#count + events.length > MOST_WAITING) {
      requestsShed.inc({ reason: "events_of_all" });
      throw limitReached("OVERLOADED", "waitingEvents", AGAIN_AFTER_SECONDS);
    }
    const counts = new Map<number, number>();
    for (const { organizationId } of events) {
      const count = (counts.get(organizationId) ?? this.#countOf(organizationId)) + 1;
      if (count > MOST_OF_ORGANIZATION) {
        requestsShed.inc({ reason: "events_of_organization" });
        throw limitReached("TOO_MANY_AT_ONCE", "waitingEvents", AGAIN_AFTER_SECONDS);
      }
      counts.set(organizationId, count);
    }
  }

  #countOf(organizationId: number): number {
    return this.#counts.get(organizationId) ?? 0;
  }

  #add(event: UsageEvent, isAnswered: () => boolean): Promise<UsageVerdict> {
    const { organizationId } = event;
    this.#changeCount(organizationId, 1);
    const verdict = new Promise<UsageVerdict>((resolve, reject) => {
      append(this.#waiting, organizationId, { event, isAnswered, resolve, reject });
    });
    return verdict.finally(() => this.#changeCount(organizationId, -1));
  }

  #changeCount(organizationId: number, by: 1 | -1): void {
    const count = this.#countOf(organizationId) + by;
    if (count > 0) this.#counts.set(organizationId, count);
    else this.#counts.delete(organizationId);
    this.#count += by;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      const some = this.#nextBatch().filter((one) => !this.#joinLane(one));
      const undecided = await this.#recordSome(some, { patient: false });
      for (const one of undecided) this.#openLane(one);
    }
    this.#isRunning = false;
  }

  /**
   * The same share of each organization that has so many; who got its share is the last next time.
   */
  #nextBatch(): Waiting[] {
    const batch: Waiting[] = [];
    while (this.#waiting.size > 0 && batch.length < BATCH) {
      const share = Math.ceil((BATCH - batch.length) / this.#waiting.size);
      for (const [organizationId, waiting] of [...this.#waiting]) {
        batch.push(...waiting.splice(0, Math.min(share, BATCH - batch.length)));
        this.#waiting.delete(organizationId);
        if (waiting.length > 0) this.#waiting.set(organizationId, waiting);
        if (batch.length === BATCH) break;
      }
    }
    return batch;
  }

  #joinLane(one: Waiting): boolean {
    const lane = this.#lanes.get(one.event.organizationId);
    lane?.push(one);
    return lane !== undefined;
  }

  #openLane(one: Waiting): void {
    if (this.#joinLane(one)) return;
    const { organizationId } = one.event;
    this.#lanes.set(organizationId, [one]);
    this.#idleLanes.push(organizationId);
    this.#runLanes();
  }

  #runLanes(): void {
    while (this.#lanesAtWork < LANES_AT_ONCE) {
      const organizationId = this.#idleLanes.shift();
      if (organizationId === undefined) return;
      void this.#runLane(organizationId);
    }
  }

  async #runLane(organizationId: number): Promise<void> {
    this.#lanesAtWork += 1;
    const lane = this.#lanes.get(organizationId) ?? [];
    // What stands behind a lock that was not free in time would only wait for it again.
    const rejectRest = (error: unknown) => {
      for (const { reject } of lane.splice(0)) reject(error);
    };
    while (lane.length > 0) {
      const some = lane.splice(0, BATCH);
      lane.unshift(...(await this.#recordSome(some, { patient: true }, rejectRest)));
    }
    this.#lanes.delete(organizationId);
    this.#lanesAtWork -= 1;
    this.#runLanes();
  }

  /**
   * Returns what is not decided. An error concerns the whole batch, of which nothing is written.
   */
  async #recordSome(
    some: readonly Waiting[],
    options: { patient: boolean },
    onError: (error: unknown) => void = () => {},
  ): Promise<Waiting[]> {
    const wanted = some.filter((one) => !one.isAnswered());
    for (const one of some) {
      if (one.isAnswered())
        one.reject(limitReached("OVERLOADED", "waitingEvents", AGAIN_AFTER_SECONDS));
    }
    if (wanted.length === 0) return [];
    try {
      const verdicts = await this.#record(
        wanted.map(({ event }) => event),
        options,
      );
      return wanted.filter(({ resolve }, place) => {
        const verdict = verdicts[place];
        if (verdict) resolve(verdict);
        return verdict === undefined;
      });
    } catch (error) {
      for (const { reject } of wanted) reject(error);
      onError(error);
      return [];
    }
  }
}

function append(lists: Map<number, Waiting[]>, key: number, one: Waiting): void {
  const list = lists.get(key);
  if (list) list.push(one);
  else lists.set(key, [one]);
}
