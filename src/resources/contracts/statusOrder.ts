import type { ContractStatus } from "../../../domain/contractRules.ts";

/**
 * The order on screens: running contracts first, then those that need attention, then finished
 * ones.
 */
export const STATUS_ORDER: readonly ContractStatus[] = [
  "ACTIVE",
  "EXPIRING",
  "UPCOMING",
  "EXPIRED",
  "TERMINATED",
];
