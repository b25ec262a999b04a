import {
  type Generated,
  type GeneratedAlways,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import type { ServiceScope } from "../../../domain/access.ts";
import type { ListQuery } from "../../../domain/api/parameters.ts";
import type { SERVICE_KEY_SORTS } from "../../../domain/api/serviceKeys.ts";
import { searchKey } from "../../../domain/text/searchKey.ts";
import { contains, limitTo, orderBy, readPage } from "../../db/listPage.ts";
import { preparedStatement } from "../../db/prepared.ts";
import type { Tables } from "../../db/tables.ts";
import { type BoundRow, boundColumns } from "../organizations/service.ts";

declare module "../../db/tables.ts" {
  interface Tables {
    service_keys: {
      service_key_id: GeneratedAlways<number>;
      name: string;
      name_key: string;
      scopes: ServiceScope[];
      organization_ids: number[] | null;
      prefix: string;
      key_hash: Uint8Array;
      created_by: string;
      created_at: Date;
      last_used_at: Generated<Date | null>;
      ends_at: Generated<Date | null>;
      replaced_by: Generated<number | null>;
      revoked_at: Generated<Date | null>;
      held_at: Generated<Date | null>;
    };
  }
}

interface CredentialRow {
  service_key_id: number;
  name: string;
  scopes: ServiceScope[];
  organization_ids: number[] | null;
  key_hash: Uint8Array;
  last_used_at: Date | null;
  ends_at: Date | null;
}

const credentialsOf = preparedStatement(
  (prefixes: string[], most: number) => sql<CredentialRow & { prefix: string }>`
    select service_key_id, name, prefix, scopes, organization_ids, key_hash, last_used_at,
      ends_at
    from service_keys
    where prefix = any(${prefixes}::text[]) and revoked_at is null
      and held_at is null limit ${most}`,
);

/** The keys that are neither revoked nor held after a restore, by prefix. */
export async function findCredentials(
  db: Kysely<Tables>,
  prefixes: string[],
): Promise<Map<string, CredentialRow>> {
  const rows = await credentialsOf(db, prefixes, prefixes.length);
  return new Map(rows.map((row) => [row.prefix, row]));
}

/** Notes a use unless one was noted after `unless`, by whichever copy of the API. */
export async function updateLastUse(
  db: Kysely<Tables>,
  serviceKeyId: number,
  { at, unless }: { at: Date; unless: Date },
): Promise<void> {
  await db
    .updateTable("service_keys")
    .set({ last_used_at: at })
    .where("service_key_id", "=", serviceKeyId)
    .where((where) =>
      where.or([where("last_used_at", "is", null), where("last_used_at", "<=", unless)]),
    )
    .execute();
}

export type ServiceKeySort = (typeof SERVICE_KEY_SORTS)[number];

export interface ServiceKeyRow extends BoundRow {
  service_key_id: number;
  name: string;
  scopes: ServiceScope[];
  prefix: string;
  last_used_at: Date | null;
  ends_at: Date | null;
  replaced_by: number | null;
  revoked_at: Date | null;
  held_at: Date | null;
  created_at: Date;
}

const columns = sql`
  k.service_key_id, k.name, k.scopes, k.prefix, k.last_used_at, k.ends_at, k.replaced_by, k.revoked_at,
  k.held_at, k.created_at,
  ${boundColumns("k")}`;

const sortColumns: Record<ServiceKeySort, RawBuilder<unknown>> = {
  serviceKeyId: sql`k.service_key_id`,
  name: sql`k.name_key`,
  createdAt: sql`k.created_at`,
  // A key that was never used is older than any use.
  lastUsedAt: sql`coalesce(k.last_used_at, '-infinity')`,
  endsAt: sql`coalesce(k.ends_at, 'infinity')`,
};

export async function findServiceKeys(
  db: Kysely<Tables>,
  { sort, ...page }: ListQuery<ServiceKeySort>,
  { q = "" }: { q?: string | undefined },
): Promise<{ rows: ServiceKeyRow[]; total: number }> {
  const matching = sql`from service_keys k where ${contains("k.name_key", searchKey(q))}`;
  const order = orderBy(sort.direction, sortColumns[sort.field], sql`k.service_key_id`);
  const rows = sql<ServiceKeyRow>`select ${columns} ${matching} ${order} ${limitTo(page)}`;
  return readPage(db, rows, matching);
}

export async function findServiceKey(
  db: Kysely<Tables>,
  serviceKeyId: number,
): Promise<ServiceKeyRow | undefined> {
  const { rows } = await sql<ServiceKeyRow>`
    select ${columns} from service_keys k where k.service_key_id = ${serviceKeyId}`.execute(db);
  return rows[0];
}

export async function insertServiceKey(
  trx: Transaction<Tables>,
  values: Insertable<Tables["service_keys"]>,
): Promise<number> {
  const { service_key_id } = await trx
    .insertInto("service_keys")
    .values(values)
    .returning("service_key_id")
    .executeTakeFirstOrThrow();
  return service_key_id;
}

/**
 * The term that a key was made for. The end of one that is replaced is cut, so it is read from the
 * last key that took its place, which was made for as long.
 */
export async function findTerm(
  trx: Transaction<Tables>,
  serviceKeyId: number,
): Promise<Pick<ServiceKeyRow, "created_at" | "ends_at"> | undefined> {
  const { rows } = await sql<Pick<ServiceKeyRow, "created_at" | "ends_at">>`
    with recursive chain as (
      select created_at, ends_at, replaced_by from service_keys
      where service_key_id = ${serviceKeyId}
      union all
      select k.created_at, k.ends_at, k.replaced_by
      from chain c join service_keys k on k.service_key_id = c.replaced_by)
    select created_at, ends_at from chain where replaced_by is null`.execute(trx);
  return rows[0];
}

/** Locks a key, so that it is replaced once at a time. */
export async function lockServiceKey(
  trx: Transaction<Tables>,
  serviceKeyId: number,
): Promise<void> {
  await sql`
    select from service_keys where service_key_id = ${serviceKeyId} for no key update`.execute(trx);
}

export async function updateReplaced(
  trx: Transaction<Tables>,
  serviceKeyId: number,
  { endsAt, replacedBy }: { endsAt: Date; replacedBy: number },
): Promise<void> {
  await trx
    .updateTable("service_keys")
    .set({ ends_at: endsAt, replaced_by: replacedBy })
    .where("service_key_id", "=", serviceKeyId)
    .execute();
}

/** Whether the key was not revoked before. */
export async function updateRevoked(
  trx: Transaction<Tables>,
  serviceKeyId: number,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("service_keys")
    .set({ revoked_at: at })
    .where("service_key_id", "=", serviceKeyId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const DIRECTORIES = 7_402_032;

/**
 * Locks the directory of an organization until the end of the transaction: `shared` for its writes,
 * which then do not overlap with its release. It comes before all rows, so that whoever waits for it
 * has locked nothing that a write of the directory needs.
 */
export async function lockDirectory(
  trx: Transaction<Tables>,
  organizationId: number,
  { shared = false }: { shared?: boolean } = {},
): Promise<void> {
  const key = sql`${DIRECTORIES}::int, hashtext(${String(organizationId)})`;
  const lock = shared ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${lock}(${key})`.execute(trx);
}

/** Over `service_keys`: neither revoked nor ended. One that is held after a restore may come back. */
const isActive = (at: Date): RawBuilder<SqlBool> => sql`
  revoked_at is null and (ends_at is null or ends_at > ${at}::timestamptz)`;

/** Whether an organization has a key for its directory that is neither revoked nor ended. */
export async function hasDirectory(
  trx: Transaction<Tables>,
  organizationId: number,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from service_keys
    where organization_ids = ${[organizationId]}::bigint[] and 'scim' = any(scopes)
      and ${isActive(at)}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** The organizations whose last key for a directory is revoked or has ended. */
export async function findEndedDirectories(db: Kysely<Tables>, at: Date): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_ids[1] as organization_id from service_keys
    where 'scim' = any(scopes)
    group by organization_ids[1] having not bool_or(${isActive(at)})
    order by 1`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

/**
 * Gives back to the admins what a directory has ruled; what it has sent stays for the next key.
 * Whether it ruled anything.
 */
export async function releaseDirectory(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<boolean> {
  const roles = await sql`
    update organizations o set scim_roles = (
      select coalesce(jsonb_object_agg(r.key, r.value || '{"released": true}'), '{}')
      from jsonb_each(o.scim_roles) r)
    where o.organization_id = ${organizationId} and exists (
      select from jsonb_each(o.scim_roles) r where not r.value ? 'released')`.execute(trx);
  // In the order in which changes of workspaces and users lock them, to avoid deadlocks.
  await sql`
    select from workspaces where organization_id = ${organizationId} and managed_by is not null
    order by workspace_id for no key update`.execute(trx);
  const workspaces = await sql`
    update workspaces set managed_by = null
    where organization_id = ${organizationId} and managed_by is not null`.execute(trx);
  const users = await sql`
    update users set managed_by = null
    where user_id in (
      select user_id from users
      where organization_id = ${organizationId} and managed_by is not null
      order by user_id for no key update)`.execute(trx);
  return [roles, workspaces, users].some(({ numAffectedRows = 0n }) => numAffectedRows > 0n);
}
