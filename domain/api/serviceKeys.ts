import { z } from "zod";
import { DEFAULT_SCOPES, SERVICE_SCOPES } from "../access.ts";
import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import { someDistinct } from "../distinct.ts";
import { boundTo, organizationIds } from "../organizations/schemas.ts";
import { pageOf } from "../paging.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { serviceKeyFields } from "../serviceKeys/rules.ts";
import { line } from "../text/text.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery } from "./parameters.ts";
import "../problems/zodSentences.ts";

/** The sort fields of the list; the first is the default. */
export const SERVICE_KEY_SORTS = [
  "serviceKeyId",
  "name",
  "createdAt",
  "lastUsedAt",
  "endsAt",
] as const;

const scopes = z.array(z.enum(SERVICE_SCOPES));

/** A service key as lists show it: `prefix` is the beginning of the key, which is kept nowhere. */
const serviceKey = z
  .object({
    serviceKeyId: z.int(),
    name: line(100),
    scopes,
    ...boundTo,
    prefix: z.string(),
    lastUsedAt: z.iso.datetime().nullable(),
    endsAt: z.iso.datetime().nullable().meta({
      description: "From when on it is answered 401; null where it never ends.",
    }),
    replacedBy: z.int().nullable().meta({
      description: "The key that takes its place, which works beside it until its end.",
    }),
    revokedAt: z.iso.datetime().nullable(),
    heldAt: z.iso.datetime().nullable().meta({
      description:
        "Since when it waits for an operator after a restore of the database, answered 401 meanwhile.",
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "ServiceKey" });
export type ServiceKey = z.infer<typeof serviceKey>;

const endInput = z.iso.datetime({ offset: true });

/** POST /service-keys. Without scopes it has all but that of directories. */
export const serviceKeyCreate = z
  .strictObject({
    name: serviceKey.shape.name,
    scopes: someDistinct(scopes)
      .default([...DEFAULT_SCOPES])
      .meta({ uniqueItems: true }),
    organizationIds: organizationIds.default(null),
    endsAt: endInput.nullable().default(null),
  })
  .refine(
    ({ scopes, organizationIds }) => !scopes.includes("scim") || organizationIds?.length === 1,
    {
      path: ["organizationIds"],
      message: fieldSentences.oneOrganization,
    },
  )
  .meta({ id: "ServiceKeyCreate" });
export type ServiceKeyCreate = z.infer<typeof serviceKeyCreate>;

/** POST /service-keys/{id}/replacement: when the first key ends. */
const serviceKeyReplacement = z
  .strictObject({ endsAt: endInput })
  .meta({ id: "ServiceKeyReplacement" });
export type ServiceKeyReplacement = z.infer<typeof serviceKeyReplacement>;

const createdServiceKey = serviceKey
  .extend({ key: z.string().meta({ description: "The whole key, which no other answer holds." }) })
  .meta({ id: "CreatedServiceKey" });
export type CreatedServiceKey = z.infer<typeof createdServiceKey>;

export const serviceKeyEndpoints = {
  "GET /service-keys": {
    area: "admin",
    access: "serviceKey.manage",
    operationId: "listServiceKeys",
    live: true,
    summary: "Lists service keys, revoked ones too",
    query: listQuery({
      sorts: SERVICE_KEY_SORTS,
      filters: { q: z.string().max(100).optional().meta({ description: "Part of the name." }) },
    }),
    answers: { 200: pageOf(serviceKey) },
  },
  "POST /service-keys": {
    area: "admin",
    access: "serviceKey.manage",
    operationId: "createServiceKey",
    audit: "サービスキーを発行",
    summary: "Creates a service key, and tells it once",
    description: "Programs send the key as bearer token to the staff area.",
    body: serviceKeyCreate,
    answers: { 201: createdServiceKey },
    idempotencyKey: "secret",
  },
  "GET /service-keys/{id}": {
    area: "admin",
    access: "serviceKey.manage",
    operationId: "getServiceKey",
    live: true,
    summary: "Reads a service key",
    params: idParams,
    answers: { 200: serviceKey },
  },
  "POST /service-keys/{id}/replacement": {
    area: "admin",
    access: "serviceKey.manage",
    operationId: "replaceServiceKey",
    audit: "サービスキーを切り替え",
    summary: "Creates a second key with the same rights, and says when the first ends",
    description:
      "The second key is told once, and lasts as long as the first was made for. The first ends at `endsAt`, at most 90 days on and not after its own end.",
    params: idParams,
    body: serviceKeyReplacement,
    answers: { 201: createdServiceKey },
    idempotencyKey: "secret",
    problems: ["KEY_NOT_ACTIVE"],
  },
  "DELETE /service-keys/{id}": {
    area: "admin",
    access: "serviceKey.manage",
    operationId: "revokeServiceKey",
    audit: "サービスキーを失効",
    summary: "Revokes a service key from the next request on",
    description: "The record stays. Revoking it again changes nothing.",
    params: idParams,
    answers: { 200: serviceKey },
  },
} satisfies Endpoints<"admin">;

export const serviceKeyKind = auditedKind({
  name: "serviceKey",
  label: "サービスキー",
  resource: "service-keys",
  schema: serviceKey,
  fields: serviceKeyFields,
  unlogged: {
    serviceKeyId: "is the target",
    organizationIds: "are shown with their names",
    prefix: "never changes",
    replacedBy: "is an event of the other key",
    lastUsedAt: "is use, not a change",
    heldAt: "is an event of the restore",
    createdAt: OF_EVERY_RECORD.createdAt,
  },
});
