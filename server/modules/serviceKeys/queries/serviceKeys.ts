import {
  type Generated,
  type GeneratedAlways,
  type Insertable,
  type Kysely,
  type RawBuilder,
  sql,
  type Transaction,
} from "kysely";
import type { ServiceScope } from "../../../../domain/access.ts";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { SERVICE_KEY_SORTS } from "../../../../domain/api/serviceKeys.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import { limitTo, orderBy, readPage } from "../../../db/listPage.ts";
import { preparedStatement } from "../../../db/prepared.ts";
import { contains } from "../../../db/search.ts";
import type { Tables } from "../../../db/tables.ts";
import { type BoundRow, boundColumns } from "../../organizations/binding.ts";

declare module "../../../db/tables.ts" {
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
