import type { ContractStatus } from "../../../../domain/contracts/rules.ts";

/** The list parameters for the organization's contract that ends last. */
export const latestOf = (organizationId: number | undefined) => ({
  filter: { organizationId },
  pagination: { page: 1, perPage: 1 },
  sort: { field: "endDate", order: "DESC" } as const,
});

/** The list parameters for the organization's contract that covers today. */
export const runningOf = (organizationId: number | undefined) => ({
  ...latestOf(organizationId),
  filter: { organizationId, status: RUNNING.join(",") },
});

/** The list parameters for an organization's contracts, the latest hundred. */
export const allOf = (organizationId: number | undefined) => ({
  ...latestOf(organizationId),
  pagination: { page: 1, perPage: 100 },
});

const RUNNING: readonly ContractStatus[] = ["ACTIVE", "EXPIRING"];

export function isRunning({ status }: { status: ContractStatus }): boolean {
  return RUNNING.includes(status);
}
