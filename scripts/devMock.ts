import { createServer } from "node:http";
import { createServer as createVite } from "vite";
import { buildApp } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { openDatabase } from "../server/db/client.ts";
import { migrate } from "../server/db/migrate.ts";
import { demoAccounts, seedDemo } from "../server/demo/seed.ts";
import { sendJob } from "../server/jobs/queues.ts";
import { readRelease } from "../server/release.ts";
import { listen, tryPort } from "../server/start/serve.ts";
import { closeServer, Shutdown } from "../server/start/shutdown.ts";
import { describeStartError, printMail, printStart } from "../server/start/startMessages.ts";
import { MemoryDirectory } from "../tests/support/identity/directory.ts";
import { memoryIdentity } from "../tests/support/identity/memoryIdentity.ts";
import { mockListener } from "./mockServer.ts";

/** Other variables (database, directory, Firebase project) are ignored. */
const SETTINGS = ["HOST", "PORT", "PUBLIC_URL", "NODE_ENV", "SESSION_HOURS", "LOCK_LEASE_SECONDS"];

const shutdown = new Shutdown();
const started = devMock();
shutdown.onSignals(started);
try {
  await started;
} catch (error) {
  if (!shutdown.asked) {
    await shutdown.closeAll();
    console.error(describeStartError(error));
    process.exit(1);
  }
}

/** Vite and the real application in one process on one port, all in memory (docs/decisions/018). */
async function devMock(): Promise<void> {
  const config = readConfig({
    LOG_LEVEL: process.env.LOG_LEVEL ?? "error",
    ...Object.fromEntries(SETTINGS.map((name) => [name, process.env[name]])),
  });
  const { host, port } = config;
  await tryPort(host, port);

  const database = await openDatabase({ kind: "pglite", dataDir: ":memory:" });
  shutdown.add(database.close);
  await migrate(database.db);

  const directory = new MemoryDirectory((mail) => printMail(config, mail));
  const identity = memoryIdentity(directory);
  await seedDemo(database, { now: new Date(), identity });
  await database.db.transaction().execute((trx) => sendJob(trx, "alertsOfDay", {}));

  const server = createServer();
  const vite = await createVite({ server: { middlewareMode: true, ws: { server } } });
  const app = await buildApp({
    config,
    database,
    identity,
    now: () => new Date(),
    demoAccounts,
    // Vite blocks this process while it compiles a page.
    takesEverything: true,
    serverFactory: (answer) => server.on("request", mockListener({ app: answer, vite })),
  });
  shutdown.add(closeServer(app));
  shutdown.add(() => vite.close());
  printStart(config, await listen(app, { host, port }), await readRelease());
  process.stdout.write("Mock mode: all data is in memory and gone when this ends.\n\n");
}
