import type { Sort } from "../../../../domain/api/parameters.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { ledgerFile } from "../../../../domain/usage/ledgerLabels.ts";
import type { Deps } from "../../../context.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import { notFound } from "../../../problem.ts";
import { findContract } from "../../contracts/queries/contracts.ts";
import { ledgerCsv } from "../ledgerCsv.ts";
import { presentLedgerEntry } from "../present.ts";
import { wholeLedger } from "../queries/ledgerExport.ts";
import type { LedgerFilters } from "../queries/ledgerRows.ts";

/**
 * The selected rows of a contract's ledger as a CSV file, as they are now
 * (docs/product/files.md#csv-of-lists). Throws 404, and OVERLOADED while too many files are being
 * downloaded.
 */
export async function exportLedger(
  { db, exports, now }: Pick<Deps, "db" | "exports" | "now">,
  contractId: number,
  { sort, ...filters }: LedgerFilters & { sort: Sort<"occurredAt"> },
): Promise<CsvFile> {
  const contract = await findContract(db, contractId);
  if (!contract) throw notFound();
  return exports.open({
    title: ledgerFile,
    asciiTitle: "ledger",
    day: tokyoDate(now()),
    columns: ledgerCsv,
    prepare: wholeLedger(contract, filters, sort.direction),
    present: presentLedgerEntry,
  });
}
