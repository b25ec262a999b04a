import type { Transaction } from "kysely";
import {
  type ContractChange,
  type ContractImportSummary,
  type StoredContract,
  type UndoRefusal,
  undoneEnd,
  undoOverlaps,
  undoRefusal,
} from "../../../../domain/contractImports/schemas.ts";
import { effectiveEnd } from "../../../../domain/contracts/rules.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import { MOST_NAMED } from "../../../../domain/imports/rules.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact, WriteTransaction } from "../../../db/transact.ts";
import { conflict } from "../../../problem.ts";
import { presentContract } from "../../contracts/present.ts";
import {
  type ContractRow,
  deleteContract,
  findBlocking,
  findContracts,
} from "../../contracts/queries/contracts.ts";
import {
  findOwners,
  findPeriods,
  isUsedAfter,
  lockContracts,
} from "../../contracts/queries/manyContracts.ts";
import {
  editedValues,
  publishContract,
  writeContract,
} from "../../contracts/service/changeContract.ts";
import { contractImports } from "./commitImport.ts";

/**
 * Undoes an import, all or nothing: what it added is deleted, what it changed has the former values.
 * Contracts that were deleted since stay so. Throws 404, 409 ALREADY_REVERTED, UNDO_REFUSED with up to
 * 100 contracts that were changed or used since, 422 TOO_LATE after 7 days.
 */
export function revertContractImport(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  importId: number,
): Promise<ContractImportSummary> {
  return transact(async (trx) => {
    const at = now();
    const { row } = await contractImports.revert(
      trx,
      { importId },
      at,
      async (rows, { result }) => {
        // An erasing has taken what the import changed of an admin.
        const isWhole = rows.length === result.added + result.updated;
        if (!isWhole) throw conflict("UNDO_REFUSED", { extra: { contracts: [] } });
        const changes = rows.map(({ contract_id: contractId, ...row }) => ({ contractId, ...row }));
        const found = await lockContractRows(trx, changes, tokyoDate(at));
        await refuseChanged(trx, changes, found);
        const undone = { removed: 0, restored: 0 };
        for (const change of inOrder(changes, found)) {
          const locked = found.get(change.contractId);
          if (!locked) continue;
          await undoChange(trx, change, locked, at);
          undone[change.before ? "restored" : "removed"] += 1;
        }
        return { undone, written: [...found.keys()] };
      },
    );
    return contractImports.present(row, at);
  });
}

interface LockedContract {
  row: ContractRow;
  contract: Contract;
}
type LockedContracts = ReadonlyMap<number, LockedContract>;

/** Locks the contracts that are still there, and reads them as they are. */
async function lockContractRows(
  trx: Transaction<Tables>,
  changes: readonly ContractChange[],
  today: string,
): Promise<LockedContracts> {
  const ids = changes.map(({ contractId }) => contractId);
  const named = [...(await findContracts(trx, ids)).values()];
  const organizations = [...new Set(named.map(({ organization_id }) => organization_id))];
  await lockContracts(trx, ids, organizations, "delete");
  const rows = await findContracts(trx, ids);
  return new Map(
    [...rows].map(([id, row]) => [id, { row, contract: presentContract(row, today) }]),
  );
}

/** Throws 409 UNDO_REFUSED. */
async function refuseChanged(
  trx: Transaction<Tables>,
  changes: readonly ContractChange[],
  found: LockedContracts,
): Promise<void> {
  const owners = await findOwners(
    trx,
    changes.flatMap(({ before }) => before?.adminEmail ?? []),
  );
  const reasons = new Map<number, UndoRefusal>();
  for (const change of changes) {
    const locked = found.get(change.contractId);
    if (!locked) continue;
    const { contract, row } = locked;
    const owner = owners.get(change.before?.adminEmail ?? "");
    const isEmailTaken = owner !== undefined && owner !== contract.organizationId;
    const end = undoneEnd(change, contract);
    const isUsed =
      end === null
        ? !change.before && (await findBlocking(trx, row)) !== null
        : await isUsedAfter(trx, contract, end);
    const reason = undoRefusal(change, { contract, isUsed, isEmailTaken });
    if (reason) reasons.set(change.contractId, reason);
  }
  for (const id of await overlapping(trx, changes, found)) {
    if (!reasons.has(id)) reasons.set(id, "OVERLAPS");
  }
  if (reasons.size === 0) return;
  const contracts = [...reasons].slice(0, MOST_NAMED).flatMap(([id, reason]): StoredContract[] => {
    const contract = found.get(id)?.contract;
    if (!contract) return [];
    const { contractId, organizationName, startDate, endDate } = contract;
    return [{ contractId, organizationName, startDate, endDate, reason }];
  });
  throw conflict("UNDO_REFUSED", { extra: { contracts } });
}

async function overlapping(
  trx: Transaction<Tables>,
  changes: readonly ContractChange[],
  found: LockedContracts,
): Promise<number[]> {
  const byId = new Map(changes.map((change) => [change.contractId, change]));
  const contracts = new Map([...found].map(([id, { contract }]) => [id, contract]));
  const organizations = new Set([...contracts.values()].map((one) => one.organizationId));
  const periods = await findPeriods(trx, [...organizations]);
  return [...periods.values()].flatMap((own) => undoOverlaps({ periods: own }, byId, contracts));
}

/** Those that give days up come first, as in the commit. */
function inOrder(changes: readonly ContractChange[], found: LockedContracts): ContractChange[] {
  const takes = ({ contractId, before }: ContractChange) => {
    const contract = found.get(contractId)?.contract;
    if (!before || !contract) return false;
    return effectiveEnd({ ...contract, ...before }) > effectiveEnd(contract);
  };
  return [...changes.filter((one) => !takes(one)), ...changes.filter(takes)];
}

async function undoChange(
  trx: WriteTransaction,
  { before }: ContractChange,
  { row, contract }: LockedContract,
  at: Date,
): Promise<void> {
  if (before) {
    const columns = editedValues({ ...contract, ...before });
    await writeContract(trx, { row, contract, columns, at });
  } else {
    await deleteContract(trx, row);
    await publishContract(trx, contract, { before: contract, after: null });
  }
}
