import { z } from "zod";
import type { Components, Json } from "./components.ts";
import { problemResponses } from "./problems.ts";
import { schemaOf } from "./schemas.ts";

const alive = z.object({ status: z.literal("ok") }).meta({ id: "Health" });
const ready = z
  .object({
    status: z.enum(["ready", "degraded"]),
    identity: z
      .literal("unavailable")
      .optional()
      .meta({ description: "New sign-ins fail; signed-in users can work." }),
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
          "503 without its database, or if the identity service refuses the server's API key or service account. Its members `database` and `identity` say which part is `unavailable` or `refused`.",
      },
      ready,
      problemResponses(components, ["BAD_REQUEST", "UNAVAILABLE"]),
    ),
  };
}
