import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";
import { presentHolder } from "../locks/service/lockAnswers.ts";
import type { DictionaryRow } from "./queries/dictionaries.ts";

export function presentDictionary(row: DictionaryRow): Dictionary {
  return {
    dictionaryId: row.dictionary_id,
    organizationId: row.organization_id,
    category: row.category,
    dictionaryName: row.dictionary_name,
    description: row.description,
    workspaceIds: row.workspace_ids,
    entryCount: row.entry_count,
    ...presentHolder(row),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
