import { subHours } from "date-fns";
import fp from "fastify-plugin";
import type { Deps } from "../context.ts";
import { sweepReleases } from "../modules/locks/sweepLocks.ts";
import { deleteOldMails } from "../modules/mails/queries.ts";
import { sweepSessions } from "../modules/session/service.ts";
import { KEPT_HOURS } from "./idempotency.ts";
import { deleteExpiredKeys } from "./idempotencyQueries.ts";

const EVERY_MS = 10 * 60_000;

declare module "fastify" {
  interface FastifyInstance {
    /** Removes what has outlived its use; also runs on listening and every ten minutes after. */
    sweep(): Promise<void>;
  }
}

/** Keeps the tables that only grow from doing so. */
export const housekeeping = fp(async (app, deps: Pick<Deps, "db" | "now">) => {
  let sweeping: Promise<void> = Promise.resolve();

  const sweep = async () => {
    await sweepSessions(deps);
    await deleteExpiredKeys(deps.db, subHours(deps.now(), KEPT_HOURS));
    await sweepReleases(deps);
    await deleteOldMails(deps.db);
  };
  app.decorate("sweep", sweep);

  const sweepAside = () => {
    sweeping = sweep().catch((err: unknown) => app.log.warn({ err }, "could not sweep"));
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onListen", async () => {
    sweepAside();
    timer = setInterval(sweepAside, EVERY_MS).unref();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await sweeping;
  });
});
