import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { atMostEvery } from "../atMostEvery.ts";
import type { Deps } from "../context.ts";
import { CredentialRefusedError } from "../identity/identity.ts";
import { notReady } from "../problem.ts";
import { within } from "../shutdown.ts";

const ANSWER_WITHIN_MS = 3_000;
const ASK_EVERY_MS = 2_000;

type PartState = "ready" | "unavailable" | "refused";

export async function healthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, "database" | "identity" | "now">,
): Promise<void> {
  const config = { access: "public", rateLimit: false, neverShed: true } as const;
  const { database, identity } = deps;
  // Anyone may probe readiness as often as they like, without loading the parts.
  const partStates = atMostEvery(ASK_EVERY_MS, deps.now, async () => {
    const [databaseState, identityState] = await Promise.all([
      stateOf("database", database, app.log),
      stateOf("identity", identity, app.log),
    ]);
    return { database: databaseState, identity: identityState };
  });

  app.get("/healthz", { config, logLevel: "warn" }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });

  app.get("/readyz", { config, logLevel: "warn" }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    const parts = await partStates();
    if (parts.database !== "ready" || parts.identity === "refused") throw notReady(parts);
    // Without the identity service the server still works for signed-in users.
    if (parts.identity === "unavailable") {
      return { status: "degraded", identity: parts.identity };
    }
    return { status: "ready" };
  });
}

async function stateOf(
  part: "database" | "identity",
  { ping }: { ping(): Promise<void> },
  log: FastifyBaseLogger,
): Promise<PartState> {
  try {
    if (await within(ANSWER_WITHIN_MS, ping())) return "ready";
    log.warn({ part }, "no answer in time");
  } catch (err) {
    log.warn({ err, part }, "not available");
    // Sign-ins fail until the configuration is changed.
    if (err instanceof CredentialRefusedError) return "refused";
  }
  return "unavailable";
}
