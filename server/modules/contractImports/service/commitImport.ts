import type { Kysely, Transaction } from "kysely";
import { contractImportKind } from "../../../../domain/api/contractImports.ts";
import {
  type KnownOrganization,
  nameToRead,
  type PlannedRow,
  planContracts,
} from "../../../../domain/contractImports/plan.ts";
import {
  type ContractField,
  contractFileSentences,
  IMPORTED_FIELDS,
  ROW_FIELDS,
} from "../../../../domain/contractImports/rules.ts";
import type {
  ContractChange,
  ContractImportCheck,
  ContractImportCommit,
  ContractImportCounts,
  ContractImportSummary,
} from "../../../../domain/contractImports/schemas.ts";
import { effectiveEnd } from "../../../../domain/contracts/rules.ts";
import { changedFields, pick } from "../../../../domain/fields.ts";
import { grouped } from "../../../../domain/grouped.ts";
import {
  type ChosenReading,
  type StagedRow,
  withReadings,
} from "../../../../domain/imports/rows.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { sha256 } from "../../../bytes.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { type Transact, unlessAborted, type WriteTransaction } from "../../../db/transact.ts";
import { importStore } from "../../../fileImports/importStore.ts";
import {
  refuseErrorRows,
  refuseReadings,
  type UploadedSheet,
  uploadedSheet,
} from "../../../fileImports/uploadedSheet.ts";
import { conflict, validationFailed } from "../../../problem.ts";
import { presentContract } from "../../contracts/present.ts";
import { type ContractRow, findContracts } from "../../contracts/queries/contracts.ts";
import {
  findOrganizations,
  findOwners,
  findPeriods,
  lockContracts,
} from "../../contracts/queries/manyContracts.ts";
import { editedValues, writeContract } from "../../contracts/service/changeContract.ts";
import { addContract } from "../../contracts/service/createContract.ts";

/** A change as it is stored. */
type ChangeRow = Omit<ContractChange, "contractId"> & { contract_id: number };

/** All system admins have the same imports. */
export const contractImports = importStore<ContractImportSummary, ChangeRow>({
  kind: contractImportKind,
  record: "contract",
  present: (contractImportId, stored) => ({ contractImportId, ...stored }),
});

/** Reads a file of contracts. Throws 422 FILE_UNREADABLE with a sentence that names the line, 431 LIMIT_EXCEEDED. */
function readContracts(
  files: Deps["files"],
  file: File,
  signal: AbortSignal,
): Promise<UploadedSheet<ContractField>> {
  return uploadedSheet(file, (bytes) => files.readContracts(bytes, signal), contractFileSentences);
}

/** Says what a file of contracts would do; nothing changes. Throws as `readContracts` does. */
export async function checkContractImport(
  { db, files, now }: Pick<Deps, "db" | "files" | "now">,
  file: File,
  signal: AbortSignal,
): Promise<ContractImportCheck> {
  const sheet = await readContracts(files, file, signal);
  const { rows, counts, digest } = await planImport(db, sheet.rows, tokyoDate(now()));
  return { ...sheet.file, digest, counts, rows: rows.map(presentRow) };
}

function presentRow(planned: PlannedRow): ContractImportCheck["rows"][number] {
  const { before, after, cells, ...row } = planned;
  return {
    ...row,
    nameToRead: nameToRead(planned),
    before: before && pick(before, ROW_FIELDS),
    after: after && pick(after, ROW_FIELDS),
    cells: row.verdict === "ERROR" ? cells : null,
  };
}

/** What an import would do with the database as it is now. */
interface Plan {
  /** As the file has them, which the digest stands for. */
  checked: PlannedRow[];
  /** With the readings that were chosen. */
  rows: PlannedRow[];
  /** The contracts that the file names, by their ids. */
  contracts: ReadonlyMap<number, ContractRow>;
  counts: ContractImportCounts;
  /** The same for plans that do the same. */
  digest: string;
}

/**
 * Compares the rows of a file with the contracts that are there on a day. Chosen readings are those of rows
 * that state none.
 */
async function planImport(
  db: Kysely<Tables>,
  staged: readonly StagedRow<ContractField>[],
  today: string,
  chosen: readonly ChosenReading[] = [],
): Promise<Plan> {
  const { organizations, contracts } = await knownOrganizations(db, staged, today);
  const emails = staged.flatMap(({ cells: { adminEmail } }) => adminEmail ?? []);
  const owners = await findOwners(db, [...new Set(emails)]);
  const known = { organizations, owners };
  const checked = planContracts(staged, known);
  const rows =
    chosen.length > 0
      ? planContracts(withReadings(staged, chosen, "adminNameKana"), known)
      : checked;
  return { checked, rows, contracts, counts: countsOf(rows), digest: digestOf(checked) };
}

/** The organizations that rows name, each with the contracts that they name of it. */
async function knownOrganizations(
  db: Kysely<Tables>,
  staged: readonly StagedRow<ContractField>[],
  today: string,
) {
  const starts = grouped(
    staged.flatMap(({ cells: { organizationNo = "", startDate = "" }, reason }) =>
      reason === null ? [[organizationNo, startDate] as const] : [],
    ),
  );
  const found = await findOrganizations(db, [...starts.keys()]);
  const periods = await findPeriods(
    db,
    found.map(({ organization_id }) => organization_id),
  );
  const named = found.flatMap(({ organization_id: id, organization_no: number }) => {
    const stated = new Set(starts.get(number));
    return (periods.get(id) ?? []).filter(({ startDate }) => stated.has(startDate));
  });
  const contracts = await findContracts(
    db,
    named.map(({ contractId }) => contractId),
  );
  const organizations = new Map(
    found.map((row): [string, KnownOrganization] => {
      const { organization_id: organizationId, organization_name: organizationName } = row;
      const own = periods.get(organizationId) ?? [];
      const byStart = own.flatMap(({ contractId, startDate }) => {
        const contract = contracts.get(contractId);
        return contract ? [[startDate, presentContract(contract, today)] as const] : [];
      });
      const known = { organizationId, organizationName, periods: own };
      return [row.organization_no, { ...known, contracts: new Map(byStart) }];
    }),
  );
  return { organizations, contracts };
}

function countsOf(rows: readonly PlannedRow[]): ContractImportCounts {
  const counts = { new: 0, update: 0, unchanged: 0, error: 0 };
  for (const { verdict } of rows) counts[COUNTED[verdict]] += 1;
  return counts;
}

const COUNTED = { NEW: "new", UPDATE: "update", UNCHANGED: "unchanged", ERROR: "error" } as const;

/** A contract that was changed in any way since has another version. */
function digestOf(rows: readonly PlannedRow[]): string {
  const done = rows.map(({ rowNo, verdict, cells, before, after }) => [
    rowNo,
    verdict,
    verdict === "ERROR" ? cells : null,
    verdict === "UPDATE" ? [before?.contractId, before?.version] : null,
    after && [after.organizationId, after.startDate],
    IMPORTED_FIELDS.map((field) => after?.[field]),
  ]);
  return sha256(JSON.stringify(done)).toString("base64url");
}

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
