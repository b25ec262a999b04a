import { sql, type Transaction } from "kysely";
import { demoDictionaries } from "../../demo/dictionaries.ts";
import type { DemoOrganization } from "../../demo/organizations.ts";
import type { DictionaryCategory } from "../../domain/dictionaryRules.ts";
import { searchKey } from "../../domain/searchKey.ts";
import type { Tables } from "../db/tables.ts";
import { writtenOn } from "./writtenOn.ts";

export async function writeWorkspaces(
  trx: Transaction<Tables>,
  organizations: readonly DemoOrganization[],
): Promise<void> {
  await trx
    .insertInto("workspaces")
    .values(
      organizations.flatMap(({ organizationId, workspaces, foundedOn }) =>
        workspaces.map((workspace_name) => ({
          organization_id: organizationId,
          workspace_name,
          name_key: searchKey(workspace_name),
          ...writtenOn(foundedOn),
        })),
      ),
    )
    .execute();
  await sql`
    insert into workspace_members (organization_id, workspace_id, user_id)
    select organization_id, workspace_id, user_id
    from workspaces join users using (organization_id)`.execute(trx);
  await sql`
    update users u set last_selected_workspace_id = (
      select min(workspace_id) from workspaces w where w.organization_id = u.organization_id)`.execute(
    trx,
  );
}

export async function writeDictionaries(
  trx: Transaction<Tables>,
  organizations: readonly DemoOrganization[],
): Promise<void> {
  const others = organizations.filter(({ organizationId }) => organizationId === 2);
  await trx
    .insertInto("dictionaries")
    .values([
      ...demoDictionaries().map(({ category, dictionaryName, createdAt, updatedAt }) => ({
        ...dictionaryRow(1, category, dictionaryName),
        created_at: createdAt,
        updated_at: updatedAt,
      })),
      ...others.map(({ organizationId, foundedOn }) => ({
        ...dictionaryRow(organizationId, "組織辞書", "取引先名"),
        ...writtenOn(foundedOn),
      })),
    ])
    .execute();
}

function dictionaryRow(organizationId: number, category: DictionaryCategory, name: string) {
  return {
    organization_id: organizationId,
    category,
    dictionary_name: name,
    name_key: searchKey(name),
  };
}
