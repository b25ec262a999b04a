import { z } from "zod";
import "../problems/zodSentences.ts";

export const SCIM_SCHEMAS = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  group: "urn:ietf:params:scim:schemas:core:2.0:Group",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  patch: "urn:ietf:params:scim:api:messages:2.0:PatchOp",
  error: "urn:ietf:params:scim:api:messages:2.0:Error",
  config: "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig",
  resourceType: "urn:ietf:params:scim:schemas:core:2.0:ResourceType",
  schema: "urn:ietf:params:scim:schemas:core:2.0:Schema",
} as const;

/** The most resources of an answer (RFC 7644, 3.4.2.4); as many as without `count`. */
export const MOST_RESOURCES = 200;
/** Also of a path, and of a name in a value, which may be a path. */
export const LONGEST_FILTER = 1_000;
/** The most comparisons of a filter; directories send one to three. */
export const MOST_COMPARISONS = 10;
export const MOST_EMAILS = 20;
const MOST_OPERATIONS = 1_000;
/** A group of a thousand members, each with what directories send beside its id. */
export const GROUP_BODY = 1024 * 1024;

/** An error answer (RFC 7644, 3.12). */
export const scimError = z
  .object({
    schemas: z.array(z.literal(SCIM_SCHEMAS.error)),
    status: z.string(),
    scimType: z.string().optional(),
    detail: z.string(),
  })
  .meta({ id: "ScimError" });
export type ScimErrorBody = z.infer<typeof scimError>;

const meta = z.object({
  resourceType: z.string(),
  created: z.iso.datetime().optional(),
  lastModified: z.iso.datetime().optional(),
  location: z.string(),
});

const name = z.object({
  formatted: z.string().optional(),
  familyName: z.string().optional(),
  givenName: z.string().optional(),
});

/** Without what `attributes` or `excludedAttributes` leaves out, all but the id is optional. */
export const scimUser = z
  .object({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    userName: z.string().optional().meta({ description: "The e-mail address, as it was sent." }),
    name: name.optional(),
    displayName: z.string().optional(),
    emails: z
      .array(
        z.object({
          value: z.string(),
          type: z.string().optional(),
          primary: z.boolean().optional(),
        }),
      )
      .optional(),
    active: z.boolean().optional(),
    meta: meta.optional(),
  })
  .meta({ id: "ScimUser" });
export type ScimUser = z.infer<typeof scimUser>;

export const scimGroup = z
  .object({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    displayName: z.string().optional(),
    members: z.array(z.object({ value: z.string(), display: z.string() })).optional(),
    meta: meta.optional(),
  })
  .meta({ id: "ScimGroup" });
export type ScimGroupAnswer = z.infer<typeof scimGroup>;

export function scimListOf<Resource extends z.ZodType>(resource: Resource, id: string) {
  return z
    .object({
      schemas: z.array(z.literal(SCIM_SCHEMAS.list)),
      totalResults: z.int(),
      startIndex: z.int(),
      itemsPerPage: z.int(),
      Resources: z.array(resource),
    })
    .meta({ id });
}

/** Directories send more parameters than are supported; sortBy is one that may be ignored. */
export const scimReadQuery = z.object({
  attributes: z.string().max(LONGEST_FILTER).optional(),
  excludedAttributes: z.string().max(LONGEST_FILTER).optional(),
});
export type ScimProjection = z.infer<typeof scimReadQuery>;

const index = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number);
export const scimListQuery = scimReadQuery.extend({
  filter: z.string().max(LONGEST_FILTER).optional().meta({
    description: "Comparisons with `eq`, joined by `and`.",
  }),
  startIndex: index
    .prefault("1")
    .transform((from) => Math.max(1, from))
    .meta({ sentAs: { type: "integer", default: 1 } }),
  count: index
    .prefault(String(MOST_RESOURCES))
    .transform((count) => Math.min(MOST_RESOURCES, Math.max(0, count)))
    .meta({ sentAs: { type: "integer", maximum: MOST_RESOURCES, default: MOST_RESOURCES } }),
});
export type ScimListQuery = z.infer<typeof scimListQuery>;

export const scimParams = z.strictObject({ id: z.string().min(1).max(128) });

/** What directories send varies in case and in what it has besides; the parsing takes it apart. */
export const scimResource = z.looseObject({}).meta({ id: "ScimResource" });
export type ScimResource = z.infer<typeof scimResource>;

const operation = z.looseObject({
  op: z.string().max(20).meta({ description: "`add`, `replace` or `remove`, in any case." }),
  path: z.string().max(LONGEST_FILTER).optional(),
  value: z.unknown().optional(),
});
export type ScimOperation = z.infer<typeof operation>;

export const scimPatch = z
  .looseObject({ Operations: z.array(operation).min(1).max(MOST_OPERATIONS) })
  .meta({ id: "ScimPatch" });
export type ScimPatch = z.infer<typeof scimPatch>;

/** Discovery says the same to every directory (RFC 7643, 5 to 7). */
export const scimDiscovered = z.record(z.string(), z.unknown()).meta({ id: "ScimDiscovered" });

/** What a directory is told, which its administrators read in its log (docs/product/scim.md#errors). */
export const scimSentences = {
  filter: "filterは、対応している属性のeqと、andだけで指定してください。",
  path: (path: string) =>
    `属性「${path}」には対応していません。属性のマッピングから外してください。`,
  op: (op: string) => `opの「${op}」には対応していません。add、replace、removeを指定してください。`,
  tooManyEmails: (most: number) => `emailsには、${most}件まで指定できます。`,
  value: (attribute: string) => `「${attribute}」の値が正しくありません。`,
  required: (attribute: string) => `「${attribute}」は省略できません。`,
  noTarget: "removeには、pathを指定してください。",
  operations: "Operationsを指定してください。",
  userNameFixed:
    "userName（メールアドレス）は変更できません。新しいメールアドレスで登録し、元の利用者を無効にしてください。",
  roleName: "役割のグループの名前は変更できません。",
  unknownMember: "membersに、この組織の利用者ではない人が含まれています。",
} as const;
