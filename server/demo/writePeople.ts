import { sql, type Transaction } from "kysely";
import { type DemoAccount, demoAccounts } from "../../demo/accounts.ts";
import { earliest } from "../../demo/dates.ts";
import type { DemoOrganization } from "../../demo/organizations.ts";
import { organizationNameColumns, userNameColumns } from "../db/nameColumns.ts";
import type { Tables } from "../db/tables.ts";
import { writtenOn } from "./writtenOn.ts";

export async function writeOrganizations(
  trx: Transaction<Tables>,
  organizations: readonly DemoOrganization[],
): Promise<void> {
  await trx
    .insertInto("organizations")
    .values(
      organizations.map(
        ({ organizationId, organizationName, organizationNameKana, foundedOn }) => ({
          organization_id: organizationId,
          organization_no: sql<string>`nextval('organization_no_seq')::text`,
          ...organizationNameColumns(organizationName, organizationNameKana),
          ...writtenOn(foundedOn),
        }),
      ),
    )
    .execute();
  // Explicit ids do not advance the sequence.
  await sql`select setval(pg_get_serial_sequence('organizations', 'organization_id'),
    (select max(organization_id) from organizations))`.execute(trx);
}

export async function writeUsers(
  trx: Transaction<Tables>,
  organizations: readonly DemoOrganization[],
  today: string,
): Promise<void> {
  const foundedOn = new Map(organizations.map((each) => [each.organizationId, each.foundedOn]));
  const first = earliest([...foundedOn.values()]);
  const accounts = demoAccounts.map((account) => ({
    ...userRow(account),
    ...writtenOn(foundedOn.get(account.organizationId ?? 0) ?? first),
  }));
  const others = organizations
    .filter(({ admin }) => !demoAccounts.some(({ userId }) => userId === admin.userId))
    .map(({ organizationId, admin, contracts, foundedOn }) => ({
      ...userRow({ ...admin, organizationId, isOrganizationAdmin: true }),
      ...(contracts.every(({ startDate }) => startDate > today)
        ? { status: "INVITED" as const }
        : {}),
      ...writtenOn(foundedOn),
    }));
  await trx
    .insertInto("users")
    .values([...accounts, ...others])
    .execute();
}

function userRow(person: Omit<DemoAccount, "label">) {
  return {
    user_id: person.userId,
    organization_id: person.organizationId,
    email: person.email,
    ...userNameColumns(person.userName, person.userNameKana, person.email),
    is_system_admin: person.isSystemAdmin ?? false,
    is_organization_admin: person.isOrganizationAdmin ?? false,
    is_dictionary_admin: person.isDictionaryAdmin ?? false,
    status: "ACTIVE" as "ACTIVE" | "INVITED",
  };
}
