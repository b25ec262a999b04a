import { z } from "zod";
import type { Endpoint } from "../../domain/api/endpoint.ts";
import { MAX_PAGE_SIZE } from "../../domain/paging.ts";
import type { Components, Json } from "./components.ts";
import { schemaOf } from "./schemas.ts";

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

export function parametersOf(
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
