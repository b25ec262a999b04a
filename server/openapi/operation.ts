import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { type Credential, credentialsOf } from "../../domain/access.ts";
import { type Endpoint, type ServedArea, successStatus } from "../../domain/api/endpoint.ts";
import { MAX_PAGE_SIZE } from "../../domain/paging.ts";
import { PROBLEM_CODES, type ProblemCode } from "../../domain/problems/codes.ts";
import { problemResponses, scimResponses } from "./problems.ts";
import {
  type Components,
  etagHeader,
  fileHeaders,
  type Json,
  rateLimitHeaders,
  schemaOf,
  vocabularyHeaders,
} from "./schemas.ts";

const fieldsOf = z.object({
  properties: z.record(
    z.string(),
    z.looseObject({ description: z.string().optional(), type: z.unknown() }),
  ),
  required: z.array(z.string()).default([]),
});

const shared: Readonly<Record<string, string>> = { page: "Page", size: "Size" };

const ifMatch = {
  name: "If-Match",
  in: "header",
  description:
    "The ETag of the record as it was read: 412 where the record has changed since. Several tags and `*` are taken as well.",
  schema: { type: "string" },
  example: '"4"',
};

const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  description: "The ETag of the answer that you hold: 304 while there is no other.",
  schema: { type: "string" },
};

const lockToken = {
  name: "X-Lock-Token",
  in: "header",
  description: "The `lockToken` that taking the lock answered.",
  schema: { type: "string", pattern: "^[\\w-]{43}$" },
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Unique to this operation, a UUID for example. A repeat with the same key and body within 24 hours gets the first answer and has no further effect.",
  schema: { type: "string", pattern: "^[!-~]{1,255}$" },
};

function parametersOf(
  components: Components,
  { params, query, media, ifMatch: honoursIfMatch, lockToken: honoursLockToken }: Endpoint,
  { keyed }: { keyed: boolean },
): Json[] {
  return [
    ...(params ? partOf(components, "path", params) : []),
    ...(query ? partOf(components, "query", query) : []),
    ...(honoursIfMatch ? [components.add("parameters", "IfMatch", ifMatch)] : []),
    ...(media ? [components.add("parameters", "IfNoneMatch", ifNoneMatch)] : []),
    ...(honoursLockToken ? [components.add("parameters", "LockToken", lockToken)] : []),
    ...(keyed ? [components.add("parameters", "IdempotencyKey", idempotencyKey)] : []),
  ];
}

function partOf(components: Components, place: "path" | "query", part: z.ZodType): Json[] {
  const { properties, required } = fieldsOf.parse(schemaOf(components, part, "input"));
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const parameter = {
      name,
      in: place,
      ...(description === undefined ? {} : { description }),
      required: required.includes(name),
      ...(schema.type === "array" ? { style: "form", explode: false } : {}),
      schema,
    };
    const isShared = place === "query" && (name !== "size" || schema.maximum === MAX_PAGE_SIZE);
    const component = isShared ? shared[name] : undefined;
    return component ? components.add("parameters", component, parameter) : parameter;
  });
}

const schemes: Readonly<Record<ServedArea, Readonly<Record<Credential, string>>>> = {
  staff: { user: "idToken", serviceKey: "serviceKey" },
  admin: { user: "adminSession", serviceKey: "serviceKey" },
  scim: { user: "idToken", serviceKey: "serviceKey" },
};

export function operationOf(components: Components, method: string, endpoint: Endpoint): Json {
  const { operationId, summary, description, area, access, body, upload } = endpoint;
  const parameters = parametersOf(components, endpoint, { keyed: isKeyed(method, endpoint) });
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [area],
    security: credentialsOf(access).map((credential) => ({ [schemes[area][credential]]: [] })),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            // A missing body counts as an empty object.
            required: !body.safeParse({}).success,
            content: {
              [upload ? "multipart/form-data" : jsonOf(area)]: {
                schema: schemaOf(components, body, "input"),
              },
            },
          },
        }
      : {}),
    responses: {
      [successStatus(endpoint)]: success(components, endpoint),
      ...(endpoint.media ? { 304: { description: STATUS_CODES[304] } } : {}),
      ...(area === "scim"
        ? scimResponses(components, problemCodesOf(method, endpoint))
        : problemResponses(components, problemCodesOf(method, endpoint), currentOf(endpoint))),
    },
  };
}

