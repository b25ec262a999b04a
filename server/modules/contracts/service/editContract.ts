import { contractKind } from "../../../../domain/api/contracts.ts";
import { type ContractChanges, changesOf, editErrors } from "../../../../domain/contracts/edit.ts";
import { effectiveEnd, hasUsage } from "../../../../domain/contracts/rules.ts";
import type { Contract, ContractUpdate } from "../../../../domain/contracts/schemas.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { refuseStale } from "../../../audit/refuseStale.ts";
import type { Deps } from "../../../context.ts";
import { transactOn } from "../../../db/transact.ts";
import { conflict, notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { presentContract } from "../present.ts";
import { lockPeriods } from "../queries/periods.ts";
import { deleteContract, findKept, lockContract, lockUsage } from "../queries/writes.ts";
import {
  type Change,
  type ChangeDeps,
  type ChangeTarget,
  changeContract,
} from "./changeContract.ts";
import { emailErrors, refuseOverlap } from "./checkContract.ts";
import { editedValues } from "./contractValues.ts";
import { publishContract } from "./publishContract.ts";

/**
 * Edits a contract as far as its status allows (docs/product/contracts.md#edits). Unchanged fields
 * are always allowed; organizations are renamed at /organizations. Throws 404, 412, 422 with an
 * error per rejected field, 409 PERIOD_OVERLAPS with the conflicts.
 */
export function editContract(
  deps: ChangeDeps,
  target: ChangeTarget,
  update: ContractUpdate,
): Promise<Contract> {
  return changeContract(deps, target, async (change) => {
    const changes = changesOf(change.contract, update);
    if (Object.keys(changes).length === 0) return undefined;
    const contract = dependsOnUse(changes) ? await withUseLocked(change) : change.contract;
    await checkChanges(change, contract, changes);
    const edited = { ...contract, ...changes };
    if (changes.startDate || changes.endDate) await refuseOverlapOf(change, edited);
    return editedValues(edited);
  });
}

function dependsOnUse({ startDate, maxTranscriptCount, maxTranscriptMinutes }: ContractChanges) {
  return [startDate, maxTranscriptCount, maxTranscriptMinutes].some((value) => value !== undefined);
}

async function withUseLocked({ trx, row, today }: Change): Promise<Contract> {
  return presentContract({ ...row, ...(await lockUsage(trx, row)) }, today);
}

async function checkChanges(
  { trx }: Change,
  contract: Contract,
  changes: ContractChanges,
): Promise<void> {
  const checked = editErrors(contract, changes);
  const email = changes.adminEmail
    ? await emailErrors(trx, changes.adminEmail, contract.organizationId)
    : {};
  const errors = { ...email, ...checked.errors };
  if (checked.readOnly) throw ruleBroken("CONTRACT_NOT_EDITABLE", { errors });
  if (Object.keys(errors).length > 0) throw validationFailed(errors);
}

async function refuseOverlapOf({ trx }: Change, edited: Contract): Promise<void> {
  const { organizationId, startDate, contractId } = edited;
  await lockPeriods(trx, organizationId);
  const endDate = effectiveEnd(edited);
  await refuseOverlap(trx, { organizationId, startDate, endDate, excludeContractId: contractId });
}

/** Deletes an unused contract and returns it. Throws 404, 412, 409 CONTRACT_HAS_USAGE, CONTRACT_HAS_CLOSINGS. */
export function removeContract(
  { db, now }: Pick<Deps, "db" | "now">,
  { contractId, ifMatch }: ChangeTarget,
): Promise<Contract> {
  return transactOn(db)(async (trx) => {
    const row = await lockContract(trx, contractId, "delete");
    if (!row) throw notFound();
    const contract = presentContract({ ...row, ...(await lockUsage(trx, row)) }, tokyoDate(now()));
    await refuseStale(trx, ifMatch, contract, { kind: contractKind.name, id: contractId });
    const kept = hasUsage(contract) ? "LEDGER" : await findKept(trx, row);
    if (kept !== null) {
      throw conflict(kept === "LEDGER" ? "CONTRACT_HAS_USAGE" : "CONTRACT_HAS_CLOSINGS");
    }
    await deleteContract(trx, row);
    await publishContract(trx, contract, { before: contract, after: null });
    return contract;
  });
}
