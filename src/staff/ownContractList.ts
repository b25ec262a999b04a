/** The contracts of the own organization, latest first; the parts of the home share the request. */
export const OWN_CONTRACTS = {
  pagination: { page: 1, perPage: 10 },
  sort: { field: "startDate", order: "DESC" },
} as const;