function jsonOf(area: ServedArea): string {
  return area === "scim" ? "application/scim+json" : "application/json";
}

/** The schema of the record that If-Match is about. */
function currentOf({ ifMatch, answers }: Endpoint): z.ZodType | undefined {
  if (ifMatch !== true) return ifMatch;
  return Object.values(answers)[0] ?? undefined;
}

function success(components: Components, endpoint: Endpoint): Json {
  const { access, answers, etag, file, media, callsPerMinute } = endpoint;
  const [answer] = Object.values(answers);
  const isLimited = callsPerMinute !== undefined || credentialsOf(access).length > 0;
  const headers = {
    ...(etag ? etagHeader(components) : {}),
    ...(file ? fileHeaders(components) : {}),
    ...(media ? vocabularyHeaders(components) : {}),
    ...(isLimited ? rateLimitHeaders(components) : {}),
  };
  return {
    description: STATUS_CODES[successStatus(endpoint)],
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(answer
      ? {
          content: {
            ...contentOf(components, endpoint, answer),
          },
        }
      : {}),
  };
}

function contentOf(
  components: Components,
  { area, stream, file, media }: Endpoint,
  answer: z.ZodType,
): Json {
  const type = stream ? "text/event-stream" : (file ?? jsonOf(area));
  return Object.fromEntries(
    Object.entries(media ?? { [type]: answer }).map(([name, form]) => [
      name,
      { schema: schemaOf(components, form, "output") },
    ]),
  );
}

/** Whether a POST accepts Idempotency-Key, which belongs to a user. */
export function isKeyed(method: string, { access, idempotencyKey }: Endpoint): boolean {
  return method === "POST" && idempotencyKey !== false && credentialsOf(access).includes("user");
}

export function problemCodesOf(method: string, endpoint: Endpoint): ProblemCode[] {
  const {
    area,
    access,
    params,
    query,
    body,
    mostItems,
    ifMatch,
    lockToken,
    problems = [],
  } = endpoint;
  const kinds: readonly (readonly [boolean, readonly ProblemCode[]])[] = [
    [
      true,
      [
        "BAD_REQUEST",
        "TOO_MANY_REQUESTS",
        "TOO_MANY_AT_ONCE",
        "OVERLOADED",
        "UNAVAILABLE",
        "INTERNAL",
      ],
    ],
    [
      credentialsOf(access).length > 0,
      ["UNAUTHENTICATED", "ACCOUNT_DISABLED", "EMAIL_CHANGED", "FORBIDDEN"],
    ],
    [credentialsOf(access).includes("user"), ["WAY_NOT_ALLOWED", "SECOND_FACTOR_REQUIRED"]],
    [area === "admin" || credentialsOf(access).includes("user"), ["ADDRESS_NOT_ALLOWED"]],
    [area === "admin" && method !== "GET", ["CROSS_SITE_REQUEST"]],
    [params !== undefined, ["NOT_FOUND"]],
    [query !== undefined, ["BAD_QUERY"]],
    [
      body !== undefined,
      ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_FAILED", "OTHER_RELEASE"],
    ],
    [mostItems !== undefined, ["LIMIT_EXCEEDED"]],
    [
      isKeyed(method, endpoint),
      ["IDEMPOTENCY_KEY_REUSED", "REQUEST_IN_PROGRESS", "ANSWER_ROOM_FULL"],
    ],
    [endpoint.idempotencyKey === "secret", ["SECRET_TOLD"]],
    [ifMatch !== undefined, ["STALE_VERSION"]],
    [lockToken === true, ["LOCKED", "LOCK_LOST"]],
  ];
  const codes = new Set([...kinds.flatMap(([is, each]) => (is ? each : [])), ...problems]);
  return PROBLEM_CODES.filter((code) => codes.has(code));
}
