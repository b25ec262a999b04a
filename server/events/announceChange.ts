import type { Kysely } from "kysely";
import type { ChangeEvent, EventType } from "../../domain/events.ts";
import { lockTopic, resourceTopic } from "../../domain/events.ts";
import { notify } from "../db/notifications.ts";
import type { Tables } from "../db/tables.ts";

/** The channel that every copy of the API listens to. */
export const CHANGES = "ki_changes";

/** A change as it travels between copies of the API; null for what only system admins see. */
export interface Change {
  organizationId: number | null;
  event: ChangeEvent;
}

/** Which record has changed, and of which organization it is. */
export interface ChangedRecord {
  organizationId: number | null;
  resource: string;
  id: number | string;
}

/**
 * Tells every copy of the API, by NOTIFY, that a record has changed. Within a transaction it is
 * heard once that commits, and never when it does not.
 */
export async function announceChange(
  db: Kysely<Tables>,
  { organizationId, resource, id }: ChangedRecord,
  type: EventType,
): Promise<void> {
  const topic =
    type === "locked" || type === "unlocked"
      ? lockTopic(resource, id)
      : resourceTopic(resource, id);
  const change: Change = { organizationId, event: { topic, type, payload: { ids: [id] } } };
  await notify(db, { channel: CHANGES, payload: JSON.stringify(change) });
}
