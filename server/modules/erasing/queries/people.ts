import { type Kysely, sql, type Transaction } from "kysely";
import { type ErasedPerson, erasedEmail, erasedName } from "../../../../domain/erasing/erased.ts";
import { searchKeys } from "../../../../domain/text/searchKey.ts";
import { adminNameColumns, userNameColumns } from "../../../db/nameColumns.ts";
import type { Tables } from "../../../db/tables.ts";

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
