import type { FastifyInstance } from "fastify";
import type { Deps } from "../context.ts";
import { unavailable } from "../problem.ts";
import { within } from "../shutdown.ts";

const ANSWER_WITHIN_MS = 3_000;

/** For whoever runs the server: alive, and able to work (design 2). */
export async function healthRoutes(
  app: FastifyInstance,
  { database, identity }: Pick<Deps, "database" | "identity">,
): Promise<void> {
  const config = { access: "public" } as const;

  app.get("/healthz", { config, logLevel: "warn" }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });

  app.get("/readyz", { config, logLevel: "warn" }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      const answered = await within(
        ANSWER_WITHIN_MS,
        Promise.all([database.ping(), identity.ping()]),
      );
      if (answered) return { status: "ready" };
    } catch (err) {
      request.log.warn({ err }, "not ready");
    }
    throw unavailable();
  });
}
