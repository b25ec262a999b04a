import type { Transaction } from "kysely";
import { nameToRead, type PlannedRow } from "../../../../domain/contractImports/plan.ts";
import type {
  ContractImportCommit,
  ContractImportSummary,
} from "../../../../domain/contractImports/schemas.ts";
import { IMPORTED_FIELDS } from "../../../../domain/contractImports/sentences.ts";
import { effectiveEnd } from "../../../../domain/contracts/rules.ts";
import { changedFields, pick } from "../../../../domain/fields.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { type Transact, unlessAborted, type WriteTransaction } from "../../../db/transact.ts";
import { refuseErrorRows, refuseReadings } from "../../../fileImports/uploadedSheet.ts";
import { conflict, validationFailed } from "../../../problem.ts";
import { lockContracts } from "../../contracts/queries/manyContracts.ts";
import { editedValues, writeContract } from "../../contracts/service/changeContract.ts";
import { addContract } from "../../contracts/service/createContract.ts";
import { type ChangeRow, contractImports } from "../imports.ts";
import { type Plan, planImport, readContracts } from "./checkImport.ts";

/**
 * Adds and changes contracts as a file says, in one transaction. `signal` is that of the request;
 * nothing is written once it has ended. Throws 409 CONTRACTS_CHANGED if the plan is not the one of the
 * digest, 422 IMPORT_HAS_ERRORS, `errors.file` if nothing changes, `errors.readings`, and as `checkContractImport`.
 */
export async function commitContractImport(
  { files, now, transact }: Pick<Deps, "files" | "now"> & { transact: Transact },
  actorId: string,
  { file, digest, skipErrors = false, readings = [] }: ContractImportCommit,
  signal: AbortSignal,
): Promise<ContractImportSummary> {
  const sheet = await readContracts(files, file, signal);
  return transact(async (trx) => {
    const at = now();
    const today = tokyoDate(at);
    await lockPlannedRows(trx, await planImport(trx, sheet.rows, today, readings));
    const plan = await planImport(trx, sheet.rows, today, readings);
    if (plan.digest !== digest) throw conflict("CONTRACTS_CHANGED");
    refuseReadings(plan.checked, readings, nameToRead);
    const { new: added, update: updated, unchanged, error: skipped } = plan.counts;
    refuseErrorRows(skipped, skipErrors);
    if (added + updated === 0) throw validationFailed({ file: fieldSentences.nothingToChange });
    const result = { added, updated, unchanged, skipped };
    const made = { fileName: sheet.file.fileName, createdBy: actorId, at, result };
    const row = await contractImports.commit(trx, {}, made, async () => {
      const changes: ChangeRow[] = [];
      for (const planned of inOrder(plan.rows)) {
        changes.push(await writeRow(trx, planned, plan, at));
      }
      return changes;
    });
    unlessAborted(trx, signal);
    return contractImports.present(row, at);
  });
}

/** Locks what the plan changes, so that the plan that is made next is the one that is written. */
function lockPlannedRows(trx: Transaction<Tables>, { rows }: Plan): Promise<void> {
  const changed = rows.filter(isChanged);
  const contractIds = changed.flatMap(({ before }) => before?.contractId ?? []);
  const organizations = new Set(changed.flatMap(({ after }) => after?.organizationId ?? []));
  return lockContracts(trx, contractIds, [...organizations], "edit");
}

const isChanged = ({ verdict }: PlannedRow) => verdict === "NEW" || verdict === "UPDATE";

/**
 * The rows that change something. Those that give days up come first, since the database knows no
 * moment at which two contracts overlap.
 */
function inOrder(rows: readonly PlannedRow[]): PlannedRow[] {
  const changed = rows.filter(isChanged);
  const gives = ({ before, after }: PlannedRow) =>
    before !== null &&
    after !== null &&
    effectiveEnd({ ...before, ...after }) < effectiveEnd(before);
  return [...changed.filter(gives), ...changed.filter((row) => !gives(row))];
}

async function writeRow(
  trx: WriteTransaction,
  { before, after, rowNo }: PlannedRow,
  { contracts }: Plan,
  at: Date,
): Promise<ChangeRow> {
  if (!after) throw new Error(`row ${rowNo} changes no contract`);
  if (!before) {
    const { contractId, version } = await addContract(trx, after, at);
    const fields = { before: null, after: pick(after, IMPORTED_FIELDS) };
    return { contract_id: contractId, ...fields, version };
  }
  const { contractId } = before;
  const row = contracts.get(contractId);
  if (!row) throw new Error(`contract ${contractId} is missing`);
  const columns = editedValues({ ...before, ...after });
  const { version } = await writeContract(trx, { row, contract: before, columns, at });
  const fields = {
    before: changedFields(after, before, IMPORTED_FIELDS),
    after: changedFields(before, after, IMPORTED_FIELDS),
  };
  return { contract_id: contractId, ...fields, version };
}
