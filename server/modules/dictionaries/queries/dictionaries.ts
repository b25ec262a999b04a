import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import type { DictionaryCategory } from "../../../../domain/dictionaries/rules.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import type { DictionariesTable, Tables } from "../../../db/tables.ts";
import {
  besideDictionary,
  besideLock,
  type DictionaryKey,
  type HolderRow,
  holderColumns,
} from "../../locks/queries/locks.ts";
import { intoTombstones } from "../../vocabulary/queries/vocabulary.ts";

export type DictionaryRow = HolderRow & {
  organization_id: number;
  dictionary_id: number;
  category: DictionaryCategory;
  dictionary_name: string;
  description: string;
  entry_count: number;
  workspace_ids: number[];
  version: number;
  created_at: Date;
  updated_at: Date;
};

export const dictionaryColumns = sql`
  d.organization_id, d.dictionary_id, d.category, d.dictionary_name, d.description, d.entry_count,
  d.workspace_ids, d.version, d.created_at, d.updated_at, ${holderColumns}`;

export async function findDictionary(
  db: Kysely<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
): Promise<DictionaryRow | undefined> {
  const { rows } = await sql<DictionaryRow>`
    select ${dictionaryColumns}
    from dictionaries d ${besideDictionary(organizationId)} ${besideLock}
    where d.organization_id = ${organizationId} and d.dictionary_id = ${dictionaryId}`.execute(db);
  return rows[0];
}

/** Locks these dictionaries and their locks against changes, in one order; unknown ones are missing. */
export async function lockDictionaryRows(
  trx: Transaction<Tables>,
  organizationId: number,
  dictionaryIds: readonly number[],
): Promise<DictionaryRow[]> {
  const ofThese = sql`d.organization_id = ${organizationId}
    and d.dictionary_id = any(${dictionaryIds}::bigint[])`;
  await sql`
    select 1 from dictionaries d where ${ofThese}
    order by d.dictionary_id for no key update`.execute(trx);
  // A statement of its own, which sees what others have committed meanwhile.
  const { rows } = await sql<DictionaryRow>`
    select ${dictionaryColumns}
    from dictionaries d ${besideDictionary(organizationId)} ${besideLock} where ${ofThese}`.execute(
    trx,
  );
  return rows;
}

export function textColumns({
  dictionary_name,
  description,
}: Pick<DictionaryRow, "dictionary_name" | "description">) {
  return {
    dictionary_name,
    name_key: searchKey(dictionary_name),
    description,
    description_key: searchKey(description),
  };
}

export async function insertDictionary(
  trx: Transaction<Tables>,
  dictionary: Insertable<DictionariesTable>,
): Promise<number> {
  const { dictionary_id } = await trx
    .insertInto("dictionaries")
    .values(dictionary)
    .returning("dictionary_id")
    .executeTakeFirstOrThrow();
  return dictionary_id;
}

export async function updateDictionary(
  trx: Transaction<Tables>,
  row: DictionaryRow,
): Promise<void> {
  await trx
    .updateTable("dictionaries")
    .set({
      ...textColumns(row),
      looks_alike: sql`looks_alike and dictionary_name = ${row.dictionary_name}`,
      workspace_ids: row.workspace_ids,
      version: row.version,
      updated_at: row.updated_at,
    })
    .where("organization_id", "=", row.organization_id)
    .where("dictionary_id", "=", row.dictionary_id)
    .execute();
}

/** Deletes a dictionary with its entries and imports. */
export async function deleteDictionary(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  changeId: number,
): Promise<void> {
  await sql`
    with removed as (
      select * from dictionary_entries
      where organization_id = ${organizationId} and dictionary_id = ${dictionaryId}
    )
    ${intoTombstones(changeId)}`.execute(trx);
  await trx
    .deleteFrom("dictionaries")
    .where("organization_id", "=", organizationId)
    .where("dictionary_id", "=", dictionaryId)
    .execute();
  // After it has waited for imports that were being prepared. These rows have no foreign key.
  await sql`
    delete from dictionary_import_rows
    where organization_id = ${organizationId} and dictionary_id = ${dictionaryId}`.execute(trx);
}

/** Lets engines hear of all entries of a dictionary again. */
export async function reviseEntries(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  changeId: number,
): Promise<void> {
  await trx
    .updateTable("dictionary_entries")
    .set({ change_id: changeId })
    .where("organization_id", "=", organizationId)
    .where("dictionary_id", "=", dictionaryId)
    .where("enabled", "=", true)
    .execute();
}

/** The workspaces of these ids with their names, in the order of the ids; unknown ones are missing. */
export async function findNamedWorkspaces(
  db: Kysely<Tables>,
  organizationId: number,
  workspaceIds: readonly number[],
): Promise<{ workspaceId: number; workspaceName: string }[]> {
  if (workspaceIds.length === 0) return [];
  return db
    .selectFrom("workspaces")
    .select(["workspace_id as workspaceId", "workspace_name as workspaceName"])
    .where("organization_id", "=", organizationId)
    .where("workspace_id", "in", workspaceIds)
    .orderBy("workspace_id")
    .execute();
}
