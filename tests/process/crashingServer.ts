import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { DatabaseTarget, Engine } from "../../server/db/client.ts";
import { freePort } from "../support/freePort.ts";
import type { Running } from "../support/running.ts";
import { type OwnPostgres, ownPostgres } from "./ownPostgres.ts";
import { startServer } from "./runningServer.ts";
import { aStartedDirectory } from "./startedDirectory.ts";

/** Where a server keeps everything from one start to the next, for a test that kills it in between. */
export interface CrashSite {
  dataDir: string;
  emulatorPort: number;
  /** Its database, for who looks into it once the server has ended. */
  database: DatabaseTarget;
  start(): Running;
}

/** A new site for each test of the block; it is gone afterwards, with all that still runs there. */
export function crashSite(engine: Engine): () => CrashSite {
  let site: CrashSite | undefined;
  let postgres: OwnPostgres | undefined;
  const running: Running[] = [];

  beforeEach(async () => {
    const dataDir =
      engine === "pglite" ? await aStartedDirectory() : mkdtempSync(join(tmpdir(), "crash-"));
    const emulatorPort = await freePort();
    if (engine === "postgres") postgres = await ownPostgres();
    site = {
      dataDir,
      emulatorPort,
      database: postgres
        ? { kind: "postgres", url: postgres.url }
        : { kind: "pglite", dataDir: join(dataDir, "database") },
      start: () => {
        const server = startServer({
          DATA_DIR: dataDir,
          AUTH_EMULATOR_PORT: String(emulatorPort),
          RATE_LIMIT_PER_MINUTE: "100000",
          ...(postgres ? { DATABASE_URL: postgres.url } : {}),
        });
        running.push(server);
        return server;
      },
    };
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.remove();
    await postgres?.close();
    if (site) rmSync(site.dataDir, { recursive: true });
  });

  return () => {
    if (!site) throw new Error("a site is there while a test runs");
    return site;
  };
}
