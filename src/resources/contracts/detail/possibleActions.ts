import { type ContractTerm, hasUsage, isTerminable } from "../../../../domain/contractRules.ts";

/** Why something cannot be done now: a key below resources.contracts.impossible. */
export type Reason = "expired" | "hasUsage" | "hasUsageOver";

interface PossibleActions {
  /** One of the two is offered: what is terminated can only be reinstated. */
  ending: "terminate" | "reinstate";
  terminateImpossible: Reason | null;
  deleteImpossible: Reason | null;
}

interface ContractState extends ContractTerm {
  usedTranscriptCount: number;
  usedTranscriptMinutes: number;
}

/** What can be done with a contract on `today`, the date in Asia/Tokyo, and if not, why. */
export function possibleActions(contract: ContractState, today: string): PossibleActions {
  const terminable = isTerminable(contract, today);
  return {
    ending: contract.terminationDate === null ? "terminate" : "reinstate",
    terminateImpossible: terminable ? null : "expired",
    deleteImpossible: deleteImpossible(contract, terminable),
  };
}

function deleteImpossible(contract: ContractState, terminable: boolean): Reason | null {
  if (!hasUsage(contract)) return null;
  return terminable ? "hasUsage" : "hasUsageOver";
}
