import type { OwnContract } from "../../../../domain/contracts/schemas.ts";

/** What the use over time shows of a contract, in both areas. */
export type UsageContract = Pick<
  OwnContract,
  | "contractId"
  | "startDate"
  | "endDate"
  | "maxTranscriptCount"
  | "maxTranscriptMinutes"
  | "usedTranscriptCount"
  | "usedTranscriptMinutes"
>;
