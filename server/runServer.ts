import type { OpenIdentity } from "./identity/openIdentity.ts";
import { serve } from "./serve.ts";
import { Shutdown } from "./shutdown.ts";
import { describeStartError } from "./startError.ts";
import { printStart } from "./startMessages.ts";

interface Differences {
  openAt?: string | undefined;
  openIdentity?: OpenIdentity;
}

export async function runServer(
  env: NodeJS.ProcessEnv,
  { openAt, openIdentity }: Differences = {},
): Promise<void> {
  const shutdown = new Shutdown();
  const started = serve(env, shutdown, openIdentity);
  shutdown.onSignals(started);
  try {
    const serving = await started;
    if (serving) printStart(serving.config, openAt ?? serving.address);
  } catch (error) {
    if (shutdown.asked) return;
    await shutdown.closeAll();
    console.error(describeStartError(error));
    process.exit(1);
  }
}
