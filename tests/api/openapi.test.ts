import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { credentialsOf } from "../../domain/access.ts";
import { adminEndpoints, staffEndpoints } from "../../domain/api/areas.ts";
import type { Endpoint } from "../../domain/api/endpoint.ts";
import { scimEndpoints } from "../../domain/api/scim.ts";
import { PROBLEM_CODES } from "../../domain/problems/codes.ts";
import packageFile from "../../package.json" with { type: "json" };
import { problemStatuses } from "../../server/problemStatuses.ts";
import { suiteApi } from "../support/api.ts";
import { usualEngine } from "../support/database.ts";
import { schemaCheck } from "../support/documentedAnswers.ts";

const referred = z.looseObject({ $ref: z.string().optional() });
const response = referred.extend({
  headers: z.record(z.string(), referred).optional(),
  content: z
    .record(
      z.string(),
      z.looseObject({
        schema: z.unknown().optional(),
        examples: z.record(z.string(), referred).optional(),
      }),
    )
    .optional(),
});
const parameter = referred.extend({
  name: z.string().optional(),
  in: z.string().optional(),
  schema: z.unknown().optional(),
});
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
  parameters: z.array(parameter).default([]),
  responses: z.record(z.string(), response),
});
const contract = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), response),
    examples: z.record(z.string(), z.looseObject({ value: z.looseObject({}) })),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

const api = suiteApi(usualEngine);
let document: z.infer<typeof contract>;
let text: string;

beforeAll(async () => {
  const answer = await api.anonymous.get("/api/openapi.json");
  text = answer.text;
  document = contract.parse(answer.body);
});

/** Every endpoint with its place in the document. */
const declared = [
  { base: "/api/v1", endpoints: Object.entries<Endpoint>(staffEndpoints) },
  { base: "/admin/api/v1", endpoints: Object.entries<Endpoint>(adminEndpoints) },
  { base: "/scim/v2", endpoints: Object.entries<Endpoint>(scimEndpoints) },
].flatMap(({ base, endpoints }) =>
  endpoints.map(([key, endpoint]) => {
    const [method = "", path = ""] = key.split(" ");
    return { method: method.toLowerCase(), path: `${base}${path}`, endpoint };
  }),
);

