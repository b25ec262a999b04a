import { contractKind } from "../../../../domain/api/contracts.ts";
import { type ContractChanges, changesOf, editErrors } from "../../../../domain/contracts/edit.ts";
import {
  effectiveEnd,
  hasUsage,
  isTerminable,
  isWithin,
} from "../../../../domain/contracts/rules.ts";
import type {
  Contract,
  ContractTermination,
  ContractUpdate,
} from "../../../../domain/contracts/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { refuseStale } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import { transactOn } from "../../../db/transact.ts";
import { conflict, notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { presentContract } from "../present.ts";
import {
  deleteContract,
  findBlocking,
  lockContract,
  lockPeriods,
  lockUsage,
} from "../queries/contracts.ts";
import {
  type Change,
  type ChangeDeps,
  type ChangedColumns,
  type ChangeTarget,
  changeContract,
  editedValues,
  publishContract,
} from "./changeContract.ts";
import { emailErrors, refuseOverlap } from "./createContract.ts";

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
    const blocking = hasUsage(contract) ? "LEDGER" : await findBlocking(trx, row);
    if (blocking !== null) {
      throw conflict(blocking === "LEDGER" ? "CONTRACT_HAS_USAGE" : "CONTRACT_HAS_CLOSINGS");
    }
    await deleteContract(trx, row);
    await publishContract(trx, contract, { before: contract, after: null });
    return contract;
  });
}

/**
 * Ends a contract after a day of its period (docs/product/contracts.md#ending). Throws 404, 412,
 * 422 CONTRACT_NOT_TERMINABLE if it is expired or terminated, 422 `errors.terminationDate` for a
 * day outside the period.
 */
export function terminateContract(
  deps: ChangeDeps,
  target: ChangeTarget,
  { terminationDate, reason }: ContractTermination,
): Promise<Contract> {
  const terminate = async ({ contract, today }: Change) => {
    if (!isTerminable(contract, today)) throw ruleBroken("CONTRACT_NOT_TERMINABLE");
    if (!isWithin(contract, terminationDate)) {
      throw validationFailed({ terminationDate: fieldSentences.terminationOutsidePeriod });
    }
    return { termination_date: terminationDate, termination_reason: reason };
  };
  return changeContract(deps, target, terminate);
}

/**
 * Reverts a termination. Throws 404, 412, 422 CONTRACT_NOT_TERMINATED, 409 PERIOD_OVERLAPS with the
 * contracts that have started since.
 */
export function reinstateContract(deps: ChangeDeps, target: ChangeTarget): Promise<Contract> {
  return changeContract(deps, target, reinstate);
}

async function reinstate({ trx, contract }: Change): Promise<ChangedColumns> {
  const { organizationId, contractId, startDate, endDate, terminationDate } = contract;
  if (terminationDate === null) throw ruleBroken("CONTRACT_NOT_TERMINATED");
  await lockPeriods(trx, organizationId);
  await refuseOverlap(trx, { organizationId, startDate, endDate, excludeContractId: contractId });
  return { termination_date: null, termination_reason: null };
}
