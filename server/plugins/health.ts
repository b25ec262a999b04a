import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { atMostEvery } from "../atMostEvery.ts";
import type { Deps } from "../context.ts";
import { type Migration, readMigrations } from "../db/migrationFiles.ts";
import {
  checkWrites,
  isWriteRefused,
  OtherClockError,
  refuseOtherClock,
  schemaState,
} from "../db/schemaState.ts";
import { TemporaryFolderFullError, tryTemporaryFolder } from "../exports/spooledFile.ts";
import { CredentialRefusedError } from "../identity/identity.ts";
import { notReady } from "../problem.ts";
import { readRelease } from "../release.ts";
import { within } from "../start/shutdown.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Whether the server is about to close; it still answers. */
    isDraining(): boolean;
    /** Sends clients elsewhere: probes, streams, and each connection with its next answer. */
    drain(): void;
  }
}

export const draining = fp(async (app) => {
  let began = false;
  app.decorate("isDraining", () => began);
  app.decorate("drain", () => {
    began = true;
    app.log.info("draining");
    app.events.endAll();
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (began) reply.header("connection", "close");
    done();
  });
});

/** After `readiness`. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  const config = { access: "public", unlimited: true, neverShed: true } as const;
  const release = await readRelease();

  app.get("/healthz", { config, logLevel: "warn" }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok", ...release };
  });

  app.get("/readyz", { config, logLevel: "warn" }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    if (app.isDraining()) throw notReady({ server: "draining" });
    const { database, ...others } = await app.partStates();
    if (database !== "ready") throw notReady({ database, ...others });
    // Without the identity service the server still works for service keys and signed-in users, without
    // temporary files for all but large downloads.
    const missing = Object.entries(others).filter(([, state]) => state !== "ready");
    const status = missing.length > 0 ? "degraded" : "ready";
    return { status, ...Object.fromEntries(missing) };
  });
}

const ANSWER_WITHIN_MS = 3_000;
const ASK_EVERY_MS = 2_000;

/** Each part as it was found when it was last tried. */
interface PartStates {
  database: "ready" | "unavailable" | "not_writable" | "other_schema" | "other_clock";
  identity: "ready" | "unavailable" | "refused";
  temporaryFolder: "ready" | "unavailable" | "full";
}

type StateAfter<Part extends keyof PartStates> = (error: unknown) => PartStates[Part];

declare module "fastify" {
  interface FastifyInstance {
    /** Tries the parts, at most every 2 s, so that anyone may ask as often as they like. */
    partStates(): Promise<PartStates>;
  }
}

/** The schema lacks what this copy needs: a newer one took it away, or an older one was restored. */
class OtherSchemaError extends Error {
  override readonly name = "OtherSchemaError";
}

/** Tries what the server needs, for `/readyz` and for the metrics (docs/decisions/058). */
export const readiness = fp(
  async (app, deps: Pick<Deps, "database" | "identity" | "now">): Promise<void> => {
    const { database, identity } = deps;
    let known: Promise<Migration[]> | undefined;

    async function trySchema(): Promise<void> {
      known ??= readMigrations();
      const { state, pending, unknown } = await schemaState(database.db, await known);
      if (state === "pending") throw new OtherSchemaError(`it lacks ${pending.join(", ")}`);
      if (state === "newer") throw new OtherSchemaError(`it is newer: ${unknown.join(", ")}`);
    }

    /** All at once, so that a slow network does not look like a database that is away. */
    async function tryDatabase(): Promise<void> {
      const tried = await Promise.allSettled([
        database.ping(),
        trySchema(),
        checkWrites(database.db),
        refuseOtherClock(database),
      ]);
      const failed = tried.find((each) => each.status === "rejected");
      if (failed) throw failed.reason;
    }

    app.decorate(
      "partStates",
      atMostEvery(ASK_EVERY_MS, deps.now, async () => {
        const [databaseState, identityState, folderState] = await Promise.all([
          stateOf("database", tryDatabase, databaseStateAfter, app.log),
          stateOf("identity", () => identity.ping(), identityStateAfter, app.log),
          stateOf("temporaryFolder", tryTemporaryFolder, folderStateAfter, app.log),
        ]);
        return { database: databaseState, identity: identityState, temporaryFolder: folderState };
      }),
    );
  },
);

const databaseStateAfter: StateAfter<"database"> = (error) => {
  if (error instanceof OtherSchemaError) return "other_schema";
  if (error instanceof OtherClockError) return "other_clock";
  return isWriteRefused(error) ? "not_writable" : "unavailable";
};

/** With refused credentials sign-ins fail until the configuration is changed. */
const identityStateAfter: StateAfter<"identity"> = (error) =>
  error instanceof CredentialRefusedError ? "refused" : "unavailable";

const folderStateAfter: StateAfter<"temporaryFolder"> = (error) =>
  error instanceof TemporaryFolderFullError ? "full" : "unavailable";

async function stateOf<Part extends keyof PartStates>(
  part: Part,
  attempt: () => Promise<void>,
  stateAfter: StateAfter<Part>,
  log: FastifyBaseLogger,
): Promise<PartStates[Part] | "ready" | "unavailable"> {
  try {
    if (await within(ANSWER_WITHIN_MS, attempt())) return "ready";
    log.warn({ part }, "no answer in time");
  } catch (err) {
    log.warn({ err, part }, "not available");
    return stateAfter(err);
  }
  return "unavailable";
}
