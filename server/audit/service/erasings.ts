import { hoursToMilliseconds } from "date-fns";
import type { Kysely } from "kysely";
import { erasedName, erasedNumbersIn } from "../../../domain/erasing/erased.ts";
import { grouped } from "../../../domain/grouped.ts";
import type { Tables } from "../../db/tables.ts";
import {
  type ErasedPersonRow,
  type ErasingEvent,
  findErasedPeople,
  findErasingEvents,
  findFirstSealedAt,
} from "../queries/erasing.ts";
import type { ErasingRecord } from "../queries/seals.ts";
import { erasedValues, RECORDED_VERSION, type SealedEvent } from "../sealHash.ts";

const OPERATIONS = ["eraseUser", "eraseOrganization"];
/** Events that a person's last requests leave are erased within an hour, and some minutes. */
const LATE_MS = hoursToMilliseconds(2);

/** An erased person, and the events of the log that say so. */
interface Erased extends Pick<ErasedPersonRow, "number" | "user_id"> {
  by: readonly ErasingEvent[];
}

/**
 * The erasings that explain values of which only a digest is left (docs/product/audit.md#erasing). One has
 * its event in the log and its row; either alone explains nothing.
 */
export class Erasings {
  readonly #people: ReadonlyMap<number, readonly Erased[]>;
  readonly #times: readonly number[];
  /** Since then, erasings record what they leave; null before the first seal of that version. */
  readonly #recordedSince: string | null;

  constructor(people: readonly Erased[], recordedSince: string | null) {
    this.#people = grouped(people.map((person) => [person.number, person]));
    this.#recordedSince = recordedSince;
    this.#times = people.flatMap(({ by }) => by.map(({ occurred_at: at }) => Date.parse(at)));
  }

  static async read(db: Kysely<Tables>): Promise<Erasings> {
    const events = await findErasingEvents(db, OPERATIONS);
    const people = (await findErasedPeople(db)).map((row) => ({
      ...row,
      by: events.filter(
        (event) => event.target_kind === row.subject_kind && event.target_id === row.subject_id,
      ),
    }));
    return new Erasings(people, await findFirstSealedAt(db, RECORDED_VERSION));
  }

  /** What is wrong with the first value of an event that has a digest; undefined if nothing is. */
  faultOf(event: SealedEvent): string | undefined {
    for (const { path, value } of erasedValues(event)) {
      const subject = `${path} of event ${event.auditEventId}`;
      const people = this.#peopleIn(event, path, value);
      if (!people) return `${subject} has a digest and is no erased value`;
      const hasRecord = event.sealedParts?.since !== undefined;
      const by = people.flatMap((person) => person.by).filter((one) => isLater(one, event));
      if (by.length === 0) return `no erasing explains that ${subject} is erased`;
      if (!hasRecord && !by.some((one) => this.#isUnrecorded(one))) {
        return `${subject} is not as the erasing left it`;
      }
    }
    return undefined;
  }

  /** Whether what an erasing leaves can have been recorded at this time: with the erasing or shortly after. */
  explainsRecord({ occurredAt }: Pick<ErasingRecord, "occurredAt">): boolean {
    const at = Date.parse(occurredAt);
    return this.#times.some((time) => Math.abs(at - time) <= LATE_MS);
  }

  /** Who was erased from a value, as far as is known; undefined where it is no erased value. */
  #peopleIn(event: SealedEvent, path: string, value: unknown): Erased[] | undefined {
    const { actorId, targetKind, targetId, actorName } = event;
    const isOwn = path === "address" || path === "userAgent";
    if (isOwn && value !== null) return undefined;
    if (path === "actorName" || isOwn) return this.#named(actorName, actorId);
    if (path === "targetName" && targetKind === "user") return this.#named(value, targetId);
    const numbers = erasedNumbersIn(JSON.stringify(value) ?? "");
    if (numbers.length === 0) return undefined;
    return numbers.flatMap((number) => this.#people.get(number) ?? []);
  }

  /** The person of this id, whose erased name the value has to be. */
  #named(value: unknown, userId: unknown): Erased[] | undefined {
    const [number] = erasedNumbersIn(String(value));
    if (number === undefined || value !== erasedName(number)) return undefined;
    return (this.#people.get(number) ?? []).filter(({ user_id: id }) => id === userId);
  }

  #isUnrecorded({ occurred_at: at }: ErasingEvent): boolean {
    return this.#recordedSince === null || at <= this.#recordedSince;
  }
}

function isLater(erasing: ErasingEvent, { auditEventId, occurredAt }: SealedEvent): boolean {
  if (erasing.audit_event_id > auditEventId) return true;
  return Date.parse(String(occurredAt)) <= Date.parse(erasing.occurred_at) + LATE_MS;
}
