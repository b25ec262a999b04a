import { z } from "zod";
import type { Endpoints, ServedArea } from "../../domain/api/endpoint.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../domain/webhooks/rules.ts";
import { webhookMessage } from "../../domain/webhooks/schemas.ts";
import { ADMIN_API, SCIM_API, STAFF_API } from "../plugins/requestRules.ts";
import { operationOf } from "./operation.ts";
import { problemResponses } from "./problems.ts";
import { Components, type Json, schemaOf } from "./schemas.ts";

const alive = z
  .object({
    status: z.literal("ok"),
    version: z.string(),
    schema: z.string().meta({ description: "The last migration that this version has." }),
  })
  .meta({ id: "Health" });
const ready = z
  .object({
    status: z.enum(["ready", "degraded"]),
    identity: z.enum(["unavailable", "refused"]).optional().meta({
      description:
        "New sign-ins fail; service keys and signed-in users can work. `refused`: the server's API key or service account.",
    }),
    temporaryFolder: z
      .enum(["full", "unavailable"])
      .optional()
      .meta({ description: "Large downloads and words for engines fail; all else works." }),
  })
  .meta({ id: "Readiness" });

function healthPaths(components: Components): Json {
  const get = (operation: Json, answer: z.ZodType, problems: Json) => ({
    get: {
      ...operation,
      tags: ["operation"],
      security: [],
      responses: {
        200: {
          description: "OK",
          content: { "application/json": { schema: schemaOf(components, answer, "output") } },
        },
        ...problems,
      },
    },
  });
  return {
    "/healthz": get(
      { operationId: "getHealth", summary: "Tells that the server is alive" },
      alive,
      problemResponses(components, ["BAD_REQUEST"]),
    ),
    "/readyz": get(
      {
        operationId: "getReadiness",
        summary: "Tells whether the server can work",
        description:
          "503 without its database. Its members say why: `database` is `unavailable`, `not_writable` (a full disk, a read-only server or role), `other_schema` (one that this version cannot run on) or `other_clock` (more than a minute from that of the server), `identity` is `unavailable` or `refused`, `server` is `draining` once it has been told to end.",
      },
      ready,
      problemResponses(components, ["BAD_REQUEST", "UNAVAILABLE"]),
    ),
  };
}

const bases: Readonly<Record<ServedArea, string>> = {
  staff: STAFF_API,
  admin: ADMIN_API,
  scim: SCIM_API,
};

const DESCRIPTION = `The API of both areas of the console, and of programs.

- **Programs** send a service key as bearer token. It opens the operations that list it under security, as far as its scopes go.
- **Errors** are problem details (RFC 9457): \`code\` is for programs, \`message\` a finished Japanese sentence for people.
- **Directories** such as Entra ID and Okta have SCIM 2.0 below \`/scim/v2\`, with errors in its own form.
- **Lists** take \`page\` (from 0), \`size\` and \`sort\`, and answer the total with each page. An unknown parameter is an error.
- **Versions**: a record has a \`version\`, its ETag. A write with \`If-Match\` succeeds only on the version that was read.
- **Repeats**: a POST with an \`Idempotency-Key\` takes effect once, however often it is sent.
- **Limits**: 429 and 503 say in \`Retry-After\` when to come back.
- With the embedded identity service, a request to a host name that is not the server's own is answered 421.`;

export function apiDocument(
  endpoints: Readonly<Record<ServedArea, Endpoints>>,
  version: string,
): Json {
  const components = new Components();
  components.add("securitySchemes", "idToken", {
    type: "http",
    scheme: "bearer",
    description: "A Firebase ID token",
  });
  components.add("securitySchemes", "serviceKey", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "kis_…",
    description:
      "A service key for programs. It opens the operations that its scopes name, without a user.",
  });
  components.add("securitySchemes", "adminSession", {
    type: "apiKey",
    in: "cookie",
    name: "__Host-ki_admin_session",
    description:
      "Opened by POST /session. Every write also demands Sec-Fetch-Site: same-origin or an exactly matching Origin. It ends after 30 idle minutes; a read of a live screen with `X-Unattended: true`, from where the session is used, does not extend it.",
  });
  const paths = {
    ...pathsOf(components, "staff", endpoints.staff),
    ...pathsOf(components, "admin", endpoints.admin),
    ...pathsOf(components, "scim", endpoints.scim),
    ...healthPaths(components),
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "Knowledge Insight",
      version,
      description: DESCRIPTION,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/", description: "The server that answers this document" }],
    tags: [
      { name: "staff", description: `Staff area, ${STAFF_API}` },
      { name: "admin", description: `Admin area, ${ADMIN_API}` },
      { name: "scim", description: `For directories (SCIM 2.0, RFC 7644), ${SCIM_API}` },
      { name: "webhooks", description: "What your receivers are told" },
      { name: "operation", description: "For operators" },
    ],
    paths,
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((type) => [type, messageOf(components, type)])),
    components,
  };
}

/** What the receivers that POST /webhooks registers receive. */
function messageOf(components: Components, type: WebhookEvent): Json {
  return {
    post: {
      operationId: `receive ${type}`.replace(/[ .](\w)/g, (_, letter: string) =>
        letter.toUpperCase(),
      ),
      summary: `Tells of ${type}`,
      description:
        "Signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp` and `webhook-signature`. Any answer but 2xx is tried again for 24 hours.",
      tags: ["webhooks"],
      security: [],
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: schemaOf(components, webhookMessage, "output") },
        },
      },
      responses: { 200: { description: "Taken; any other 2xx will do" } },
    },
  };
}

function pathsOf(components: Components, area: ServedArea, endpoints: Endpoints) {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [key, endpoint] of Object.entries(endpoints)) {
    const [method = "", below = ""] = key.split(" ");
    const path = `${bases[area]}${below}`;
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationOf(components, method, endpoint),
    };
  }
  return paths;
}