const operationAt = (path: string, method: string) => {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not in the document`);
  return found;
};

const nameOf = ({ $ref = "" }: { $ref?: string | undefined }) => $ref.split("/").at(-1) ?? "";

const responsesOf = (path: string, method: string) =>
  Object.entries(operationAt(path, method).responses).map(([status, each]) => ({
    status: Number(status),
    ...(each.$ref ? document.components.responses[nameOf(each)] : each),
  }));

const parametersOf = (path: string, method: string) =>
  operationAt(path, method).parameters.map((each) =>
    each.$ref ? document.components.parameters[nameOf(each)] : each,
  );

it("is OpenAPI 3.1 of the version of the package", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.info).toMatchObject({ title: "Knowledge Insight", version: packageFile.version });
});

it("describes every declared endpoint, the two health checks, and no other", () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );
  const expected = declared.map(({ method, path }) => `${method} ${path}`);
  expect(described.toSorted()).toEqual([...expected, "get /healthz", "get /readyz"].toSorted());
});

it("says of each operation what is declared", () => {
  for (const { method, path, endpoint } of declared) {
    const { operationId, summary, tags, security } = operationAt(path, method);
    const schemes = {
      user: endpoint.area === "admin" ? { adminSession: [] } : { idToken: [] },
      serviceKey: { serviceKey: [] },
    };
    expect({ operationId, summary, tags, security }).toEqual({
      operationId: endpoint.operationId,
      summary: endpoint.summary,
      tags: [endpoint.area],
      security: credentialsOf(endpoint.access).map((credential) => schemes[credential]),
    });
  }
  expect(Object.keys(document.components.securitySchemes)).toEqual([
    "idToken",
    "serviceKey",
    "adminSession",
  ]);
});

it("states at each operation for people how a sign-in is refused", () => {
  for (const { method, path, endpoint } of declared) {
    const isOpened = endpoint.operationId === "openSession";
    if (!isOpened && !credentialsOf(endpoint.access).includes("user")) continue;
    const refusal = responsesOf(path, method).find(({ status }) => status === 401);
    const codes = Object.keys(refusal?.content?.["application/problem+json"]?.examples ?? {});
    expect(codes, `${method} ${path}`).toEqual(
      expect.arrayContaining([
        "UNAUTHENTICATED",
        "ACCOUNT_DISABLED",
        "WAY_NOT_ALLOWED",
        "SECOND_FACTOR_REQUIRED",
      ]),
    );
  }
});

it("states success and problems of each operation", () => {
  for (const { method, path, endpoint } of declared) {
    const responses = responsesOf(path, method);
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toEqual(expect.arrayContaining([400, 429, 500, 503]));
    expect(statuses).toContain(Number(Object.keys(endpoint.answers)[0]));
    if (credentialsOf(endpoint.access).length > 0) expect(statuses).toContain(401);
    if (endpoint.params) expect(statuses, path).toContain(404);
    if (endpoint.area === "scim") {
      const errors = responses.filter(({ status }) => status >= 400);
      const types = errors.flatMap(({ content = {} }) => Object.keys(content));
      expect(new Set(types)).toEqual(new Set(["application/scim+json"]));
      continue;
    }
    for (const { status, content = {} } of responses.filter(({ status }) => status >= 400)) {
      expect(Object.keys(content)).toEqual(["application/problem+json"]);
      const examples = Object.keys(content["application/problem+json"]?.examples ?? {});
      // A 412 answers the record of its resource.
      if (status !== 412) expect(examples.length, `${path} ${status}`).toBeGreaterThan(0);
    }
    for (const code of endpoint.problems ?? []) {
      const answer = responses.find(({ status }) => status === problemStatuses[code]);
      expect(Object.keys(answer?.content?.["application/problem+json"]?.examples ?? {})).toContain(
        code,
      );
    }
  }
});

it("gives examples of problems that fit their schemas", () => {
  const errorsOf = schemaCheck(document);
  for (const { content = {} } of Object.values(document.components.responses)) {
    for (const { schema, examples = {} } of Object.values(content)) {
      for (const [code, example] of Object.entries(examples)) {
        const { value } = document.components.examples[nameOf(example)] ?? {};
        expect(value).toMatchObject({ code });
        expect(errorsOf(schema, value), code).toBeUndefined();
      }
    }
  }
  expect(errorsOf({ $ref: "#/components/schemas/Problem" }, { code: "NONE" })).toBeDefined();
});

it("answers a stale write with the record in the record's own schema", () => {
  const stale = declared.filter(({ endpoint }) => endpoint.ifMatch);
  for (const { method, path } of stale) {
    const answer = nameOf(operationAt(path, method).responses[412] ?? {});
    const { content = {} } = document.components.responses[answer] ?? {};
    const { schema } = content["application/problem+json"] ?? {};
    const problem = JSON.stringify(document.components.schemas[nameOf(Object(schema))]);
    expect(problem, `${method} ${path}`).toMatch(/"current":\{("anyOf":\[\{)?"\$ref"/);
  }
  expect(stale.length).toBeGreaterThan(10);
});

it("documents the headers that requests and answers carry", () => {
  for (const { method, path, endpoint } of declared) {
    const sent = parametersOf(path, method)
      .filter((each) => each?.in === "header")
      .map((each) => each?.name);
    const keyed =
      method === "post" &&
      endpoint.idempotencyKey !== false &&
      credentialsOf(endpoint.access).includes("user");
    expect(sent, `${method} ${path}`).toEqual([
      ...(endpoint.media ? ["If-None-Match"] : []),
      ...(endpoint.ifMatch ? ["If-Match"] : []),
      ...(endpoint.lockToken ? ["X-Lock-Token"] : []),
      ...(keyed ? ["Idempotency-Key"] : []),
    ]);
    for (const { status, headers = {} } of responsesOf(path, method)) {
      const names = Object.keys(headers);
      expect(names.includes("Retry-After"), path).toBe(status === 429 || status === 503);
      expect(names.includes("ETag"), path).toBe(
        status < 300 && (endpoint.etag === true || endpoint.media !== undefined),
      );
    }
  }
});

it("documents the pages of lists", () => {
  const sort = parametersOf("/api/v1/workspaces", "get").find((each) => each?.name === "sort");
  expect(sort?.schema).toMatchObject({ type: "string", default: "workspaceId,asc" });
  expect(document.components.parameters).toMatchObject({
    Page: { name: "page", in: "query", schema: { type: "integer", minimum: 0, default: 0 } },
    Size: { name: "size", schema: { type: "integer", minimum: 1, maximum: 100, default: 10 } },
  });
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(["Contract", "ContractPage", "ContractCreate", "ContractUpdate"]),
  );
});

it("documents the problems of a lock, and the header to send", () => {
  for (const [method, path] of [
    ["patch", "/api/v1/dictionaries/{id}"],
    ["delete", "/api/v1/dictionaries/{id}"],
    ["put", "/api/v1/dictionaries/{id}/lock"],
  ] as const) {
    const statuses = responsesOf(path, method).map(({ status }) => status);
    expect(statuses, path).toEqual(expect.arrayContaining([423, 428]));
  }
});

it("describes path parameters and bodies", () => {
  for (const { method, path, endpoint } of declared) {
    const names = parametersOf(path, method).map((each) => `${each?.in} ${each?.name}`);
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(names).toContain(`path ${name}`);
    expect(operationAt(path, method).requestBody !== undefined, path).toBe(
      endpoint.body !== undefined,
    );
  }
  expect(JSON.stringify(document.components.schemas.UserProfileUpdate)).toContain(
    "lastSelectedWorkspaceId",
  );
});

it("resolves every reference it makes", () => {
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(0);
  for (const [reference, kind = "", name = ""] of references) {
    expect(Object.keys(Object(document.components[kind])), reference).toContain(name);
  }
});

it("lists every code a problem can carry", () => {
  expect(JSON.stringify(document.components.schemas.ProblemCode)).toContain(
    JSON.stringify(PROBLEM_CODES),
  );
});
