import { RUNNING } from "../statusOrder.ts";
/** The list parameters for the organization's contract that ends last. */
export const latestOf = (organizationId: number | undefined) => ({
  filter: { organizationId },
  pagination: { page: 1, perPage: 1 },
  sort: { field: "endDate", order: "DESC" } as const,
});

/** The list parameters for the organization's contract that covers today. */
export const runningOf = (organizationId: number | undefined) => ({
  ...latestOf(organizationId),
  filter: { organizationId, status: RUNNING },
});

/** The list parameters for an organization's contracts, the latest hundred. */
export const allOf = (organizationId: number | undefined) => ({
  ...latestOf(organizationId),
  pagination: { page: 1, perPage: 100 },
});
