import { z } from "zod";
import type { Components, Json } from "./components.ts";
import { problemResponses } from "./problems.ts";
import { schemaOf } from "./schemas.ts";

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

export function healthPaths(components: Components): Json {
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
