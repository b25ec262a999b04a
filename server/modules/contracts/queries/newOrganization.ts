import { sql, type Transaction } from "kysely";
import { organizationNameColumns } from "../../../db/nameColumns.ts";
import type { Tables } from "../../../db/tables.ts";

interface OrganizationName {
  organizationName: string;
  organizationNameKana?: string | null | undefined;
}

export async function insertOrganization(
  trx: Transaction<Tables>,
  { organizationName, organizationNameKana }: OrganizationName,
  at: Date,
): Promise<number> {
  const { organization_id } = await trx
    .insertInto("organizations")
    .values({
      organization_no: sql<string>`nextval('organization_no_seq')::text`,
      ...organizationNameColumns(organizationName, organizationNameKana),
      created_at: at,
      updated_at: at,
    })
    .returning("organization_id")
    .executeTakeFirstOrThrow();
  return organization_id;
}
