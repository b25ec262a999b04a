import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { adminEndpoints, staffEndpoints } from "../../domain/api/areas.ts";
import { scimEndpoints } from "../../domain/api/scim.ts";
import { apiDocument } from "../../server/openapi/document.ts";

/** The findings of `redocly lint` with its recommended rules, including warnings. */
async function lint(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const source = JSON.stringify(document);
  const found = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  return found.map(
    ({ severity, ruleId, message, location: [at] }) =>
      `${severity} ${ruleId} ${at?.pointer}: ${message}`,
  );
}

const document = apiDocument(
  { staff: staffEndpoints, admin: adminEndpoints, scim: scimEndpoints },
  "1.0.0",
);

it("finds nothing in the document", async () => {
  expect(await lint(document)).toEqual([]);
});

it("finds what is missing", async () => {
  const found = await lint({ ...document, servers: [], components: {} });
  expect(found.join("\n")).toContain("no-empty-servers");
  expect(found.join("\n")).toContain("no-unresolved-refs");
});
