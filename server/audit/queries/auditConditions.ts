import { type RawBuilder, type SqlBool, sql } from "kysely";
import { auditedKinds } from "../../../domain/api/areas.ts";
import type { AuditedKind } from "../../../domain/audit/kinds.ts";
import { SIGN_INS } from "../../../domain/audit/operations.ts";
import { searchKey } from "../../../domain/text/searchKey.ts";
import { contains } from "../../db/listPage.ts";

export interface AuditFilters {
  organizationId?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  actorId?: string | undefined;
  targetKind?: string | undefined;
  targetId?: string | undefined;
  operation?: readonly string[] | undefined;
  outcome?: string | undefined;
  q?: string | undefined;
  actId?: string | undefined;
}

/** Which events a user may see; undefined for all. */
export type AuditScope =
  | { kind: "organization"; organizationId: number }
  | { kind: "dictionaries"; organizationId: number; userId: string }
  | { kind: "ownSignIns"; organizationId: number; userId: string };

/** Days of the log that are read without a period. */
const DAYS = 30;

/** Period, record, actor and organization: an index gives these events in their order. */
export function indexedBy(
  filters: AuditFilters,
  scope: AuditScope | undefined,
): RawBuilder<SqlBool>[] {
  const { actorId, targetId, targetKind } = filters;
  const organizationId = scope?.organizationId ?? filters.organizationId;
  return [
    ...period(filters),
    ...(organizationId === undefined ? [] : [sql<SqlBool>`e.organization_id = ${organizationId}`]),
    ...(targetId === undefined ? [] : [isAbout(targetKind, targetId)]),
    ...(actorId === undefined ? [] : [sql<SqlBool>`e.actor_id = ${actorId}`]),
    ...(scope?.kind === "ownSignIns" ? [sql<SqlBool>`e.actor_id = ${scope.userId}`] : []),
  ];
}

/** What a history or an act shows has no beginning. */
function period({ from, to, targetId, actId }: AuditFilters): RawBuilder<SqlBool>[] {
  const end = to ? sql`${to}::date` : sql`(now() at time zone 'Asia/Tokyo')::date`;
  const start = from ? sql`${from}::date` : sql`${end} - ${sql.lit(DAYS - 1)}`;
  return [
    ...(from || !(targetId || actId) ? [sql<SqlBool>`e.occurred_at >= ${midnight(start)}`] : []),
    ...(to ? [sql<SqlBool>`e.occurred_at < ${endOf(to)}`] : []),
  ];
}

const midnight = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'Asia/Tokyo'`;
const endOf = (day: string) => midnight(sql`${day}::date + 1`);

/** An entry is part of events about its dictionary. */
function isAbout(kind: string | undefined, id: string): RawBuilder<SqlBool> {
  if (kind !== "entry") return sql`e.target_kind = ${kind} and e.target_id = ${id}`;
  const entryId = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  return sql`e.entry_ids @> array[${entryId}]::bigint[]`;
}

export function conditions(
  { operation, outcome, q, targetKind, targetId, actId }: AuditFilters,
  scope: AuditScope | undefined,
): RawBuilder<SqlBool>[] {
  const key = searchKey(q ?? "");
  return [
    ...(operation === undefined ? [] : [sql<SqlBool>`e.operation = any(${operation}::text[])`]),
    ...(outcome === undefined ? [] : [sql<SqlBool>`e.outcome = ${outcome}`]),
    ...(targetKind === undefined || targetId !== undefined
      ? []
      : [sql<SqlBool>`e.target_kind = ${targetKind}`]),
    ...(key === "" ? [] : [contains("e.search_key", key)]),
    ...(actId === undefined ? [] : [sql<SqlBool>`e.act ->> 'id' = ${actId}`]),
    ...scopeConditions(scope),
  ];
}

/**
 * The parts whose whole is listed by what they say of it (docs/product/audit.md#many-records); undefined
 * where parts are rows. Around the end of the period the whole may be a part of the next day.
 */
export function hiddenParts(
  { q, actId, organizationId, targetKind, targetId, to }: AuditFilters,
  scope: AuditScope | undefined,
): RawBuilder<SqlBool> | undefined {
  if (searchKey(q ?? "") !== "" || actId !== undefined || targetId !== undefined) return undefined;
  const ofOrganization = scope?.organizationId ?? organizationId;
  const listed = [
    sql<SqlBool>`e.act ->> 'kind' is not null`,
    ...(ofOrganization === undefined
      ? []
      : [sql<SqlBool>`(e.act ->> 'organizationId')::bigint = ${ofOrganization}`]),
    ...(targetKind === undefined ? [] : [sql<SqlBool>`e.act ->> 'kind' = ${targetKind}`]),
    ...(scope?.kind === "dictionaries" ? [sql<SqlBool>`e.act ->> 'kind' = 'dictionary'`] : []),
    ...(to ? [sql<SqlBool>`e.occurred_at < ${endOf(to)} - interval '1 minute'`] : []),
  ];
  return sql`(${all(listed)})`;
}

function scopeConditions(scope: AuditScope | undefined): RawBuilder<SqlBool>[] {
  if (!scope || scope.kind === "organization") return [];
  const isSignIn = sql<SqlBool>`e.operation = any(${SIGN_INS}::text[])`;
  if (scope.kind === "ownSignIns") return [isSignIn];
  const isOwn = sql<SqlBool>`(e.actor_id = ${scope.userId} and ${isSignIn})`;
  return [sql<SqlBool>`(e.target_kind in ('dictionary', 'entry') or ${isOwn})`];
}

function isNotInternal({ name, internal }: AuditedKind): RawBuilder<SqlBool> {
  return sql`(e.target_kind <> ${name} or e.changes = '[]' or exists (
    select from jsonb_array_elements(e.changes) c where c ->> 'field' <> all(${internal}::text[])))`;
}

/** Leaves out the events that concern the notes of the provider alone. */
export const visibleToMembers = Object.values(auditedKinds)
  .filter(({ internal }) => internal.length > 0)
  .map(isNotInternal);

export function all(parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return parts.length === 0 ? sql`true` : sql.join([...parts], sql` and `);
}
