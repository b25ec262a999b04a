import { contractFields } from "../contracts/fields.ts";
import { fieldsWith } from "../fields.ts";

/** What an import would do with a row of its file. */
export const CONTRACT_IMPORT_VERDICTS = ["NEW", "UPDATE", "UNCHANGED", "ERROR"] as const;
export type ContractImportVerdict = (typeof CONTRACT_IMPORT_VERDICTS)[number];

/** The columns of a file, in the order of the template. The organization's name is compared only. */
export const CONTRACT_FIELDS = fieldsWith(contractFields, "imported");
export type ContractField = (typeof CONTRACT_FIELDS)[number];

/** What a row has in its columns; one that the file has not is missing. */
export type ContractCells = Partial<Record<ContractField, string>>;

/** The key of a contract, without which a file is refused. */
export const NEEDED_FIELDS = fieldsWith(contractFields, "imported", "KEY");

/** The fields that an import writes, and an undo restores. The start date is the key. */
export const IMPORTED_FIELDS = fieldsWith(contractFields, "imported", "WRITTEN");

/** The fields of a contract that a row has, checked and shown. */
export const ROW_FIELDS = ["organizationName", "startDate", ...IMPORTED_FIELDS] as const;
