import { announce } from "./announce.ts";
import { serve } from "./serve.ts";
import { Shutdown } from "./shutdown.ts";
import { describeFault } from "./startFault.ts";

const shutdown = new Shutdown();
const started = serve(process.env, shutdown);
shutdown.onSignals(started);
try {
  const serving = await started;
  if (serving) announce(serving.config, serving.address);
} catch (error) {
  if (!shutdown.asked) {
    await shutdown.closeAll();
    console.error(describeFault(error));
    process.exit(1);
  }
}
