import { sql, type Transaction } from "kysely";
import { searchKey } from "../../../../domain/searchKey.ts";
import type { Tables } from "../../../db/tables.ts";

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
