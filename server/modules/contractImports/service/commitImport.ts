import type { Transaction } from "kysely";
import { contractImportKind } from "../../../../domain/api/contractImports.ts";
import { nameToRead, type PlannedRow } from "../../../../domain/contractImports/plan.ts";
import { IMPORTED_FIELDS } from "../../../../domain/contractImports/rules.ts";
import type {
  ContractImportCommit,
  ContractImportSummary,
} from "../../../../domain/contractImports/schemas.ts";
import type { ContractChange } from "../../../../domain/contractImports/undo.ts";
import { effectiveEnd } from "../../../../domain/contracts/rules.ts";
import { changedFields, pick } from "../../../../domain/fields.ts";
import { importSentences } from "../../../../domain/imports/sentences.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { actOnMany, type Whole } from "../../../audit/acting.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { type Transact, unlessAborted, type WriteTransaction } from "../../../db/transact.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { refuseReadings } from "../../../fileImports/refuseReadings.ts";
import { conflict, ruleBroken, validationFailed } from "../../../problem.ts";
import { lockContracts } from "../../contracts/queries/manyContracts.ts";
import { editedValues, writeContract } from "../../contracts/service/changeContract.ts";
import { addContract } from "../../contracts/service/createContract.ts";
import {
  contractImportStore,
  insertChanges,
  type StoredContractImport,
} from "../queries/contractImports.ts";
import { readContracts } from "./checkImport.ts";
import { type Plan, planImport } from "./planImport.ts";
import { presentSummary } from "./readImports.ts";

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
    refuse(plan, skipErrors);
    const { new: added, update: updated, unchanged, error: skipped } = plan.counts;
    const result = { added, updated, unchanged, skipped };
    const made = { fileName: sheet.file.fileName, createdBy: actorId, at, result };
    const row = await contractImportStore.insert(trx, {}, made);
    const changes: ContractChange[] = [];
    await actOnMany(wholeOf(row.import_id), async () => {
      for (const planned of inOrder(plan.rows)) {
        changes.push(await writeRow(trx, planned, plan, at));
      }
      await publishImport(trx, row, { counts: result, at });
    });
    await insertChanges(trx, row.import_id, changes);
    unlessAborted(trx, signal);
    return presentSummary(row, at);
  });
}

/** Locks what the plan changes, so that the plan that is made next is the one that is written. */
function lockPlannedRows(trx: Transaction<Tables>, plan: Plan): Promise<void> {
  const contractIds = plan.rows.flatMap(({ verdict, before }) =>
    verdict === "UPDATE" && before ? [before.contractId] : [],
  );
  return lockContracts(trx, contractIds, organizationsOf(plan), "edit");
}

function organizationsOf({ rows }: Plan): number[] {
  const changed = rows.filter(({ verdict }) => verdict === "NEW" || verdict === "UPDATE");
  return [...new Set(changed.flatMap(({ after }) => after?.organizationId ?? []))];
}

function refuse({ counts }: Plan, skipErrors: boolean): void {
  if (counts.error > 0 && !skipErrors) {
    const message = importSentences.errorRows(formatNumber(counts.error));
    throw ruleBroken("IMPORT_HAS_ERRORS", { message });
  }
  if (counts.new + counts.update === 0) {
    throw validationFailed({ file: fieldSentences.nothingToChange });
  }
}

/**
 * The rows that change something. Those that give days up come first, since the database knows no
 * moment at which two contracts overlap.
 */
function inOrder(rows: readonly PlannedRow[]): PlannedRow[] {
  const changed = rows.filter(({ verdict }) => verdict === "NEW" || verdict === "UPDATE");
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
): Promise<ContractChange> {
  if (!after) throw new Error(`row ${rowNo} changes no contract`);
  if (!before) {
    const { contractId, version } = await addContract(trx, after, at);
    return { contractId, before: null, after: pick(after, IMPORTED_FIELDS), version };
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
  return { contractId, ...fields, version };
}

/** The target of the event that has those of the contracts of an import as its parts. */
export function wholeOf(importId: number): Whole {
  return { kind: contractImportKind.name, id: importId, organizationId: null };
}

/** Publishes and logs what was done with an import, whose contracts have events of their own. */
export function publishImport(
  trx: Transaction<Tables>,
  row: StoredContractImport,
  { counts, at }: { counts: Readonly<Record<string, number>>; at: Date },
): Promise<void> {
  const summary = presentSummary(row, at);
  return publishChange(trx, {
    kind: contractImportKind,
    organizationId: null,
    id: row.import_id,
    name: row.file_name,
    before: summary,
    after: summary,
    counts,
    isAction: true,
  });
}
