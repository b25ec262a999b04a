import { type GeneratedAlways, type Kysely, sql, type Transaction } from "kysely";
import { type ErasedPerson, erasedEmail, erasedName } from "../../../../domain/erasing/erased.ts";
import type { Removed } from "../../../../domain/erasing/schemas.ts";
import { searchKeys } from "../../../../domain/text/searchKey.ts";
import { adminNameColumns, userNameColumns } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";

interface ErasuresTable {
  erasure_id: GeneratedAlways<number>;
  organization_id: number | null;
  user_id: string | null;
  erased_by: string;
  erased_at: Date;
  people: string;
  removed: string;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    erasures: ErasuresTable;
  }
}

export interface ErasureRow {
  erasure_id: number;
  organization_id: number | null;
  organization_name: string | null;
  user_id: string | null;
  erased_by: string;
  erased_by_name: string;
  erased_at: Date;
  people: number[];
  removed: Removed & { resealedDays?: number };
  accounts_left: number;
}

interface NewErasure {
  organizationId: number | null;
  userId: string | null;
  erasedBy: string;
  at: Date;
  people: readonly number[];
  removed: ErasureRow["removed"];
}

export async function insertErasure(
  trx: Transaction<Tables>,
  { organizationId, userId, erasedBy, at, people, removed }: NewErasure,
): Promise<number> {
  const { erasure_id } = await trx
    .insertInto("erasures")
    .values({
      organization_id: organizationId,
      user_id: userId,
      erased_by: erasedBy,
      erased_at: at,
      people: JSON.stringify(people),
      removed: JSON.stringify(removed),
    })
    .returning("erasure_id")
    .executeTakeFirstOrThrow();
  return erasure_id;
}

/** A certificate with the accounts that are still to be deleted. */
export async function findErasure(
  db: Kysely<Tables>,
  erasureId: number,
): Promise<ErasureRow | undefined> {
  const { rows } = await sql<ErasureRow>`
    select r.erasure_id, r.organization_id, o.organization_name, r.user_id, r.erased_by,
      a.user_name as erased_by_name, r.erased_at, r.people, r.removed,
      (select count(*) from identity_outbox x join users u on u.user_id = x.user_id
        where r.people @> to_jsonb(u.erased_number)) as accounts_left
    from erasures r join users a on a.user_id = r.erased_by
    left join organizations o on o.organization_id = r.organization_id
    where r.erasure_id = ${erasureId}`.execute(db);
  return rows[0];
}

/** The last erasing of a user, or of an organization as a whole. */
export async function findErasureOf(
  db: Kysely<Tables>,
  subject: { userId: string } | { organizationId: number },
): Promise<number | null> {
  const isSubject =
    "userId" in subject
      ? sql`r.user_id = ${subject.userId}`
      : sql`r.user_id is null and r.organization_id = ${subject.organizationId}`;
  const { rows } = await sql<{ erasure_id: number }>`
    select r.erasure_id from erasures r where ${isSubject}
    order by r.erasure_id desc limit 1`.execute(db);
  return rows[0]?.erasure_id ?? null;
}

