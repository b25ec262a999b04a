import { readConfig } from "../config.ts";
import type { OpenIdentity } from "../identity/openIdentity.ts";
import { readRelease } from "../release.ts";
import type { Serving } from "./serve.ts";
import { Shutdown } from "./shutdown.ts";
import { describeStartError } from "./startMessages.ts";

export async function runServer(
  env: NodeJS.ProcessEnv,
  { openAt, openIdentity }: { openAt?: string | undefined; openIdentity?: OpenIdentity } = {},
): Promise<void> {
  const shutdown = new Shutdown();
  const started = start(env, shutdown, openIdentity);
  shutdown.onSignals(started);
  try {
    const serving = await started;
    if (!serving) return;
    const { printStart } = await import("./startMessages.ts");
    printStart(serving.config, openAt ?? serving.address, await readRelease());
  } catch (error) {
    if (shutdown.asked) return;
    await shutdown.closeAll();
    console.error(describeStartError(error));
    process.exit(1);
  }
}

/** Loads the server, which takes a second, after what is wrong with the settings was reported. */
async function start(
  env: NodeJS.ProcessEnv,
  shutdown: Shutdown,
  openIdentity: OpenIdentity | undefined,
): Promise<Serving | undefined> {
  const config = readConfig(env);
  const { serve } = await import("./serve.ts");
  return serve(config, shutdown, openIdentity);
}
