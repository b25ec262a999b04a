import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { z } from "zod";
import type { RegisteredRoute } from "../../server/plugins/access.ts";
import type { Answer } from "./apiClient.ts";

const content = z.record(
  z.string(),
  z.looseObject({
    schema: z.unknown().optional(),
    examples: z.record(z.string(), z.unknown()).optional(),
  }),
);
const withCode = z.looseObject({ code: z.string() });
const response = z.looseObject({ content: content.optional() });
const paths = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
  ),
  components: z.looseObject({ responses: z.record(z.string(), response) }),
});
const reference = z.object({ $ref: z.string() });

/** How an answer differs from the OpenAPI document; undefined if it does not. */
export function documentedAnswers(document: unknown) {
  const { paths: described, components } = paths.parse(document);
  const isValid = schemaCheck(document);
  return (
    { method, url }: Pick<RegisteredRoute, "method" | "url">,
    { status, headers, body }: Answer,
  ): string | undefined => {
    if (method === "HEAD") return undefined;
    const path = url.replaceAll(/:(\w+)/g, "{$1}");
    const operation = described[path]?.[method.toLowerCase()];
    if (!operation) return undefined;
    const documented = operation.responses[status];
    const where = `${method} ${url} ${status}`;
    if (!documented) return `${where} is not documented`;
    const { data: shared } = reference.safeParse(documented);
    const named = shared && components.responses[shared.$ref.split("/").at(-1) ?? ""];
    const { content: contents = {} } = named ?? response.parse(documented);
    const type = String(headers["content-type"] ?? "").split(";")[0] ?? "";
    if (Object.keys(contents).length === 0) return body === "" ? undefined : `${where} has a body`;
    if (!contents[type]) return `${where} is ${type}`;
    if (type === "text/event-stream") return undefined;
    const { schema, examples } = contents[type];
    const { data: problem } = withCode.safeParse(examples && body);
    if (problem && !examples?.[problem.code]) return `${where} has no example of ${problem.code}`;
    const errors = isValid(schema, body);
    return errors && `${where}: ${errors}`;
  };
}

/** Checks a value by a schema of the document; returns the errors as text. */
export function schemaCheck(document: unknown) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(z.looseObject({}).parse(document), "api", false, false);
  const checks = new Map<string, ValidateFunction>();
  return (schema: unknown, value: unknown): string | undefined => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"api#/');
    const check = checks.get(text) ?? ajv.compile(z.looseObject({}).parse(JSON.parse(text)));
    checks.set(text, check);
    return check(value) ? undefined : ajv.errorsText(check.errors);
  };
}
