import type { ContractStatus } from "../../../domain/contractRules.ts";

/** The order in which a person looks for a status: what runs, what needs care, what is over. */
export const STATUS_ORDER: readonly ContractStatus[] = [
  "ACTIVE",
  "EXPIRING",
  "UPCOMING",
  "EXPIRED",
  "TERMINATED",
];
