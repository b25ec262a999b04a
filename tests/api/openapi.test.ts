import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { credentialOf } from "../../domain/access.ts";
import { PROBLEM_CODES } from "../../domain/problem.ts";
import { type TestApi, testApi } from "../support/api.ts";

const operation = z.looseObject({
  tags: z.array(z.enum(["staff", "admin"])),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: z.looseObject({}).optional(),
  parameters: z.array(z.looseObject({ in: z.string(), name: z.string() })).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.unknown()).optional() }),
  ),
});
const contract = z.looseObject({
  openapi: z.string(),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

let api: TestApi;
let document: z.infer<typeof contract>;
let text: string;

beforeAll(async () => {
  api = await testApi("pglite");
  const answer = await api.anonymous.get("/api/openapi.json");
  text = answer.text;
  document = contract.parse(answer.body);
});
afterAll(() => api.close());

const apiRoutes = () =>
  api.app.registeredRoutes.filter(
    ({ method, url }) => method !== "HEAD" && /^(\/admin)?\/api\/v1\//.test(url),
  );

const operationOf = ({ method, url }: { method: string; url: string }) =>
  document.paths[url.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];

it("is OpenAPI 3.1", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.info.title).toBe("Knowledge Insight");
});

it("describes every route of both areas, and no other", () => {
  for (const route of apiRoutes()) expect(operationOf(route), `${route.url}`).toBeDefined();
  const described = Object.values(document.paths).flatMap((path) => Object.keys(path));
  expect(described).toHaveLength(apiRoutes().length);
});

it("names the credential of each operation", () => {
  for (const route of apiRoutes()) {
    const admin = route.url.startsWith("/admin");
    const expected =
      credentialOf(route.access) === "none" ? [] : [admin ? { adminSession: [] } : { idToken: [] }];
    expect(operationOf(route)?.security, route.url).toEqual(expected);
    expect(operationOf(route)?.tags).toEqual([admin ? "admin" : "staff"]);
  }
  expect(Object.keys(document.components.securitySchemes)).toEqual(["idToken", "adminSession"]);
});

it("states success and problems of each operation", () => {
  for (const route of apiRoutes()) {
    const responses = operationOf(route)?.responses ?? {};
    const statuses = Object.keys(responses);
    expect(
      statuses.some((status) => status.startsWith("2")),
      route.url,
    ).toBe(true);
    expect(statuses).toContain("500");
    expect(statuses).toContain("503");
    expect(statuses).toContain("429");
    if (credentialOf(route.access) === "user") expect(statuses).toContain("401");
    if (route.url.includes(":")) expect(statuses).toContain("404");
    for (const status of statuses.filter((each) => /^[45]/.test(each))) {
      expect(Object.keys(responses[status]?.content ?? {})).toEqual(["application/problem+json"]);
    }
  }
});

it("states that what is locked is refused, and what to send along", () => {
  for (const [method, url] of [
    ["PATCH", "/api/v1/dictionaries/:id"],
    ["DELETE", "/api/v1/dictionaries/:id"],
    ["PUT", "/api/v1/dictionaries/:id/lock"],
  ] as const) {
    const statuses = Object.keys(operationOf({ method, url })?.responses ?? {});
    expect(statuses, url).toEqual(expect.arrayContaining(["423", "428"]));
  }
});

it("describes queries, path parameters and bodies", () => {
  const profile = operationOf({ method: "PATCH", url: "/api/v1/users/me" });
  expect(JSON.stringify(profile?.requestBody)).toContain("lastSelectedWorkspaceId");
  for (const route of apiRoutes().filter(({ url }) => url.includes(":id"))) {
    const names = operationOf(route)?.parameters?.map((each) => `${each.in} ${each.name}`);
    expect(names, route.url).toContain("path id");
  }
});

it("resolves every reference it makes", () => {
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(0);
  for (const [, name = ""] of references) {
    expect(Object.keys(document.components.schemas)).toContain(name);
  }
});

it("lists every code a problem can carry", () => {
  expect(JSON.stringify(document.components.schemas.Problem)).toContain(
    JSON.stringify(PROBLEM_CODES),
  );
});
