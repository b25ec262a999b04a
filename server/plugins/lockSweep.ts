import fp from "fastify-plugin";
import type { Deps } from "../context.ts";
import { sweepLocks } from "../modules/locks/sweepLocks.ts";

const EVERY_MS = 1_000;

/**
 * Ends leases about every second while the server listens, one sweep after the other. While the
 * database is away it says so once.
 */
export const lockSweep = fp(async (app, deps: Pick<Deps, "db">) => {
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  let closing = false;
  let failing = false;

  const sweep = async () => {
    try {
      await sweepLocks(deps);
      failing = false;
    } catch (err) {
      if (!failing) app.log.warn({ err }, "could not sweep locks");
      failing = true;
    }
    sweepLater();
  };
  const sweepLater = () => {
    if (closing) return;
    timer = setTimeout(() => {
      sweeping = sweep();
    }, EVERY_MS).unref();
  };

  app.addHook("onListen", async () => sweepLater());
  app.addHook("onClose", async () => {
    closing = true;
    clearTimeout(timer);
    await sweeping;
  });
});
