import { type ContractTerm, hasUsage, isTerminable } from "../../../../domain/contracts/rules.ts";

/** Why an action is impossible now: a key below resources.contracts.impossible. */
export type Reason = "expired" | "hasUsage" | "hasUsageOver";

interface PossibleActions {
  /** Only one of the two is possible: a terminated contract can only be reinstated. */
  ending: "terminate" | "reinstate";
  terminateImpossible: Reason | null;
  deleteImpossible: Reason | null;
}

interface ContractState extends ContractTerm {
  usedTranscriptCount: number;
  usedTranscriptMinutes: number;
}

/** The possible actions on `today`, a date in Asia/Tokyo, and why others are impossible. */
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
