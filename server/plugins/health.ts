import type { FastifyInstance } from "fastify";
import { notReady } from "../problem.ts";
import { readRelease } from "../release.ts";

/** After `readiness`. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  const config = { access: "public", unlimited: true, neverShed: true } as const;
  const release = await readRelease();

  app.get("/healthz", { config, logLevel: "warn" }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok", ...release };
  });

  app.get("/readyz", { config, logLevel: "warn" }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    if (app.isDraining()) throw notReady({ server: "draining" });
    const { database, ...others } = await app.partStates();
    if (database !== "ready") throw notReady({ database, ...others });
    // Without the identity service the server still works for service keys and signed-in users, without
    // temporary files for all but large downloads.
    const missing = Object.entries(others).filter(([, state]) => state !== "ready");
    const status = missing.length > 0 ? "degraded" : "ready";
    return { status, ...Object.fromEntries(missing) };
  });
}
