import { type Generated, type Kysely, sql, type Transaction } from "kysely";
import type { SsoKind } from "../../../domain/ways/rules.ts";
import type { Tables } from "../../db/tables.ts";

/** The configuration of a provider as it is stored; the secret of OpenID Connect is not. */
export interface StoredProvider {
  kind: SsoKind;
  idpEntityId?: string;
  ssoUrl?: string;
  /** As PEM. */
  certificates?: readonly string[];
  issuer?: string;
  clientId?: string;
  hasClientSecret?: boolean;
}

declare module "../../db/tables.ts" {
  interface Tables {
    sign_in_ways: {
      organization_id: number;
      password: Generated<boolean>;
      google: Generated<boolean>;
      provider_id: string | null;
      /** StoredProvider, as JSON. */
      provider: string | null;
      required: Generated<boolean>;
      break_glass_user_ids: Generated<string[]>;
      asks_for_second_factor: Generated<boolean>;
      tried_at: Date | null;
      join_on_first_sign_in: Generated<boolean>;
      held_at: Date | null;
      version: Generated<number>;
      created_at: Date;
      updated_at: Date;
    };
    organization_domains: {
      organization_id: number;
      name: string;
      record: string;
      proven_at: Date | null;
      created_at: Date;
    };
    set_up_links: {
      organization_id: number;
      token_hash: Uint8Array;
      created_by: string | null;
      created_at: Date;
      ends_at: Date;
    };
  }
}

export interface WaysRow {
  organization_id: number;
  organization_name: string;
  password: boolean;
  google: boolean;
  provider_id: string | null;
  provider: StoredProvider | null;
  required: boolean;
  break_glass_user_ids: string[];
  asks_for_second_factor: boolean;
  tried_at: Date | null;
  join_on_first_sign_in: boolean;
  held_at: Date | null;
  /** 0 without settings. */
  version: number;
  /** Null without settings. */
  updated_at: Date | null;
}

export interface DomainRow {
  name: string;
  record: string;
  proven_at: Date | null;
}

const columns = sql`
  o.organization_id, o.organization_name, coalesce(w.password, true) as password,
  coalesce(w.google, true) as google, w.provider_id, w.provider,
  coalesce(w.required, false) as required,
  coalesce(w.break_glass_user_ids, '{}') as break_glass_user_ids,
  coalesce(w.asks_for_second_factor, false) as asks_for_second_factor, w.tried_at,
  coalesce(w.join_on_first_sign_in, false) as join_on_first_sign_in, w.held_at,
  coalesce(w.version, 0) as version, w.updated_at`;

/** The ways of an organization, which has the usual ones without settings. */
export async function findWays(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<WaysRow | undefined> {
  const { rows } = await sql<WaysRow>`
    select ${columns} from organizations o left join sign_in_ways w using (organization_id)
    where o.organization_id = ${organizationId}`.execute(db);
  return rows[0];
}

export async function findDomains(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<DomainRow[]> {
  return db
    .selectFrom("organization_domains")
    .select(["name", "record", "proven_at"])
    .where("organization_id", "=", organizationId)
    .orderBy("name")
    .execute();
}

/** The ways of the organization that has proven a domain. */
export async function findWaysOfDomain(
  db: Kysely<Tables>,
  name: string,
): Promise<WaysRow | undefined> {
  const { rows } = await sql<WaysRow>`
    select ${columns} from organization_domains d join organizations o using (organization_id)
      left join sign_in_ways w using (organization_id)
    where d.name = ${name} and d.proven_at is not null`.execute(db);
  return rows[0];
}

export async function writeWays(trx: Transaction<Tables>, row: WaysRow, at: Date): Promise<void> {
  const { organization_id, organization_name: _, provider, version, ...settings } = row;
  const written = {
    ...settings,
    provider: provider && JSON.stringify(provider),
    version: version + 1,
    updated_at: at,
  };
  await trx
    .insertInto("sign_in_ways")
    .values({ organization_id, ...written, created_at: at })
    .onConflict((known) => known.column("organization_id").doUpdateSet(written))
    .execute();
}

export async function insertDomain(
  trx: Transaction<Tables>,
  domain: { organizationId: number; name: string; record: string },
  at: Date,
): Promise<void> {
  const { organizationId, name, record } = domain;
  await trx
    .insertInto("organization_domains")
    .values({ organization_id: organizationId, name, record, created_at: at })
    .execute();
}

export async function deleteDomains(
  trx: Transaction<Tables>,
  organizationId: number,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await trx
    .deleteFrom("organization_domains")
    .where("organization_id", "=", organizationId)
    .where("name", "in", names)
    .execute();
}

/** Notes the proof of a domain; the unique index admits one organization. */
export async function updateProven(
  trx: Transaction<Tables>,
  { organizationId, name }: { organizationId: number; name: string },
  at: Date,
): Promise<void> {
  await trx
    .updateTable("organization_domains")
    .set({ proven_at: at })
    .where("organization_id", "=", organizationId)
    .where("name", "=", name)
    .execute();
}

export async function isProvenElsewhere(
  db: Kysely<Tables>,
  organizationId: number,
  name: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("organization_domains")
    .select("name")
    .where("name", "=", name)
    .where("proven_at", "is not", null)
    .where("organization_id", "!=", organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findActiveAdmins(
  db: Kysely<Tables>,
  organizationId: number,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("user_id", "in", userIds)
    .where("is_organization_admin", "=", true)
    .where("status", "=", "ACTIVE")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

interface NewLink {
  organizationId: number;
  tokenHash: Uint8Array;
  createdBy: string;
  endsAt: Date;
}

export async function writeLink(
  trx: Transaction<Tables>,
  { organizationId, tokenHash, createdBy, endsAt }: NewLink,
  at: Date,
): Promise<void> {
  const link = {
    token_hash: tokenHash,
    created_by: createdBy,
    created_at: at,
    ends_at: endsAt,
  };
  await trx
    .insertInto("set_up_links")
    .values({ organization_id: organizationId, ...link })
    .onConflict((known) => known.column("organization_id").doUpdateSet(link))
    .execute();
}

export async function findLink(
  db: Kysely<Tables>,
  tokenHash: Uint8Array,
): Promise<{ organization_id: number; ends_at: Date } | undefined> {
  return db
    .selectFrom("set_up_links")
    .select(["organization_id", "ends_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** Whether the link of a token is valid, which then stays until the end of the transaction. */
export async function lockLink(trx: Transaction<Tables>, tokenHash: Uint8Array): Promise<boolean> {
  const link = await trx
    .selectFrom("set_up_links")
    .select("organization_id")
    .where("token_hash", "=", tokenHash)
    .forShare()
    .executeTakeFirst();
  return link !== undefined;
}

/** Deletes the link of an organization, or only that of a token; returns whether it was there. */
export async function deleteLink(
  trx: Transaction<Tables>,
  organizationId: number,
  tokenHash?: Uint8Array,
): Promise<boolean> {
  let link = trx.deleteFrom("set_up_links").where("organization_id", "=", organizationId);
  if (tokenHash) link = link.where("token_hash", "=", tokenHash);
  const { numDeletedRows } = await link.executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteLinksBefore(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom("set_up_links").where("ends_at", "<", before).execute();
}
