import { type Kysely, sql, type Transaction } from "kysely";
import type {
  ContractImportResult,
  ContractImportUndone,
} from "../../../../domain/contractImports/schemas.ts";
import type { ContractChange } from "../../../../domain/contractImports/undo.ts";
import type { Tables } from "../../../db/tables.ts";
import { type ImportKey, importStore } from "../../../fileImports/importStore.ts";
import type { StoredImport } from "../../../fileImports/storedImport.ts";

export type StoredContractImport = StoredImport<ContractImportResult, ContractImportUndone>;

export const contractImportStore = importStore<ContractImportResult, ContractImportUndone>({
  imports: "contract_imports",
  changes: "contract_import_changes",
  id: "contract_import_id",
  records: "contracts",
  recordId: "contract_id",
});

/** All system admins have the same imports. */
export function keyOf(importId: number): ImportKey {
  return { scope: {}, importId };
}

export async function insertChanges(
  trx: Transaction<Tables>,
  importId: number,
  changes: readonly ContractChange[],
): Promise<void> {
  await sql`
    insert into contract_import_changes (contract_import_id, contract_id, before, after, version)
    select ${importId}::bigint, c."contractId", nullif(c.before, 'null'), c.after, c.version
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c ("contractId" bigint, before jsonb, after jsonb, version integer)`.execute(trx);
}

export async function findChanges(db: Kysely<Tables>, importId: number): Promise<ContractChange[]> {
  const { rows } = await sql<ContractChange>`
    select c.contract_id as "contractId", c.before, c.after, c.version
    from contract_import_changes c
    where c.contract_import_id = ${importId} order by c.contract_id`.execute(db);
  return rows;
}
