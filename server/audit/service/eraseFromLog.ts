import { randomUUID } from "node:crypto";
import { hoursToMilliseconds } from "date-fns";
import type { Kysely, Transaction } from "kysely";
import type { FieldChange } from "../../../domain/audit/schemas.ts";
import {
  type ErasedPerson,
  Eraser,
  erasedName,
  erasedNumbersIn,
  isOfPerson,
  ownValue,
} from "../../../domain/erasing/erased.ts";
import { grouped } from "../../../domain/grouped.ts";
import { hex } from "../../bytes.ts";
import type { Tables } from "../../db/tables.ts";
import { actAsOperation, acting } from "../acting.ts";
import { eventSearchKey } from "../queries/auditEvents.ts";
import {
  type ErasableEvent,
  type ErasedPersonRow,
  type ErasingEvent,
  findErasable,
  findErasedPeople,
  findErasingEvents,
  findFirstSealedAt,
  lockErasable,
  lockErasing,
  organizationsOf,
  type RewrittenEvent,
  rewriteEvents,
  type Sought,
} from "../queries/erasing.ts";
import { type ErasingRecord, findSealsOf } from "../queries/seals.ts";
import { recordEvent } from "../recordEvent.ts";
import {
  erasedValues,
  PLAIN_VERSION,
  partsWithout,
  personalValues,
  RECORDED_VERSION,
  type SealedEvent,
} from "../sealHash.ts";
import { formOf, hashDay, hashErased } from "./seals.ts";

const PROVIDER = 0;

export interface ErasedFromLog {
  events: number;
  /** Days sealed with version 1, of which only what they hold now can be proven. */
  resealedDays: number;
}

/**
 * Erases people from the audit log (docs/product/audit.md#erasing): what they did and what was done to
 * them, in every organization, and their names and addresses in all other events of `organizationId`
 * (0 for the provider) and in those of the provider about records of `kinds`; null for the former alone.
 * Seals stay valid.
 */
export async function eraseFromLog(
  trx: Transaction<Tables>,
  people: readonly ErasedPerson[],
  { organizationId, kinds }: { organizationId: number; kinds: readonly string[] | null },
): Promise<ErasedFromLog> {
  await lockErasing(trx);
  const userIds = people.flatMap(({ userId }) => userId ?? []);
  const eraser = new Eraser(people);
  const known = [PROVIDER, ...(await organizationsOf(trx, userIds))];
  const elsewhere = [...new Set(known)].filter((id) => id !== organizationId);
  const done: ErasedFromLog = { events: 0, resealedDays: 0 };
  for (const id of [organizationId, ...elsewhere]) {
    const about = kinds === null ? [] : id === organizationId ? null : id === PROVIDER ? kinds : [];
    const { events, days } = await eraseFromOrganization(
      trx,
      id,
      { userIds, kinds: about },
      eraser,
    );
    done.events += events;
    done.resealedDays += await recordErased(trx, id, days);
  }
  return done;
}

async function eraseFromOrganization(
  trx: Transaction<Tables>,
  organizationId: number,
  sought: Sought,
  eraser: Eraser,
): Promise<{ events: number; days: string[] }> {
  const days = new Set<string>();
  let events = 0;
  let after: ErasableEvent | undefined;
  for (;;) {
    const found = await findErasable(trx, organizationId, sought, after);
    after = found.at(-1);
    if (!after) return { events, days: [...days] };
    const meant = found.filter((event) => erasedEvent(event, eraser) !== undefined);
    if (meant.length === 0) continue;
    const locked = await lockErasable(trx, organizationId, meant);
    const rewritten = locked.flatMap((event) => erasedEvent(event, eraser) ?? []);
    await rewriteEvents(trx, organizationId, rewritten);
    for (const { day } of rewritten) days.add(day);
    events += rewritten.length;
  }
}

/** The event without what is known of these people; undefined where nothing is. */
function erasedEvent(event: ErasableEvent, eraser: Eraser): RewrittenEvent | undefined {
  const actor = eraser.personOf(event.actorId);
  const target = event.targetKind === "user" ? eraser.personOf(event.targetId) : undefined;
  const isNamed = event.targetKind !== "user";
  const erased = {
    ...event,
    actorName: actor ? erasedName(actor.number) : event.actorName,
    targetName: erasedTarget(event, { target, isNamed, eraser }),
    reason: event.reason === null ? null : eraser.text(event.reason),
    address: actor ? null : event.address,
    userAgent: actor ? null : event.userAgent,
    changes: event.changes.map((change) => ({
      ...change,
      before: erasedValue(change.field, change.before, { target, isNamed, eraser }),
      after: erasedValue(change.field, change.after, { target, isNamed, eraser }),
    })),
  };
  const [before, after] = [personalValues(event), personalValues(erased)];
  const removed = before.filter(
    ({ value }, index) => JSON.stringify(value) !== JSON.stringify(after[index]?.value),
  );
  if (removed.length === 0) return undefined;
  const salted = { ...event, salt: event.salt ?? randomUUID() };
  return {
    ...erased,
    sealedParts: partsWithout({ ...salted }, new Set(removed.map(({ path }) => path))),
    searchKey: eventSearchKey(erased.actorName, erased.targetName),
  };
}

/** Another user may have the same name, which is kept. */
function erasedTarget(
  { targetName }: ErasableEvent,
  {
    target,
    isNamed,
    eraser,
  }: { target: ErasedPerson | undefined; isNamed: boolean; eraser: Eraser },
): string | null {
  if (target) return targetName === null ? null : erasedName(target.number);
  return targetName !== null && isNamed ? eraser.text(targetName) : targetName;
}

type Value = ErasableEvent["changes"][number]["before"];

function erasedValue(
  field: string,
  value: Value,
  {
    target,
    isNamed,
    eraser,
  }: { target: ErasedPerson | undefined; isNamed: boolean; eraser: Eraser },
): Value {
  // Another user may have the same name.
  if (!target && !isNamed && isOfPerson(field)) return value;
  const erased = eraser.value(value);
  return (target ? ownValue(target, field, erased) : erased) as Value;
}

/**
 * Records what is left of these days, each by its root, so that nobody can change it later under the name of
 * this erasing. Seals stay, since later ones follow from them and copies are kept elsewhere. Returns the
 * number of days sealed with version 1, whose record is of all their events.
 */
async function recordErased(
  trx: Transaction<Tables>,
  organizationId: number,
  days: readonly string[],
): Promise<number> {
  if (days.length === 0) return 0;
  const seals = new Map(
    (await findSealsOf(trx, organizationId, days)).map((seal) => [seal.day, seal]),
  );
  const changes: FieldChange[] = [];
  let plain = 0;
  for (const day of days.toSorted()) {
    const seal = seals.get(day);
    const isPlain = seal?.version === PLAIN_VERSION;
    const after = isPlain
      ? hex((await hashDay(trx, formOf(seal))).root)
      : await hashErased(trx, { organizationId, day });
    changes.push({ field: day, before: seal ? hex(seal.root) : null, after });
    if (isPlain) plain += 1;
  }
  await actAsOperation("resealAudit", acting().actor, () =>
    recordEvent(trx, {
      organizationId,
      target: { kind: "seal", id: null, name: null },
      changes,
    }),
  );
  return plain;
}

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
