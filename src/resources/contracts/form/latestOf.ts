/** The list parameters for the organization's contract that ends last. */
export const latestOf = (organizationId: number | undefined) => ({
  filter: { organizationId },
  pagination: { page: 1, perPage: 1 },
  sort: { field: "endDate", order: "DESC" } as const,
});
