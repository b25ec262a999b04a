import { type RawBuilder, type SqlBool, sql } from "kysely";
import { normalEmail } from "../../../../domain/users/emailAddress.ts";
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
  // Whatever was sent, the address with which a person signs in is one of work.
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
