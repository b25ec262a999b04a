import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { contractImportKind } from "../../../../domain/api/contractImports.ts";
import { userImportKind } from "../../../../domain/api/userImports.ts";
import type { FieldChange } from "../../../../domain/audit/schemas.ts";
import {
  type ErasedPerson,
  Eraser,
  erasedName,
  ownValue,
  searchedWords,
} from "../../../../domain/erasing/erased.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import { actAsOperation, acting } from "../../../audit/acting.ts";
import { personalValues } from "../../../audit/personalValues.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import { PLAIN_VERSION, partsWithout } from "../../../audit/sealHash.ts";
import type { Tables } from "../../../db/tables.ts";
import {
  type ErasableEvent,
  findPlainSeals,
  lockErasable,
  organizationsOf,
  type RewrittenEvent,
  rewriteEvents,
  type Sought,
} from "../queries/erasing.ts";
import { hashDay, hex } from "./seals.ts";

const PROVIDER = 0;
/** Events of the provider's log whose target is named by a file. */
const FILE_KINDS: ReadonlySet<string> = new Set([userImportKind.name, contractImportKind.name]);

export interface ErasedFromLog {
  events: number;
  /** Days sealed with version 1, of which an event tells the new root of what they hold. */
  resealedDays: number;
}

/**
 * Erases people from the audit log (docs/product/audit.md#erasing): what they did and what was done to
 * them, in every organization, and their names and addresses in all other events of `organizationId`
 * (0 for the provider) and in the names of files that the provider imported. Seals stay valid.
 */
export async function eraseFromLog(
  trx: Transaction<Tables>,
  people: readonly ErasedPerson[],
  { organizationId, readsAll }: { organizationId: number; readsAll: boolean },
): Promise<ErasedFromLog> {
  const userIds = people.flatMap(({ userId }) => userId ?? []);
  const eraser = new Eraser(people);
  // A change names a member beside the id, which is found for names that are too short to search.
  const words = [...userIds, ...people.flatMap(searchedWords)].map((word) => word.toLowerCase());
  const known = [PROVIDER, ...(await organizationsOf(trx, userIds))];
  const elsewhere = [...new Set(known)].filter((id) => id !== organizationId);
  const done: ErasedFromLog = { events: 0, resealedDays: 0 };
  for (const id of [organizationId, ...elsewhere]) {
    const isOwn = id === organizationId;
    const sought = {
      userIds,
      words: isOwn && readsAll ? null : isOwn || id === PROVIDER ? words : [],
    };
    const isMeant = ({ actorId, targetId, targetKind }: ErasableEvent) =>
      isOwn ||
      id !== PROVIDER ||
      FILE_KINDS.has(targetKind ?? "") ||
      userIds.some((userId) => userId === actorId || userId === targetId);
    const { events, days } = await eraseFromOrganization(trx, id, { sought, isMeant }, eraser);
    done.events += events;
    done.resealedDays += await reseal(trx, id, days);
  }
  return done;
}

async function eraseFromOrganization(
  trx: Transaction<Tables>,
  organizationId: number,
  { sought, isMeant }: { sought: Sought; isMeant: (event: ErasableEvent) => boolean },
  eraser: Eraser,
): Promise<{ events: number; days: string[] }> {
  const days = new Set<string>();
  let events = 0;
  let after: ErasableEvent | undefined;
  for (;;) {
    const found = await lockErasable(trx, organizationId, sought, after);
    const rewritten = found.filter(isMeant).flatMap((event) => erasedEvent(event, eraser) ?? []);
    if (rewritten.length > 0) await rewriteEvents(trx, organizationId, rewritten);
    for (const { day } of rewritten) days.add(day);
    events += rewritten.length;
    after = found.at(-1);
    if (!after) return { events, days: [...days] };
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
      before: erasedValue(change.field, change.before, { target, eraser }),
      after: erasedValue(change.field, change.after, { target, eraser }),
    })),
  };
  const [before, after] = [personalValues(event), personalValues(erased)];
  const gone = before.filter(
    ({ value }, index) => JSON.stringify(value) !== JSON.stringify(after[index]?.value),
  );
  if (gone.length === 0) return undefined;
  const salted = { ...event, salt: event.salt ?? randomUUID() };
  return {
    ...erased,
    sealedParts: partsWithout({ ...salted }, new Set(gone.map(({ path }) => path))),
    searchKey: searchKey(`${erased.actorName}\n${erased.targetName ?? ""}`),
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
  { target, eraser }: { target: ErasedPerson | undefined; eraser: Eraser },
): Value {
  const erased = eraser.field(field, value);
  return (target ? ownValue(target, field, erased) : erased) as Value;
}

/**
 * Records the new root of what the days hold that were sealed with version 1. Their seals stay, since
 * later ones follow from them and copies are kept elsewhere.
 */
async function reseal(
  trx: Transaction<Tables>,
  organizationId: number,
  days: readonly string[],
): Promise<number> {
  const seals = await findPlainSeals(trx, organizationId, days);
  if (seals.length === 0) return 0;
  const changes: FieldChange[] = [];
  for (const { day, root, previous_root: previousRoot } of seals) {
    const now = await hashDay(trx, { organizationId, day, previousRoot, version: PLAIN_VERSION });
    changes.push({ field: day, before: hex(root), after: hex(now.root) });
  }
  await actAsOperation("resealAudit", acting().actor, () =>
    recordEvent(trx, {
      organizationId,
      target: { kind: "seal", id: null, name: null },
      changes,
    }),
  );
  return seals.length;
}
