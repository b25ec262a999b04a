import type { Transaction } from "kysely";
import type { AuditEvent, FieldChange } from "../../domain/audit/schemas.ts";
import type { Tables } from "../db/tables.ts";
import { acting } from "./acting.ts";
import { entriesOf, eventSearchKey, insertEvent, type StoredAct } from "./queries/insertEvent.ts";

/** What an event says beside who acted, how and when. */
export interface Recorded {
  /** Null for the provider's own. */
  organizationId: number | null;
  target: { kind: string; id: number | string | null; name: string | null };
  changes?: readonly FieldChange[] | undefined;
  counts?: Readonly<Record<string, number>> | undefined;
  reason?: string | undefined;
  outcome?: AuditEvent["outcome"] | undefined;
}

/**
 * Writes an audit event in the transaction of its effect (docs/product/audit.md). Actor, operation,
 * request and address are those of `actAs`. The time is the database's.
 */
export async function recordEvent(
  trx: Transaction<Tables>,
  { organizationId, target, changes = [], counts, reason, outcome = "DONE" }: Recorded,
): Promise<void> {
  const { actor, operation, requestId, address, userAgent } = acting();
  const act = positionInAct(target);
  await insertEvent(trx, {
    organization_id: organizationId ?? 0,
    operation,
    outcome,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_organization_id: actor.organizationId,
    target_kind: target.kind,
    target_id: target.id === null ? null : String(target.id),
    target_name: target.name,
    changes: JSON.stringify(changes),
    counts: counts ? JSON.stringify(counts) : null,
    entry_ids: entriesOf(changes),
    reason: reason ?? null,
    request_id: requestId,
    address,
    user_agent: userAgent,
    search_key: eventSearchKey(actor.name, target.name),
    act: act && JSON.stringify(act),
  });
}

/** What an event says of the act that it belongs to; null for one by itself. */
function positionInAct({ kind, id }: Recorded["target"]): StoredAct | null {
  const { act } = acting();
  if (!act) return null;
  const { whole, parts } = act;
  if (kind === whole.kind && id === whole.id) return parts > 0 ? { id: act.id, parts } : null;
  act.parts += 1;
  return { id: act.id, kind: whole.kind, organizationId: whole.organizationId ?? 0 };
}
