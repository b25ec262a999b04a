import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Running } from "../support/running.ts";
import { signInAsAdmin } from "./adminClient.ts";
import { noEmulatorOf, startServer } from "./runningServer.ts";

let dataDir: string;
let server: Running;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "traffic-"));
  server = startServer({ DATA_DIR: dataDir });
});
afterEach(async () => {
  await server.remove();
  await noEmulatorOf(dataDir);
  rmSync(dataDir, { recursive: true });
});

it("demo:traffic reports with a key of its own until it is stopped, and revokes it", async () => {
  const address = await server.address();
  const script = join("node_modules", "tsx", "dist", "cli.mjs");
  const traffic = new Running(process.execPath, [script, "scripts/demoTraffic.ts"], {
    BASE_URL: address,
  });
  const recorded = /^\d\d:\d\d \S+ [\d:]+ recorded$/m;
  await vi.waitUntil(() => recorded.test(traffic.stdout) || traffic.hasEnded, { timeout: 30_000 });
  traffic.signalGroup("SIGINT");
  const { stdout, stderr } = await traffic.ended;
  await traffic.remove();
  expect(stderr).toBe("");
  expect(stdout).toMatch(recorded);
  expect(stdout).toMatch(/The key is revoked\.\n$/);
  const admin = await signInAsAdmin(address);
  expect((await admin.send("GET", "/service-keys")).body).toMatchObject({
    content: [
      { scopes: ["usage.report"], lastUsedAt: expect.any(String), revokedAt: expect.any(String) },
    ],
  });
});
