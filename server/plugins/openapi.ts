import fastifySwagger, { type FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import fp from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { type Action, credentialOf } from "../../domain/access.ts";
import { PROBLEM_CODES } from "../../domain/problem.ts";
import { ADMIN_API, isApiPath, STAFF_API } from "./requestPath.ts";

type Transform = NonNullable<FastifyDynamicSwaggerOptions["transform"]>;

type Components = NonNullable<NonNullable<FastifyDynamicSwaggerOptions["openapi"]>["components"]>;
type ProblemSchema = NonNullable<Components["schemas"]>[string];

const problemSchema = {
  type: "object",
  description: "RFC 9457. `message` is a finished Japanese sentence for a person.",
  required: ["type", "title", "status", "code", "message", "requestId"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: [...PROBLEM_CODES] },
    message: { type: "string" },
    errors: {
      type: "object",
      description: "Every failing field, nested paths joined by dots, with its sentence.",
      additionalProperties: { type: "string" },
    },
    requestId: { type: "string", format: "uuid" },
  },
} satisfies ProblemSchema;

/** What each status says, for every route it can come from (design 3, Errors). */
const descriptions: Readonly<Record<number, string>> = {
  400: "Malformed JSON, unknown or bad query parameter",
  401: "No, expired, revoked or malformed credential",
  403: "A known user without the right, or a write from another site",
  404: "Unknown, or of another organization",
  409: "Duplicate or overlap",
  412: "Stale version; `current` is the record as it is now",
  413: "A body over the limit, which `message` names",
  415: "A body that is not JSON",
  422: "Validation, or not allowed in this state",
  423: "Locked by someone else, or the own lock is lost",
  428: "A write that needs If-Match or a lock token and has neither",
  429: "Too many requests; see Retry-After",
  503: "Overloaded or database away; see Retry-After",
};

const byMethod: Readonly<Record<string, readonly number[]>> = {
  POST: [409, 413, 415, 422],
  PATCH: [409, 412, 413, 415, 422],
  PUT: [409, 412, 413, 415, 422],
  DELETE: [409, 412, 422],
};

const withProblems: Transform = (document) => {
  if (!isApiPath(document.url)) return { url: document.url, schema: { hide: true } };
  const { schema, url } = jsonSchemaTransform(document);
  const { route } = document;
  const action = route.config?.access;
  const method = [route.method].flat()[0] ?? "GET";
  const statuses = [400, ...statusesOf(action), ...(byMethod[method] ?? []), 429, 500, 503];
  if (url.includes(":")) statuses.push(404);
  if (url.includes(":") && action === "dictionary.write") statuses.push(423, 428);
  return {
    url,
    schema: {
      ...schema,
      tags: [url.startsWith(ADMIN_API) ? "admin" : "staff"],
      security: securityOf(action, url),
      response: {
        ...Object.fromEntries(
          statuses.sort().map((status) => [
            status,
            {
              description: descriptions[status] ?? "An unforeseen failure",
              content: {
                "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
              },
            },
          ]),
        ),
        ...(typeof schema?.response === "object" ? schema.response : {}),
      },
    },
  };
};

function statusesOf(action: Action | undefined): number[] {
  return action && credentialOf(action) === "none" ? [] : [401, 403];
}

function securityOf(action: Action | undefined, url: string): { [name: string]: string[] }[] {
  if (!action || credentialOf(action) === "none") return [];
  return [url.startsWith(ADMIN_API) ? { adminSession: [] } : { idToken: [] }];
}

/** The contract of both areas, at /api/openapi.json. Register it before the routes. */
export const openapi = fp(async (app) => {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Knowledge Insight", version: "1" },
      tags: [
        { name: "staff", description: `Staff area, ${STAFF_API}` },
        { name: "admin", description: `Admin area, ${ADMIN_API}` },
      ],
      components: {
        schemas: { Problem: problemSchema },
        securitySchemes: {
          idToken: { type: "http", scheme: "bearer", description: "A Firebase ID token" },
          adminSession: {
            type: "apiKey",
            in: "cookie",
            name: "__Host-ki_admin_session",
            description:
              "Opened by POST /session. Every write also demands Sec-Fetch-Site: same-origin or an exactly matching Origin.",
          },
        },
      },
    },
    transform: withProblems,
  });
  app.get("/api/openapi.json", { config: { access: "public" }, schema: { hide: true } }, async () =>
    app.swagger(),
  );
});
