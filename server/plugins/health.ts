import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { atMostEvery } from "../atMostEvery.ts";
import type { Deps } from "../context.ts";
import { type Migration, readMigrations } from "../db/migrationFiles.ts";
import { schemaState } from "../db/schemaState.ts";
import { checkWrites, isWriteRefused } from "../db/writeCheck.ts";
import { TemporaryFolderFullError, tryTemporaryFolder } from "../exports/spooledFile.ts";
import { CredentialRefusedError } from "../identity/identity.ts";
import { notReady } from "../problem.ts";
import { readRelease } from "../release.ts";
import { within } from "../shutdown.ts";

const ANSWER_WITHIN_MS = 3_000;
const ASK_EVERY_MS = 2_000;

type FolderState = "ready" | "full" | "unavailable";
type PartState = "ready" | "unavailable" | "refused";
type DatabaseState = "ready" | "unavailable" | "not_writable" | "other_schema";

/** The schema lacks what this copy needs: a newer one took it away, or an older one was restored. */
class OtherSchemaError extends Error {
  override readonly name = "OtherSchemaError";
}

export async function healthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, "database" | "identity" | "now">,
): Promise<void> {
  const config = { access: "public", rateLimit: false, neverShed: true } as const;
  const { database, identity: identityService } = deps;
  const release = await readRelease();
  let known: Promise<Migration[]> | undefined;

  async function tryDatabase(): Promise<void> {
    await database.ping();
    known ??= readMigrations();
    const { state, pending, unknown } = await schemaState(database.db, await known);
    if (state === "pending") throw new OtherSchemaError(`it lacks ${pending.join(", ")}`);
    if (state === "newer") throw new OtherSchemaError(`it is newer: ${unknown.join(", ")}`);
    await checkWrites(database.db);
  }

  // Anyone may probe readiness as often as they like, without loading the parts.
  const partStates = atMostEvery(ASK_EVERY_MS, deps.now, async () => {
    const [databaseState, identityState, folderState] = await Promise.all([
      stateOf("database", tryDatabase, databaseStateAfter, app.log),
      stateOf("identity", () => identityService.ping(), identityStateAfter, app.log),
      stateOf("temporaryFolder", tryTemporaryFolder, folderStateAfter, app.log),
    ]);
    return { database: databaseState, identity: identityState, temporaryFolder: folderState };
  });

  app.get("/healthz", { config, logLevel: "warn" }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok", ...release };
  });

  app.get("/readyz", { config, logLevel: "warn" }, async (_, reply) => {
    reply.header("cache-control", "no-store");
    if (app.isDraining()) throw notReady({ server: "draining" });
    const parts = await partStates();
    if (parts.database !== "ready" || parts.identity === "refused") throw notReady(parts);
    // Without the identity service the server still works for signed-in users, without temporary files for
    // all but large downloads.
    const { identity, temporaryFolder } = parts;
    const missing = {
      ...(identity === "ready" ? {} : { identity }),
      ...(temporaryFolder === "ready" ? {} : { temporaryFolder }),
    };
    return { status: Object.keys(missing).length > 0 ? "degraded" : "ready", ...missing };
  });
}

function databaseStateAfter(error: unknown): DatabaseState {
  if (error instanceof OtherSchemaError) return "other_schema";
  return isWriteRefused(error) ? "not_writable" : "unavailable";
}

/** With refused credentials sign-ins fail until the configuration is changed. */
function identityStateAfter(error: unknown): PartState {
  return error instanceof CredentialRefusedError ? "refused" : "unavailable";
}

function folderStateAfter(error: unknown): FolderState {
  return error instanceof TemporaryFolderFullError ? "full" : "unavailable";
}

async function stateOf<State extends string>(
  part: "database" | "identity" | "temporaryFolder",
  attempt: () => Promise<void>,
  stateAfter: (error: unknown) => State,
  log: FastifyBaseLogger,
): Promise<State | "ready" | "unavailable"> {
  try {
    if (await within(ANSWER_WITHIN_MS, attempt())) return "ready";
    log.warn({ part }, "no answer in time");
  } catch (err) {
    log.warn({ err, part }, "not available");
    return stateAfter(err);
  }
  return "unavailable";
}
