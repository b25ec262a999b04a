import { otherTargetLabels } from "../audit/labels.ts";
import { operationsWithoutEndpoint } from "../audit/operations.ts";
import type { AuditWords } from "../audit/words.ts";
import { adminEndpoints, auditedKinds, staffEndpoints } from "./areas.ts";
import type { Endpoints } from "./endpoint.ts";

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
    },
    kinds: Object.fromEntries([...kinds, ...others]),
  };
}

/** A refusal is logged of what else is not, so that every endpoint has words: its own, or none. */
function labelsOf(endpoints: Endpoints): Record<string, string> {
  return Object.fromEntries(
    Object.values(endpoints).flatMap(({ operationId, audit }) =>
      typeof audit === "string" ? [[operationId, audit]] : [],
    ),
  );
}
