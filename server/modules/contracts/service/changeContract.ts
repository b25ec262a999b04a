import { contractKind } from "../../../../domain/api/contracts.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { refuseStale } from "../../../audit/refuseStale.ts";
import type { Deps } from "../../../context.ts";
import type { Transact, WriteTransaction } from "../../../db/transact.ts";
import type { IfMatch } from "../../../plugins/versions.ts";
import { notFound } from "../../../problem.ts";
import { presentContract } from "../present.ts";
import type { ContractRow } from "../queries/contracts.ts";
import { lockContract, updateContract } from "../queries/writes.ts";
import { publishContract } from "./publishContract.ts";

export type ChangeDeps = Pick<Deps, "now"> & { transact: Transact };

export interface ChangeTarget {
  contractId: number;
  ifMatch: IfMatch | undefined;
}

export interface Change {
  trx: WriteTransaction;
  row: ContractRow;
  contract: Contract;
  today: string;
}

export type ChangedColumns = Partial<ContractRow> & { admin_key?: string };

/**
 * Changes a contract in one transaction. `change` checks the rules and returns the columns to set;
 * without any, the version stays. Throws 404, 412 with the current record, and whatever `change`
 * throws.
 */
export function changeContract(
  { now, transact }: ChangeDeps,
  { contractId, ifMatch }: ChangeTarget,
  change: (change: Change) => Promise<ChangedColumns | undefined>,
): Promise<Contract> {
  return transact(async (trx) => {
    const row = await lockContract(trx, contractId);
    if (!row) throw notFound();
    const at = now();
    const today = tokyoDate(at);
    const contract = presentContract(row, today);
    await refuseStale(trx, ifMatch, contract, { kind: contractKind.name, id: contractId });
    const columns = await change({ trx, row, contract, today });
    if (!columns) return contract;
    return writeContract(trx, { row, contract, columns, at });
  });
}

interface ContractWrite {
  row: ContractRow;
  /** The row as it is answered today. */
  contract: Contract;
  columns: ChangedColumns;
  at: Date;
}

/** Writes a contract that is locked, publishes and logs it. */
export async function writeContract(
  trx: WriteTransaction,
  { row, contract, columns, at }: ContractWrite,
): Promise<Contract> {
  const written = { ...columns, version: row.version + 1, updated_at: at };
  await updateContract(trx, row, written);
  const changed = presentContract({ ...row, ...written }, tokyoDate(at));
  await publishContract(trx, changed, { before: contract, after: changed });
  return changed;
}
