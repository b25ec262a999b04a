import { adminSearchResult, searchQuery, staffSearchResult } from "../search/schemas.ts";
import type { Endpoint, Endpoints } from "./endpoint.ts";

const search = {
  query: searchQuery,
  description:
    "At most five of each kind, those that match best first, and only kinds that the caller may read. Texts are compared as in lists; entries from the beginning of their surface or reading.",
} satisfies Partial<Endpoint>;

export const adminSearchEndpoints = {
  "GET /search": {
    area: "admin",
    access: ["systemAdmin"],
    operationId: "searchAll",
    summary: "Finds contracts, organizations and users",
    ...search,
    answers: { 200: adminSearchResult },
  },
} satisfies Endpoints<"admin">;

export const searchEndpoints = {
  "GET /search": {
    area: "staff",
    access: ["staff"],
    operationId: "searchOwn",
    summary: "Finds dictionaries, entries, workspaces and members of the own organization",
    ...search,
    answers: { 200: staffSearchResult },
  },
} satisfies Endpoints<"staff">;
