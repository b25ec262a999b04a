import { type ChangeEvent, type EventType, lockTopic, resourceTopic } from "../domain/events.ts";
import { firstTables, HELD_BY_SOMEBODY } from "./firstTables.ts";
import { type Tables, tables } from "./tables.ts";

const KEY = "ki.mocks";

/** A change as open streams of events hear it. */
export interface Change {
  organizationId: number;
  event: ChangeEvent;
}

/** What stands in the place of server and database: the records, the clock, and who listens. */
export interface World {
  tables: Tables;
  now: () => Date;
  listeners: Set<(change: Change) => void>;
}

/** The world of this tab. It outlives page loads, since each area is one; a new tab begins anew. */
export function openWorld(now: () => Date = () => new Date()): World {
  return { tables: keptTables() ?? firstTables(now()), now, listeners: new Set() };
}

/** Keeps the records for the next page load of this tab. */
export function keep(world: World): void {
  sessionStorage.setItem(KEY, JSON.stringify(world.tables));
}

/** Begins anew with the next page load. */
export function forget(): void {
  sessionStorage.removeItem(KEY);
}

/** Tells everybody who listens that a record has changed (design 3, GET /events). */
export function announce(
  { listeners }: World,
  resource: string,
  record: { organizationId: number; id: number | string },
  type: EventType,
): void {
  const topicOf = type === "locked" || type === "unlocked" ? lockTopic : resourceTopic;
  const { organizationId, id } = record;
  const event = { topic: topicOf(resource, id), type, payload: { ids: [id] } };
  for (const listener of listeners) listener({ organizationId, event });
}

/** Undefined as well where the shapes have changed since: whoever works on them begins anew. */
function keptTables(): Tables | undefined {
  const text = sessionStorage.getItem(KEY);
  const kept = text === null ? undefined : tables.safeParse(JSON.parse(text)).data;
  // The page that held the others is gone, and could tell nobody.
  return (
    kept && { ...kept, locks: kept.locks.filter((lock) => lock.lockToken === HELD_BY_SOMEBODY) }
  );
}
