/** What an import would do with a row of its file. */
export const CONTRACT_IMPORT_VERDICTS = ["NEW", "UPDATE", "UNCHANGED", "ERROR"] as const;
export type ContractImportVerdict = (typeof CONTRACT_IMPORT_VERDICTS)[number];

/** The most rows of a file; until the commit usage reports to its contracts wait. */
export const MOST_CONTRACTS = 1_000;

/** The columns of a file, in the order of the template. The organization's name is compared only. */
export const CONTRACT_FIELDS = [
  "organizationNo",
  "organizationName",
  "startDate",
  "endDate",
  "maxTranscriptCount",
  "maxTranscriptMinutes",
  "adminName",
  "adminNameKana",
  "adminEmail",
  "memo",
] as const;
export type ContractField = (typeof CONTRACT_FIELDS)[number];

/** What a row has in its columns; one that the file has not is missing. */
export type ContractCells = Partial<Record<ContractField, string>>;

/** The key of a contract, without which a file is refused. */
export const NEEDED_FIELDS = ["organizationNo", "startDate"] as const;

/** The fields that an import writes, and an undo restores. The start date is the key. */
export const IMPORTED_FIELDS = [
  "endDate",
  "maxTranscriptCount",
  "maxTranscriptMinutes",
  "adminName",
  "adminNameKana",
  "adminEmail",
  "memo",
] as const;
