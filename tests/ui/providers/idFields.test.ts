import { expect, it } from "vitest";
import { z } from "zod";
import { adminEndpoints, staffEndpoints } from "../../../domain/api/areas.ts";
import type { Endpoint, Endpoints } from "../../../domain/api/endpoint.ts";
import { idField } from "../../../src/providers/data/listQuery.ts";

const declared = (endpoints: Endpoints): [string, Endpoint][] => Object.entries(endpoints);

/** The declared lists of resources: `GET /contracts` and the schema of its records. */
const lists = [...declared(staffEndpoints), ...declared(adminEndpoints)]
  .filter(([key]) => /^GET \/[\w-]+$/.test(key))
  .flatMap(([key, { answers }]) => {
    const page = "200" in answers && answers[200];
    const content = page instanceof z.ZodObject && page.shape.content;
    const record = content instanceof z.ZodArray && content.element;
    return record instanceof z.ZodObject ? [{ resource: key.replace("GET /", ""), record }] : [];
  });

it.each(lists)("finds the id of $resource in its records", ({ resource, record }) => {
  expect(Object.keys(record.shape)).toContain(idField(resource));
});

it("covers the lists of both areas", () => {
  expect(lists.map(({ resource }) => resource)).toEqual(
    expect.arrayContaining(["workspaces", "dictionaries", "organizations", "service-keys"]),
  );
});
