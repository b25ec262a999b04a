import { auditedKinds } from "../../domain/api/areas.ts";
import { BETWEEN_TWO } from "../../domain/audit/operations.ts";
import { type AuditEvent, auditEvent } from "../../domain/audit/schemas.ts";
import { unseenWorkspaceName } from "../../domain/workspaces/sentences.ts";
import type { AuditEventRow, EventPosition } from "./queries/auditEvents.ts";

const { changes: allChanges, counts } = auditEvent.shape;

/** An event for system admins, with everything that was recorded, except what is between two people. */
export function presentAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    auditEventId: row.audit_event_id,
    occurredAt: row.occurred_at,
    operation: row.operation,
    outcome: row.outcome,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    target: {
      kind: row.target_kind,
      id: row.target_id,
      name: row.target_name,
    },
    changes: allChanges.parse(row.changes),
    counts: counts.parse(row.counts),
    reason: BETWEEN_TWO.includes(row.operation) ? null : row.reason,
    requestId: row.request_id,
    address: row.address,
    userAgent: row.user_agent,
    act: row.act && { actId: row.act.id, parts: "parts" in row.act ? row.act.parts : null },
  };
}

/** The workspaces whose names a reader sees; undefined for all of the organization. */
export type SeenWorkspaces = ReadonlySet<unknown> | undefined;

/**
 * The same for people of an organization: without the provider's notes, without the addresses
 * of its people, and without the names of workspaces that the reader cannot see.
 */
export function presentOwnAuditEvent(row: AuditEventRow, seen: SeenWorkspaces): AuditEvent {
  const event = presentAuditEvent(row);
  const isOwn = row.actor_organization_id === row.organization_id;
  return {
    ...event,
    changes: shownChanges(event).map((change) => withSeenNames(change, seen)),
    reason: event.target.kind === "contract" ? null : event.reason,
    ...(isOwn ? {} : { address: null, userAgent: null }),
  };
}

function withSeenNames(
  change: AuditEvent["changes"][number],
  seen: SeenWorkspaces,
): AuditEvent["changes"][number] {
  if (!seen || change.field !== "workspaces") return change;
  const named = (value: typeof change.before) =>
    Array.isArray(value)
      ? value.map((workspace) => {
          const workspaceId: unknown = Reflect.get(Object(workspace), "workspaceId");
          if (seen.has(workspaceId)) return workspace;
          return { workspaceId, workspaceName: unseenWorkspaceName };
        })
      : value;
  return { ...change, before: named(change.before), after: named(change.after) };
}

/** Whether a change concerns the provider's notes alone, so that an organization sees no event. */
export function isInternal(row: AuditEventRow): boolean {
  const event = presentAuditEvent(row);
  return event.changes.length > 0 && shownChanges(event).length === 0;
}

function shownChanges({ target, changes }: AuditEvent): AuditEvent["changes"] {
  const hidden = auditedKinds[target.kind]?.internal ?? [];
  return changes.filter(({ field }) => !hidden.includes(field));
}

/** The text by which a page goes on. */
export function presentPosition({ occurredAt, auditEventId }: EventPosition): string {
  return `${occurredAt}_${auditEventId}`;
}
