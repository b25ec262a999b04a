import type { Kysely, Transaction } from "kysely";
import type { z } from "zod";
import { changesBetween } from "../../domain/audit/changes.ts";
import type { AuditedKind, AuditedRecord } from "../../domain/audit/kinds.ts";
import type { FieldChange } from "../../domain/audit/schemas.ts";
import type { ChangeEvent, EventType } from "../../domain/events.ts";
import { lockTopic, resourceTopic } from "../../domain/events.ts";
import { recordEvent } from "../audit/recordEvent.ts";
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

/**
 * A record before and after a write: `before` is null for a new one, `after` for a deleted one. Both
 * are missing where only `parts` changed, or nothing that fields show.
 */
export interface ChangedRecord<Schema extends z.ZodObject> {
  kind: AuditedKind<Schema>;
  organizationId: number | null;
  id: number | string;
  /** What people know the record by, at this time. */
  name: string;
  before?: AuditedRecord<Schema> | null;
  after?: AuditedRecord<Schema> | null;
  /** What changed in parts of the record that the record itself does not hold. */
  parts?: readonly FieldChange[] | undefined;
  counts?: Readonly<Record<string, number>> | undefined;
  reason?: string | undefined;
  /** What was done is an event although no field shows it, such as a mail that was sent again. */
  isAction?: boolean | undefined;
}

/**
 * Publishes a change to every copy of the API when the transaction commits (NOTIFY), and writes its
 * audit event. A write that changes no logged field is published alone.
 */
export async function publishChange<Schema extends z.ZodObject>(
  trx: Transaction<Tables>,
  change: ChangedRecord<Schema>,
): Promise<void> {
  const { kind, organizationId, id, name, before, after, parts = [], isAction = false } = change;
  const type = before === null ? "created" : after === null ? "deleted" : "updated";
  await publishUnlogged(trx, { organizationId, resource: kind.resource, id }, type);
  const changes = [...changesBetween(kind, before ?? null, after ?? null), ...parts];
  if (changes.length === 0 && type === "updated" && !isAction) return;
  const { counts, reason } = change;
  await recordEvent(trx, {
    organizationId,
    target: { kind: kind.name, id, name },
    changes,
    counts,
    reason,
  });
}

export interface UnloggedRecord {
  organizationId: number | null;
  resource: string;
  id: number | string;
}

/**
 * Publishes what is no event of the audit log: what follows from other records, and what is held
 * for minutes only.
 */
export async function publishUnlogged(
  db: Kysely<Tables>,
  { organizationId, resource, id }: UnloggedRecord,
  type: EventType,
): Promise<void> {
  const topic =
    type === "locked" || type === "unlocked"
      ? lockTopic(resource, id)
      : resourceTopic(resource, id);
  const change: Change = { organizationId, event: { topic, type, payload: { ids: [id] } } };
  await notify(db, { channel: CHANGES, payload: JSON.stringify(change) });
}

/** The most ids of one notice, which has at most 8,000 bytes. */
const MOST_IDS = 300;

/** The same of many records of a resource, by as few notices as they fit into. */
export async function publishMany(
  db: Kysely<Tables>,
  {
    organizationId,
    resource,
    ids,
  }: Pick<UnloggedRecord, "organizationId" | "resource"> & {
    ids: readonly number[];
  },
  type: EventType,
): Promise<void> {
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const payload = { ids: ids.slice(from, from + MOST_IDS) };
    const change: Change = {
      organizationId,
      event: { topic: resourceTopic(resource), type, payload },
    };
    await notify(db, { channel: CHANGES, payload: JSON.stringify(change) });
  }
}

/** Publishes at once, outside of any transaction: a lost message costs a screen one update. */
export async function publishUsage(db: Kysely<Tables>, change: UsageChange): Promise<void> {
  await notify(db, { channel: CHANGES, payload: JSON.stringify(change) });
}
