import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { ContractImportSummary } from "../../../../domain/contractImports/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import type { Deps } from "../../../context.ts";
import { presentStored } from "../../../fileImports/storedImport.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import {
  contractImportStore,
  keyOf,
  type StoredContractImport,
} from "../queries/contractImports.ts";

type ReadDeps = Pick<Deps, "db" | "now">;

/** A page of the imports. */
export async function listContractImports(
  { db, now }: ReadDeps,
  query: ListQuery<"contractImportId">,
): Promise<Page<ContractImportSummary>> {
  const { rows, total } = await contractImportStore.list(db, {}, query);
  return pageAnswer(query, { content: rows.map((row) => presentSummary(row, now())), total });
}

/** Throws 404. */
export async function readContractImport(
  { db, now }: ReadDeps,
  importId: number,
): Promise<ContractImportSummary> {
  return presentSummary(await contractImportStore.found(db, keyOf(importId)), now());
}

export function presentSummary(row: StoredContractImport, now: Date): ContractImportSummary {
  return { contractImportId: row.import_id, ...presentStored(row, now) };
}
