import { announce } from "./announce.ts";
import type { OpenIdentity } from "./identity/openIdentity.ts";
import { serve } from "./serve.ts";
import { Shutdown } from "./shutdown.ts";
import { describeFault } from "./startFault.ts";

interface Differences {
  /** The address to tell people, where it is not the server's own. */
  openAt?: string | undefined;
  openIdentity?: OpenIdentity;
}

/** The whole life of the server as a process: starts it, says where it is, ends it on a signal. */
export async function runServer(
  env: NodeJS.ProcessEnv,
  { openAt, openIdentity }: Differences = {},
): Promise<void> {
  const shutdown = new Shutdown();
  const started = serve(env, shutdown, openIdentity);
  shutdown.onSignals(started);
  try {
    const serving = await started;
    if (serving) announce(serving.config, openAt ?? serving.address);
  } catch (error) {
    if (shutdown.asked) return;
    await shutdown.closeAll();
    console.error(describeFault(error));
    process.exit(1);
  }
}
