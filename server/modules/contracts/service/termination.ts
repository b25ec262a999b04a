import { isTerminable, isWithin } from "../../../../domain/contracts/rules.ts";
import type { Contract, ContractTermination } from "../../../../domain/contracts/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { ruleBroken, validationFailed } from "../../../problem.ts";
import { lockPeriods } from "../queries/periods.ts";
import {
  type Change,
  type ChangeDeps,
  type ChangedColumns,
  type ChangeTarget,
  changeContract,
} from "./changeContract.ts";
import { refuseOverlap } from "./checkContract.ts";

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
