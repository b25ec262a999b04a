import { type Kysely, sql, type Transaction } from "kysely";
import type { AuditEvent, FieldChange } from "../../domain/audit/schemas.ts";
import type { StaleRecord } from "../../domain/problems/problem.ts";
import type { Tables } from "../db/tables.ts";
import { type IfMatch, isStale } from "../plugins/preconditions.ts";
import { staleVersion } from "../problem.ts";
import { acting } from "./acting.ts";
import { entriesOf, eventSearchKey, insertEvent, type StoredAct } from "./queries/auditEvents.ts";

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

/** The first half of the advisory locks by which a refusal is recorded once. */
const REFUSAL_LOCKS = 7_402_029;

/**
 * Records that the actor was refused an operation, at most once a minute. A refusal that cannot be
 * recorded stays one: the request is answered anyway.
 */
export async function recordRefusal(
  { db, log }: { db: Kysely<Tables>; log: { warn(details: object, message: string): void } },
  refused: Omit<Recorded, "outcome">,
): Promise<void> {
  const { actor, operation } = acting();
  try {
    await db.transaction().execute(async (trx) => {
      // A request that does not get it need not wait: another one records the same refusal now.
      const { rows } = await sql<{ held: boolean }>`
        select pg_try_advisory_xact_lock(
          ${REFUSAL_LOCKS}, hashtext(${`${actor.id} ${operation}`})) as held`.execute(trx);
      if (!rows[0]?.held) return;
      const lately = await trx
        .selectFrom("audit_events")
        .select("audit_event_id")
        .where("actor_id", "=", actor.id)
        .where("operation", "=", operation)
        .where("outcome", "=", "REFUSED")
        .where("occurred_at", ">", sql<Date>`clock_timestamp() - interval '1 minute'`)
        .limit(1)
        .executeTakeFirst();
      if (!lately) await recordEvent(trx, { ...refused, outcome: "REFUSED" });
    });
  } catch (err) {
    log.warn({ err, operation }, "could not record a refusal");
  }
}

/** The record that a write is about, as the audit log names it. */
interface StaleTarget {
  kind: string;
  id: number | string;
}

/**
 * Throws 412 with `current`, and with who changed it last, unless If-Match names its version. Call it
 * with the row locked.
 */
export async function refuseStale(
  db: Kysely<Tables>,
  ifMatch: IfMatch | undefined,
  current: StaleRecord,
  target: StaleTarget,
): Promise<void> {
  if (!isStale(ifMatch, current)) return;
  throw staleVersion(current, await findLastChange(db, target));
}

/** Who changed a record last and when; null where the log does not say it. */
async function findLastChange(
  db: Kysely<Tables>,
  { kind, id }: StaleTarget,
): Promise<{ name: string; at: string } | null> {
  const isAbout =
    kind === "entry"
      ? sql`e.entry_ids @> array[${Number(id)}]::bigint[]`
      : sql`e.target_kind = ${kind} and e.target_id = ${String(id)}
          and e.operation not like 'export%'`;
  const { rows } = await sql<{ actor_kind: string; actor_name: string; occurred_at: Date }>`
    select e.actor_kind, e.actor_name, e.occurred_at from audit_events e
    where ${isAbout} and e.outcome = 'DONE' and e.changes <> '[]'
    order by e.occurred_at desc, e.audit_event_id desc limit 1`.execute(db);
  const [last] = rows;
  if (last?.actor_kind !== "user") return null;
  return { name: last.actor_name, at: last.occurred_at.toISOString() };
}
