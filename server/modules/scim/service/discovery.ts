import { MOST_RESOURCES, SCIM_SCHEMAS } from "../../../../domain/scim/schemas.ts";
import { type Located, listAnswer, locationOf } from "../present.ts";

const supported = (is: boolean) => ({ supported: is });

/** RFC 7643, 5. */
export function serviceProviderConfig(config: Located) {
  return {
    schemas: [SCIM_SCHEMAS.config],
    patch: supported(true),
    bulk: { ...supported(false), maxOperations: 0, maxPayloadSize: 0 },
    filter: { ...supported(true), maxResults: MOST_RESOURCES },
    changePassword: supported(false),
    sort: supported(false),
    etag: supported(false),
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer Token",
        description: "A service key of the scope scim",
        primary: true,
      },
    ],
    meta: metaOf(config, "ServiceProviderConfig"),
  };
}

function metaOf(config: Located, resourceType: string, path = resourceType, id = "") {
  return { resourceType, location: locationOf(config, path, id) };
}

const types = [
  { name: "User", endpoint: "/Users", schema: SCIM_SCHEMAS.user },
  { name: "Group", endpoint: "/Groups", schema: SCIM_SCHEMAS.group },
] as const;

/** RFC 7643, 6. */
export function resourceTypes(config: Located) {
  const Resources = types.map(({ name, endpoint, schema }) => ({
    schemas: [SCIM_SCHEMAS.resourceType],
    id: name,
    name,
    endpoint,
    schema,
    meta: metaOf(config, "ResourceType", "ResourceTypes", name),
  }));
  return listAnswer({ startIndex: 1 }, { Resources, total: Resources.length });
}

type Details = Record<string, unknown>;

const attribute = (name: string, type: string, details: Details = {}) => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...details,
});
const text = (name: string, details?: Details) => attribute(name, "string", details);
const exact = { caseExact: true };

const attributes = {
  User: [
    text("userName", { required: true, uniqueness: "server" }),
    text("externalId", exact),
    attribute("name", "complex", {
      subAttributes: ["formatted", "familyName", "givenName"].map((part) => text(part)),
    }),
    text("displayName"),
    attribute("emails", "complex", {
      multiValued: true,
      subAttributes: [text("value"), text("type"), attribute("primary", "boolean")],
    }),
    attribute("active", "boolean"),
  ],
  Group: [
    text("displayName", { required: true, uniqueness: "server" }),
    text("externalId", exact),
    attribute("members", "complex", {
      multiValued: true,
      subAttributes: [text("value", exact), text("display", { mutability: "readOnly" })],
    }),
  ],
} as const;

/** RFC 7643, 7. */
export function schemas(config: Located) {
  const Resources = types.map(({ name, schema }) => ({
    schemas: [SCIM_SCHEMAS.schema],
    id: schema,
    name,
    attributes: attributes[name],
    meta: metaOf(config, "Schema", "Schemas", schema),
  }));
  return listAnswer({ startIndex: 1 }, { Resources, total: Resources.length });
}
