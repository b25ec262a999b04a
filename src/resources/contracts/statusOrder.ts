import type { ContractStatus } from "../../../domain/contractRules.ts";

/** The order on screens: running, needs attention, over. */
export const STATUS_ORDER: readonly ContractStatus[] = [
  "ACTIVE",
  "EXPIRING",
  "UPCOMING",
  "EXPIRED",
  "TERMINATED",
];
