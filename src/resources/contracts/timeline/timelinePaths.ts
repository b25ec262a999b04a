import { useCreatePath } from "react-admin";
import type { OwnContract } from "../../../../domain/contracts/schemas.ts";

/** What the timeline shows of a contract, in both areas. */
export type TimelineContract = Pick<
  OwnContract,
  | "contractId"
  | "startDate"
  | "endDate"
  | "terminationDate"
  | "status"
  | "maxTranscriptCount"
  | "maxTranscriptMinutes"
  | "usedTranscriptCount"
  | "usedTranscriptSeconds"
>;

export interface TimelinePaths {
  contract: (contractId: number) => string;
  /** The form of the contract that follows another, or fills the gap behind it. */
  next: (contractId: number, fillsGap: boolean) => string;
}

export function useTimelinePaths(): TimelinePaths {
  const createPath = useCreatePath();
  return {
    contract: (id) => createPath({ resource: "contracts", type: "show", id }),
    next: (id, fillsGap) => {
      const path = createPath({ resource: "contracts", type: "create" });
      return `${path}?renew=${id}${fillsGap ? "&gap" : ""}`;
    },
  };
}
