import type { SortPayload } from "react-admin";

/** The order of each list before the user chooses another. */
export const listSorts = {
  alerts: { field: "raisedAt", order: "DESC" },
  "audit-events": { field: "occurredAt", order: "DESC" },
  contracts: { field: "contractId", order: "ASC" },
  dictionaries: { field: "dictionaryId", order: "ASC" },
  organizations: { field: "organizationNo", order: "ASC" },
  "service-keys": { field: "createdAt", order: "DESC" },
  users: { field: "userName", order: "ASC" },
  webhooks: { field: "createdAt", order: "DESC" },
  workspaces: { field: "workspaceName", order: "ASC" },
} as const satisfies Record<string, SortPayload>;

export const ROWS_PER_PAGE = 10;
