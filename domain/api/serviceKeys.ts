import { z } from "zod";
import { SERVICE_SCOPES, SHARED_SCOPES } from "../access.ts";
import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import { someDistinct } from "../distinct.ts";
import { boundTo, organizationIds } from "../organizations/binding.ts";
import { pageOf } from "../paging.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { serviceKeyFields } from "../serviceKeys/fields.ts";
import { line } from "../text/text.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery } from "./parameters.ts";
import "../problems/zodSentences.ts";

/** The sort fields of the list; the first is the default. */
export const SERVICE_KEY_SORTS = ["serviceKeyId", "name", "createdAt", "lastUsedAt"] as const;

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
    revokedAt: z.iso.datetime().nullable(),
    heldAt: z.iso.datetime().nullable().meta({
      description:
        "Since when it waits for an operator after a restore of the database, answered 401 meanwhile.",
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "ServiceKey" });
export type ServiceKey = z.infer<typeof serviceKey>;

/** POST /service-keys. Without scopes it has all but that of directories. */
export const serviceKeyCreate = z
  .strictObject({
    name: serviceKey.shape.name,
    scopes: someDistinct(scopes)
      .default([...SHARED_SCOPES])
      .meta({ uniqueItems: true }),
    organizationIds: organizationIds.default(null),
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
    lastUsedAt: "is use, not a change",
    heldAt: "is an event of the restore",
    createdAt: OF_EVERY_RECORD.createdAt,
  },
});
