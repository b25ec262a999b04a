import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { normalEmail } from "../../../../domain/users/emailAddress.ts";
import { readPage } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";
import { type UserRow, userColumns } from "../../people/users/queries/users.ts";
import { type Comparison, comparisonsOf, invalidFilter } from "../parsing/filter.ts";
import { booleanOf } from "../parsing/values.ts";

type Condition = (value: Comparison["value"]) => RawBuilder<SqlBool>;

const hasAddress: Condition = (value) => sql`(
  u.email = ${normalEmail(String(value))}
  or u.scim->'emails' @> ${JSON.stringify([{ value }])}::jsonb)`;

const conditions: Readonly<Record<string, Condition>> = {
  id: (value) => sql`u.user_id = ${String(value)}`,
  username: (value) => sql`u.email = ${normalEmail(String(value))}`,
  externalid: (value) => sql`u.scim->>'externalId' = ${String(value)}`,
  displayname: (value) => sql`coalesce(u.scim->>'displayName', u.user_name) = ${String(value)}`,
  active: (value) => sql`(u.status <> 'DISABLED') = ${booleanOf("active", value)}`,
  emails: hasAddress,
  "emails.value": hasAddress,
  // Whatever was sent, the address with which somebody signs in is one of work.
  "emails.type": (value) => sql`${String(value).toLowerCase() === "work"}::boolean`,
};

/** The conditions of a filter over `users u`. Throws 400 invalidFilter. */
export function personConditions(filter: string | undefined): RawBuilder<SqlBool>[] {
  if (filter === undefined) return [];
  return comparisonsOf(filter).map(({ attribute, value }) => {
    const condition = Object.hasOwn(conditions, attribute) ? conditions[attribute] : undefined;
    if (!condition) throw invalidFilter();
    return condition(value);
  });
}

/** Over `users u`: the people of an organization whom its directory sees. */
export const seenPeople = (organizationId: number): RawBuilder<SqlBool> => sql`
  u.organization_id = ${organizationId} and u.erased_at is null
  and not coalesce(u.scim ? 'removed', false)`;

const people = sql`users u left join organizations o on o.organization_id = u.organization_id`;

export async function findPerson(
  db: Kysely<Tables>,
  organizationId: number,
  userId: string,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from ${people}
    where ${seenPeople(organizationId)} and u.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** The person whom the directory of this organization has deleted, by the address. */
export async function findRemoved(
  db: Kysely<Tables>,
  organizationId: number,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select u.user_id from users u
    where u.email = ${email} and u.organization_id = ${organizationId} and u.erased_at is null
      and u.scim ? 'removed'`.execute(db);
  return rows[0]?.user_id;
}

export async function findPeopleOf(
  db: Kysely<Tables>,
  organizationId: number,
  conditions: readonly RawBuilder<SqlBool>[],
  { startIndex, count }: { startIndex: number; count: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const where = sql`where ${sql.join([seenPeople(organizationId), ...conditions], sql` and `)}`;
  const rows = sql<UserRow>`
    select ${userColumns} from ${people} ${where}
    order by u.created_at, u.user_id limit ${count} offset ${startIndex - 1}`;
  return readPage(db, rows, sql`from users u ${where}`);
}

/** Whether people of an organization set a password: not where all sign in by single sign-on. */
export async function hasInvitations(db: Kysely<Tables>, organizationId: number): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_ways where organization_id = ${organizationId} and required`.execute(db);
  return rows.length === 0;
}
