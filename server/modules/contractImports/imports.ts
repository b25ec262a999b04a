import { contractImportKind } from "../../../domain/api/contractImports.ts";
import type {
  ContractChange,
  ContractImportSummary,
} from "../../../domain/contractImports/schemas.ts";
import { importStore } from "../../fileImports/importStore.ts";

/** A change as it is stored. */
export type ChangeRow = Omit<ContractChange, "contractId"> & { contract_id: number };

/** All system admins have the same imports. */
export const contractImports = importStore<ContractImportSummary, ChangeRow>({
  kind: contractImportKind,
  record: "contract",
  present: (contractImportId, stored) => ({ contractImportId, ...stored }),
});
