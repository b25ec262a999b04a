import type { Sort } from "../../../../domain/api/parameters.ts";
import { contractFields } from "../../../../domain/contracts/fields.ts";
import { contractFileName } from "../../../../domain/contracts/labels.ts";
import type { ContractSort } from "../../../../domain/contracts/rules.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import { fieldsWith } from "../../../../domain/fields.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import { columnsOf } from "../../../exports/csvText.ts";
import { presentContract } from "../present.ts";
import { allContracts } from "../queries/contractExport.ts";
import type { ContractFilters } from "../queries/contractFilters.ts";

const fields = fieldsWith(contractFields, "csv");

/** `own` is for the organization itself, without the provider's internal notes. */
const contractCsv = {
  all: columnsOf<Contract>(contractFields, fields),
  own: columnsOf<Contract>(
    contractFields,
    fields.filter((field) => !("internal" in contractFields[field])),
  ),
} as const;

/**
 * The matching contracts as a CSV file, as they are now (docs/product/files.md#csv-of-lists).
 * Throws OVERLOADED while too many files are being downloaded.
 */
export function exportContracts(
  { exports, now }: Pick<Deps, "exports" | "now">,
  { sort, ...filters }: ContractFilters & { sort: Sort<ContractSort> },
  columns: keyof typeof contractCsv,
): Promise<CsvFile> {
  const today = tokyoDate(now());
  return exports.open({
    title: contractFileName,
    asciiTitle: "contracts",
    day: today,
    columns: contractCsv[columns],
    prepare: allContracts(filters, sort, today),
    present: (row) => presentContract(row, today),
  });
}