export async function hasContract(
  db: Kysely<Tables>,
  organizationId: number,
  today: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from contracts
    where organization_id = ${organizationId} and effective_end >= ${today}::date limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** How many people are written by one statement. */
const AT_ONCE = 200;

export interface PersonRow {
  user_id: string;
  email: string;
  user_name: string;
  user_name_kana: string | null;
}

/** Locks the people of an organization who are not erased yet, in the order of `lockUserAndAdmins`. */
export async function lockPeople(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.user_id, u.email, u.user_name, u.user_name_kana from users u
    where u.organization_id = ${organizationId} and u.erased_at is null
    order by u.user_id for no key update`.execute(trx);
  return rows;
}

/** So many new numbers. */
export async function takeNumbers(trx: Transaction<Tables>, count: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval('erased_numbers') as number from generate_series(1, ${count}::integer)`.execute(
    trx,
  );
  return rows.map(({ number }) => number);
}

export interface EarlierRow {
  user_id: string;
  name: string;
}

/** The names and addresses that the audit log has of these people, the present ones too. */
export async function findEarlier(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<EarlierRow[]> {
  const { rows } = await sql<EarlierRow>`
    select e.actor_id as user_id, e.actor_name as name from audit_events e
    where e.actor_kind = 'user' and e.actor_id = any(${userIds}::text[])
    union
    select e.target_id, e.target_name from audit_events e
    where e.target_kind = 'user' and e.target_id = any(${userIds}::text[])
      and e.target_name is not null
    union
    select e.target_id, v.name from audit_events e
      cross join lateral jsonb_array_elements(e.changes) c
      cross join lateral (values (c ->> 'before'), (c ->> 'after')) v (name)
    where e.target_kind = 'user' and e.target_id = any(${userIds}::text[])
      and c ->> 'field' in ('userName', 'userNameKana', 'email') and v.name is not null`.execute(
    db,
  );
  return rows;
}

/** Writes the numbers in place of names and addresses, and takes the rights. */
export async function eraseUsers(
  trx: Transaction<Tables>,
  people: readonly ErasedPerson[],
  at: Date,
): Promise<void> {
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const rows = people.slice(from, from + AT_ONCE).map(({ userId, number }) => ({
      user_id: userId,
      number,
      email: erasedEmail(number),
      ...userNameColumns(erasedName(number), null, ""),
      search_key: searchKeys(erasedName(number)),
    }));
    await sql`
      update users u set email = n.email, user_name = n.user_name, user_name_kana = null,
        search_key = n.search_key, reading_order = n.reading_order, status = 'DISABLED',
        enabled_status = null, is_system_admin = false, is_organization_admin = false,
        is_dictionary_admin = false, last_selected_workspace_id = null, identity_error = null,
        identity_error_at = null, signed_in_at = null, managed_by = null, scim = null, erased_at = ${at}, erased_number = n.number,
        version = u.version + 1, updated_at = ${at}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
        user_id text, number bigint, email text, user_name text, search_key text,
        reading_order text)
      where u.user_id = n.user_id`.execute(trx);
  }
}

export interface ContactRow {
  contract_id: number;
  admin_email: string;
  admin_name: string;
  admin_name_kana: string | null;
  admin_key: string;
  memo: string;
  termination_reason: string | null;
}

/** The contracts of an organization with what people wrote about others; lock them before. */
export function findContacts(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<ContactRow[]> {
  return trx
    .selectFrom("contracts")
    .select(["contract_id", "admin_email", "admin_name", "admin_name_kana", "admin_key"])
    .select(["memo", "termination_reason"])
    .where("organization_id", "=", organizationId)
    .orderBy("contract_id")
    .execute();
}

export interface WrittenContact {
  contract_id: number;
  /** The number of the admin if that is an erased person. */
  number: number | null;
  memo: string;
  termination_reason: string | null;
}

/** Writes contracts without the erased people; their versions grow, as any edit's does. */
export async function writeContacts(
  trx: Transaction<Tables>,
  organizationId: number,
  contacts: readonly WrittenContact[],
  at: Date,
): Promise<void> {
  const rows = contacts.map(({ number, ...row }) => ({
    ...row,
    ...(number === null
      ? {}
      : { admin_email: erasedEmail(number), ...adminNameColumns(erasedName(number), null) }),
  }));
  await sql`
    update contracts c set memo = n.memo, termination_reason = n.termination_reason,
      admin_email = coalesce(n.admin_email, c.admin_email),
      admin_name = coalesce(n.admin_name, c.admin_name),
      admin_name_kana = case when n.admin_name is null then c.admin_name_kana end,
      admin_key = coalesce(n.admin_key, c.admin_key),
      version = c.version + 1, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      contract_id bigint, memo text, termination_reason text, admin_email text, admin_name text,
      admin_key text)
    where c.organization_id = ${organizationId} and c.contract_id = n.contract_id`.execute(trx);
}
