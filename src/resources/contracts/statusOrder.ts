import type { ContractStatus } from "../../../domain/contracts/rules.ts";
import { RUNNING_STATUSES } from "../../../domain/contracts/rules.ts";

/** The order on screens: running, needs attention, over. */
export const STATUS_ORDER: readonly ContractStatus[] = [
  "ACTIVE",
  "EXPIRING",
  "UPCOMING",
  "EXPIRED",
  "TERMINATED",
];

/** The statuses of the contracts that cover today, as a filter of the list. */
export const RUNNING = RUNNING_STATUSES.join(",");
