import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { EMULATOR_API_KEY } from "../identity/emulatorKey.ts";
import { hasGoogleSignIn } from "./securityHeaders.ts";

export interface DemoAccount {
  email: string;
  label: string;
}

interface BrowserConfigOptions {
  config: Config;
  demoAccounts: readonly DemoAccount[];
}

/** Configuration for the browser at run time, so that one build serves every environment. */
function browserConfig({ config: { identity, requireMfa }, demoAccounts }: BrowserConfigOptions) {
  const emulator = identity.kind === "emulator";
  return {
    apiKey: emulator ? EMULATOR_API_KEY : identity.apiKey,
    authDomain: emulator ? "localhost" : (identity.authDomain ?? ""),
    projectId: identity.projectId,
    emulator,
    googleSignIn: hasGoogleSignIn(identity),
    requireMfa,
    demoAccounts: emulator ? demoAccounts.map(({ email, label }) => ({ email, label })) : [],
  };
}

export async function browserConfigRoutes(
  app: FastifyInstance,
  options: BrowserConfigOptions,
): Promise<void> {
  const answer = browserConfig(options);
  app.get("/config.json", { config: { access: "public" } }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    return answer;
  });
}
