import type { UsageEvent, UsageVerdict } from "../../../../domain/usageRules.ts";
import { overloaded } from "../../../problem.ts";

/** Records a batch in one transaction; undefined for an event to try again patiently. */
type Record = (
  events: readonly UsageEvent[],
  options: { patient: boolean },
) => Promise<(UsageVerdict | undefined)[]>;

interface Waiting {
  event: UsageEvent;
  resolve(verdict: UsageVerdict): void;
  reject(error: unknown): void;
}

/** Events of one transaction, which takes some 20 ms for as many contracts. */
const BATCH = 1_000;
const MOST_WAITING = 20_000;
/** Organizations whose contracts may be waited for at once: less than half of the pool. */
const LANES_AT_ONCE = 4;

/**
 * Records the events of all requests of this process, one batch at a time: what arrives while a
 * batch is written makes up the next one, so a busy contract costs one update per batch. The events
 * of an organization whose contract is locked elsewhere wait apart, in a lane of their own.
 */
export class UsageRecorder {
  readonly #record: Record;
  readonly #waiting: Waiting[] = [];
  readonly #lanes = new Map<number, Waiting[]>();
  readonly #idleLanes: number[] = [];
  #lanesAtWork = 0;
  #count = 0;
  #isRunning = false;

  constructor(record: Record) {
    this.#record = record;
  }

  /** One verdict per event, once all are in the database. Throws 503 if too many wait. */
  record(events: readonly UsageEvent[]): Promise<UsageVerdict[]> {
    if (this.#count + events.length > MOST_WAITING) throw overloaded();
    const verdicts = events.map((event) => this.#add(event));
    void this.#run();
    return Promise.all(verdicts);
  }

  #add(event: UsageEvent): Promise<UsageVerdict> {
    this.#count += 1;
    const verdict = new Promise<UsageVerdict>((resolve, reject) => {
      this.#waiting.push({ event, resolve, reject });
    });
    return verdict.finally(() => {
      this.#count -= 1;
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, BATCH).filter((one) => !this.#joinLane(one));
      const undecided = await this.#recordSome(some, { patient: false });
      for (const one of undecided) this.#openLane(one);
    }
    this.#isRunning = false;
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
    while (lane.length > 0) {
      const undecided = await this.#recordSome(lane.splice(0, BATCH), { patient: true });
      lane.unshift(...undecided);
    }
    this.#lanes.delete(organizationId);
    this.#lanesAtWork -= 1;
    this.#runLanes();
  }

  /** Returns what is not decided. An error concerns the whole batch, of which nothing is written. */
  async #recordSome(some: Waiting[], options: { patient: boolean }): Promise<Waiting[]> {
    if (some.length === 0) return [];
    try {
      const verdicts = await this.#record(
        some.map(({ event }) => event),
        options,
      );
      return some.filter(({ resolve }, place) => {
        const verdict = verdicts[place];
        if (verdict) resolve(verdict);
        return verdict === undefined;
      });
    } catch (error) {
      for (const { reject } of some) reject(error);
      return [];
    }
  }
}
