import { otherTargetLabels } from "../audit/labels.ts";
import { operationsWithoutEndpoint, SIGN_INS } from "../audit/operations.ts";
import type { AuditWords } from "../audit/words.ts";
import { adminEndpoints, auditedKinds, staffEndpoints } from "./areas.ts";
import type { Endpoints } from "./endpoint.ts";
import { proposalKind } from "./proposals.ts";
import { scimEndpoints } from "./scim.ts";

/** The words of the audit log as the endpoints and the kinds of records declare them. */
export function auditWords(): AuditWords {
  const kinds = Object.entries(auditedKinds).map(([name, kind]) => {
    const { label, resource, fields, sets, update } = kind;
    const editable = Object.keys(fields).filter((field) => update && field in update.shape);
    return [name, { label, resource, fields, sets, editable }];
  });
  const others = Object.entries(otherTargetLabels).map(([name, label]) => [
    name,
    { label, resource: null, fields: {}, sets: {}, editable: [] },
  ]);
  return {
    operations: {
      ...operationsWithoutEndpoint,
      ...labelsOf(staffEndpoints),
      ...labelsOf(adminEndpoints),
      ...labelsOf(scimEndpoints),
    },
    groups: {
      ...groupsOf(adminEndpoints, "adminSignIn"),
      ...groupsOf(staffEndpoints, "signIn"),
      ...directoryGroups(),
      signIn: "signIn",
      supersedeProposals: proposalKind.name,
    },
    kinds: Object.fromEntries([...kinds, ...others]),
  };
}

/** The kind that an operation is about: the one whose resource heads the path of its endpoint. */
function groupsOf(endpoints: Endpoints, signIn: string): Record<string, string> {
  const kinds = Object.entries(auditedKinds);
  return Object.fromEntries(
    Object.entries(endpoints).flatMap(([route, { operationId }]) => {
      const first = route.split("/")[1];
      const kind = kinds.find(([, { resource }]) => resource === first)?.[0];
      const group = SIGN_INS.includes(operationId) ? signIn : kind;
      return group ? [[operationId, group]] : [];
    }),
  );
}

/** What a directory does to people, and to its groups, most of which are workspaces. */
function directoryGroups(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(scimEndpoints).flatMap(([route, endpoint]) => {
      const group = route.includes("/Users") ? "user" : "workspace";
      return "audit" in endpoint ? [[endpoint.operationId, group]] : [];
    }),
  );
}

/** A refusal is logged of what else is not, so that every endpoint has words: its own, or none. */
function labelsOf(endpoints: Endpoints): Record<string, string> {
  return Object.fromEntries(
    Object.values(endpoints).flatMap(({ operationId, audit }) =>
      typeof audit === "string" ? [[operationId, audit]] : [],
    ),
  );
}
