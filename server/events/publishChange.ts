import type { Kysely } from "kysely";
import type { ChangeEvent, EventType } from "../../domain/events.ts";
import { lockTopic, resourceTopic } from "../../domain/events.ts";
import { notify } from "../db/notifications.ts";
import type { Tables } from "../db/tables.ts";

export const CHANGES = "ki_changes";

/**
 * Contracts whose use has changed, as pairs of organization and contract: one message for many, since
 * use changes far more often than anything else.
 */
export interface UsageChange {
  used: (readonly [organizationId: number, contractId: number])[];
}

/** A change as sent between copies of the API; organizationId is null for system admins only. */
export interface Change {
  organizationId: number | null;
  event: ChangeEvent;
}

export interface ChangedRecord {
  organizationId: number | null;
  resource: string;
  id: number | string;
}

/** Publishes a change to every copy of the API when the transaction commits (NOTIFY). */
export async function publishChange(
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

/** Publishes at once, outside of any transaction: a lost message costs a screen one update. */
export async function publishUsage(db: Kysely<Tables>, change: UsageChange): Promise<void> {
  await notify(db, { channel: CHANGES, payload: JSON.stringify(change) });
}
