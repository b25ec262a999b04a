import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { demoAccounts } from "../db/seed.ts";
import { EMULATOR_API_KEY } from "../identity/openIdentity.ts";
import { hasGoogleSignIn } from "./securityHeaders.ts";

/** What the browser learns at run time, so that one build serves every environment. */
function browserConfig({ identity }: Config) {
  const emulator = identity.kind === "emulator";
  return {
    apiKey: emulator ? EMULATOR_API_KEY : identity.apiKey,
    authDomain: emulator ? "localhost" : (identity.authDomain ?? ""),
    projectId: identity.projectId,
    emulator,
    googleSignIn: hasGoogleSignIn(identity),
    demoAccounts: emulator ? demoAccounts.map(({ email, label }) => ({ email, label })) : [],
  };
}

export async function browserConfigRoutes(
  app: FastifyInstance,
  { config }: { config: Config },
): Promise<void> {
  const answer = browserConfig(config);
  app.get("/config.json", { config: { access: "public" } }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    return answer;
  });
}
