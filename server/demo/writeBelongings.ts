import { sql, type Transaction } from "kysely";
import { demoDictionaries } from "../../demo/dictionaries.ts";
import { demoEntries } from "../../demo/entries.ts";
import type { DemoOrganization } from "../../demo/organizations.ts";
import type { DictionaryCategory } from "../../domain/dictionaries/rules.ts";
import { DEFAULT_WEIGHT } from "../../domain/entries/rules.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import type { Tables } from "../db/tables.ts";
import type { WriteTransaction } from "../db/transact.ts";
import { insertEntries } from "../modules/entries/queries/entries.ts";
import { firstChange } from "../modules/vocabulary/queries/revision.ts";
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
  trx: WriteTransaction,
  organizations: readonly DemoOrganization[],
): Promise<void> {
  const others = organizations.filter(({ organizationId }) => organizationId === 2);
  const written = await trx
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
    .returning(["organization_id", "dictionary_id", "dictionary_name", "updated_at"])
    .execute();
  const changeId = await firstChange(trx);
  for (const dictionary of written) {
    const key = {
      organizationId: dictionary.organization_id,
      dictionaryId: dictionary.dictionary_id,
    };
    const entries = demoEntries(dictionary.dictionary_name).map(({ partOfSpeech, ...entry }) => ({
      ...entry,
      part_of_speech: partOfSpeech,
      weight: DEFAULT_WEIGHT,
      note: "",
      enabled: true,
    }));
    await insertEntries(trx, key, { entries, changeId, at: dictionary.updated_at });
  }
  await sql`
    update dictionaries d set entry_count = (
      select count(*) from dictionary_entries e
      where e.organization_id = d.organization_id and e.dictionary_id = d.dictionary_id)`.execute(
    trx,
  );
}

function dictionaryRow(organizationId: number, category: DictionaryCategory, name: string) {
  return {
    organization_id: organizationId,
    category,
    dictionary_name: name,
    name_key: searchKey(name),
  };
}
