import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readMigrations } from "../../server/db/migrationFiles.ts";
import { freePort } from "../support/freePort.ts";
import type { Running } from "../support/running.ts";
import { idTokenOf } from "./adminClient.ts";
import { startServer } from "./runningServer.ts";

let dataDir: string;
let server: Running;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "lines-"));
  server = startServer({ DATA_DIR: dataDir, LOG_LEVEL: "info" });
});
afterEach(async () => {
  await server.remove();
  rmSync(dataDir, { recursive: true });
});

const lines = () =>
  server.stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

it("tells in the log of migrations, jobs and requests, and no credential", async () => {
  const address = await server.address();
  const token = await idTokenOf(address, "staff@example.com");
  const authorization = `Bearer ${token}`;
  await fetch(`${address}/api/v1/users/me?token=${token}`, { headers: { authorization } });
  const done = () => lines().filter(({ msg }) => msg === "job done");
  await vi.waitUntil(() => done().length > 0, { timeout: 60_000, interval: 200 });

  const names = (await readMigrations()).map(({ name }) => name);
  const applied = lines().filter(({ msg }) => msg === "migrations applied");
  expect(applied).toMatchObject([{ level: 30, migrations: names }]);
  expect(done()[0]).toMatchObject({
    level: 30,
    job: expect.any(String),
    count: expect.any(Number),
    ms: expect.any(Number),
  });
  const asked = () => lines().find(({ path }) => path === "/api/v1/users/me");
  await vi.waitUntil(asked, { timeout: 60_000, interval: 200 });
  expect(asked()).toMatchObject({ route: "/api/v1/users/me", address: "127.0.0.1" });
  expect(server.stdout).not.toContain(token);
});

it("goes on where stdout cannot be written, as on a full disk", async () => {
  const [port, metricsPort, apart] = [await freePort(), await freePort(), join(dataDir, "apart")];
  const env = {
    ...process.env,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: apart,
    LOG_LEVEL: "info",
  };
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, ["--liftoff-only", "dist/server/main.js"], {
    env,
    stdio: ["ignore", full, "inherit"],
  });
  const asked = async (address: string) => (await fetch(address)).text();
  const ready = () => asked(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  // Two servers start at once.
  await vi.waitUntil(ready, { timeout: 120_000, interval: 200 });
  for (let request = 0; request < 5; request += 1) await ready();
  const metrics = await asked(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(Number(/^ki_log_lines_lost_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
}, 180_000);
