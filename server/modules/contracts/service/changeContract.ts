import type { Insertable } from "kysely";
import { contractKind } from "../../../../domain/api/contracts.ts";
import { withBlanks } from "../../../../domain/contracts/edit.ts";
import { EDITABLE_FIELDS, type EditableField } from "../../../../domain/contracts/fields.ts";
import type { Contract, ContractCreate } from "../../../../domain/contracts/schemas.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { WebhookEvent } from "../../../../domain/webhooks/rules.ts";
import { refuseStale } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import { adminNameColumns, fieldColumns } from "../../../db/listPage.ts";
import type { ContractsTable } from "../../../db/tables.ts";
import type { Transact, WriteTransaction } from "../../../db/transact.ts";
import {
  type ChangedRecord,
  publishChange,
  publishUnlogged,
} from "../../../events/publishChange.ts";
import type { IfMatch } from "../../../plugins/preconditions.ts";
import { notFound } from "../../../problem.ts";
import { requestAlerts } from "../../alerts/queries/alerts.ts";
import { queueDeliveries } from "../../webhooks/queries/webhooks.ts";
import { presentContract } from "../present.ts";
import { type ContractRow, lockContract, updateContract } from "../queries/contracts.ts";

const editable = fieldColumns(EDITABLE_FIELDS);

/** The row of a new contract. */
export function contractValues(
  input: ContractCreate & { organizationId: number },
  at: Date,
): Insertable<ContractsTable> {
  const { organizationId: organization_id } = input;
  return { organization_id, ...editedValues(withBlanks(input)), created_at: at, updated_at: at };
}

/** The columns of an edited contract; `edited` is the whole contract. */
export function editedValues(edited: Pick<Contract, EditableField>) {
  return {
    ...editable.write(edited),
    ...adminNameColumns(edited.adminName, edited.adminNameKana),
  };
}

type ContractChange = Pick<
  ChangedRecord<typeof contractKind.schema>,
  "before" | "after" | "counts" | "reason" | "isAction"
>;

/**
 * Publishes and logs a changed contract, tells members that what is left of it changed, and receivers
 * of both, and requests alerts if they may follow from the change.
 */
export async function publishContract(
  trx: WriteTransaction,
  {
    organizationId,
    contractId,
    organizationName,
  }: Pick<Contract, "organizationId" | "contractId" | "organizationName">,
  change: ContractChange,
): Promise<void> {
  const contract = { kind: contractKind, id: contractId, name: organizationName } as const;
  await publishChange(trx, { ...contract, organizationId, ...change });
  const limits = { organizationId, resource: "limits", id: organizationId };
  await publishUnlogged(trx, limits, "updated");
  for (const type of contractEvents(change)) queueDeliveries(trx, { organizationId, type });
  queueDeliveries(trx, { organizationId, type: "limits.changed" });
  if (concernsAlerts(change)) requestAlerts(trx, organizationId);
}

const CAUSES_OF_ALERTS = [
  "startDate",
  "endDate",
  "terminationDate",
  "maxTranscriptCount",
  "maxTranscriptMinutes",
] as const;

/** Without the contract before and after, its use has changed. */
function concernsAlerts({ before, after }: ContractChange): boolean {
  return !before || !after || CAUSES_OF_ALERTS.some((field) => before[field] !== after[field]);
}

/** What receivers are notified of a contract; none of an adjustment, which changes its limits only. */
function contractEvents({ before, after }: ContractChange): WebhookEvent[] {
  if (before === undefined || after === undefined) return [];
  if (before === null) return ["contract.created"];
  const isOver = (contract: typeof after) =>
    contract === null || contract.status === "EXPIRED" || contract.status === "TERMINATED";
  return isOver(after) && !isOver(before) ? ["contract.ended"] : ["contract.updated"];
}

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
