import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Deps } from "../context.ts";
import { notReady } from "../problem.ts";
import { within } from "../shutdown.ts";

const ANSWER_WITHIN_MS = 3_000;
const ASK_EVERY_MS = 2_000;

type PartState = "ready" | "unavailable";

export async function healthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, "database" | "identity" | "now">,
): Promise<void> {
  const config = { access: "public", rateLimit: false, neverShed: true } as const;
  const { database, identity } = deps;
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
    if (parts.database === "unavailable") throw notReady(parts);
    // Without the identity service the server still works for everybody who is signed in.
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
  }
  return "unavailable";
}

/** Anyone may probe readiness as often as they like, without loading the parts. */
function atMostEvery<T>(everyMs: number, now: () => Date, ask: () => Promise<T>): () => Promise<T> {
  let last: { asked: number; answer: Promise<T>; pending: boolean } | undefined;
  return () => {
    const at = now().getTime();
    if (last && (last.pending || Math.abs(at - last.asked) < everyMs)) return last.answer;
    const question = { asked: at, answer: ask(), pending: true };
    last = question;
    const answered = () => {
      question.pending = false;
    };
    question.answer.then(answered, answered);
    return question.answer;
  };
}
