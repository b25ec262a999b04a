import { sql, type Transaction } from "kysely";
import { searchKey, searchKeys } from "../../../domain/searchKey.ts";
import type { Tables } from "../../db/tables.ts";

/** Inserts an organization under the next free number; gives its id. */
export async function insertOrganization(
  trx: Transaction<Tables>,
  organizationName: string,
  at: Date,
): Promise<number> {
  const { organization_id } = await trx
    .insertInto("organizations")
    .values({
      organization_no: sql<string>`nextval('organization_no_seq')::text`,
      organization_name: organizationName,
      name_key: searchKey(organizationName),
      created_at: at,
      updated_at: at,
    })
    .returning("organization_id")
    .executeTakeFirstOrThrow();
  return organization_id;
}

export interface OrganizationAdmin {
  userId: string;
  organizationId: number;
  email: string;
  userName: string;
}

/** Inserts the first admin of an organization, who has still to accept the invitation. */
export async function insertOrganizationAdmin(
  trx: Transaction<Tables>,
  { userId, organizationId, email, userName }: OrganizationAdmin,
  at: Date,
): Promise<void> {
  await trx
    .insertInto("users")
    .values({
      user_id: userId,
      organization_id: organizationId,
      email,
      user_name: userName,
      search_key: searchKeys(userName, email),
      is_organization_admin: true,
      status: "INVITED",
      created_at: at,
      updated_at: at,
    })
    .execute();
}
