import { describe, expect, it } from "vitest";
import { z } from "zod";
import { adminEndpoints, auditedKinds, staffEndpoints } from "../../domain/api/areas.ts";
import type { Endpoint } from "../../domain/api/endpoint.ts";
import { isNamedLikeSecret } from "../../domain/audit/kinds.ts";

const kinds = Object.values(auditedKinds);
const endpoints = [staffEndpoints, adminEndpoints].flatMap((area) =>
  Object.entries<Endpoint>(area),
);
const edits = endpoints.filter(([key]) => key.startsWith("PATCH "));

/** Fields of an edit that are written to another record, whose kind shows them. */
const elsewhere: Readonly<Record<string, string>> = {
  organizationName: "organization",
  organizationNameKana: "organization",
};

/** Fields of an edit whose values are shown with their names, as another field. */
const shownAs: Readonly<Record<string, string>> = {
  workspaceIds: "workspaces",
  organizationIds: "organizations",
};

/** The kind of the record at the end of a path, such as `/dictionaries/{id}/entries/{entryId}`. */
function kindOf(key: string) {
  const resource = key
    .split("/")
    .filter((part) => !part.startsWith("{"))
    .at(-1);
  return kinds.find((kind) => kind.resource === resource);
}

describe("an event of the audit log", () => {
  it.each(edits)("can show each field of %s", (key, { body, audit }) => {
    if (typeof audit === "object") return;
    const kind = kindOf(key);
    const sent = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
    expect(sent).not.toEqual([]);
    const missing = sent.filter((field) => {
      const owner = auditedKinds[elsewhere[field] ?? ""];
      return (
        !((shownAs[field] ?? field) in (kind?.fields ?? {})) && !(owner && field in owner.fields)
      );
    });
    expect(missing).toEqual([]);
  });

  it.each(kinds)("of a $name shows each field of its schema or says why not", (kind) => {
    const { schema, fields, unlogged } = kind;
    const declared = [...Object.keys(fields), ...Object.keys(unlogged)].toSorted();
    expect(declared).toEqual(Object.keys(schema.shape).toSorted());
    expect(Object.values({ ...fields, ...unlogged }).every((words) => words !== "")).toBe(true);
  });

  it.each(kinds)("of a $name shows no field that is named like a secret", ({ fields, schema }) => {
    // Whether there is one is no secret.
    const said = Object.keys(fields).filter(
      (field) => !(schema.shape[field] instanceof z.ZodBoolean),
    );
    expect(said.filter(isNamedLikeSecret)).toEqual([]);
  });

  it("would be refused for a field of a key, a token, a password or a hash", () => {
    const named = ["key", "serviceKey", "lockToken", "passwordHash", "webhookSecret"];
    expect(named.filter(isNamedLikeSecret)).toEqual(named);
    expect(["keyboard", "userName", "description"].filter(isNamedLikeSecret)).toEqual([]);
  });
});
