import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import { organizationFields } from "../organizations/fields.ts";
import {
  ORGANIZATION_SORTS,
  organization,
  organizationFilters,
  organizationUpdate,
} from "../organizations/schemas.ts";
import { pageOf } from "../paging.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery } from "./parameters.ts";

/** An organization is created together with its first contract, so there is no POST. */
export const organizationEndpoints = {
  "GET /organizations": {
    area: "admin",
    access: "organization.manage",
    operationId: "listOrganizations",
    live: true,
    summary: "Lists organizations",
    query: listQuery({ sorts: ORGANIZATION_SORTS, filters: organizationFilters }),
    answers: { 200: pageOf(organization) },
  },
  "GET /organizations/{id}": {
    area: "admin",
    access: "organization.manage",
    operationId: "getOrganization",
    live: true,
    summary: "Reads an organization",
    params: idParams,
    answers: { 200: organization },
    etag: true,
  },
  "PATCH /organizations/{id}": {
    area: "admin",
    access: "organization.manage",
    operationId: "updateOrganization",
    audit: "組織を編集",
    summary: "Changes the name of an organization, or from where its users may call",
    params: idParams,
    body: organizationUpdate,
    answers: { 200: organization },
    etag: true,
    ifMatch: true,
  },
} satisfies Endpoints<"admin">;

export const organizationKind = auditedKind({
  name: "organization",
  label: "組織",
  resource: "organizations",
  schema: organization,
  update: organizationUpdate,
  fields: organizationFields,
  unlogged: {
    ...OF_EVERY_RECORD,
    organizationId: "is the target",
    organizationNo: "never changes",
    currentContractId: "follows from the contracts",
    currentContractStatus: "follows from the contracts",
    nextContractStartDate: "follows from the contracts",
    addressesHeldAt: "is an event of the restore",
    userCount: "counts other records",
    workspaceCount: "counts other records",
    dictionaryCount: "counts other records",
  },
});
