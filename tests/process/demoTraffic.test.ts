import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { Running } from "../support/running.ts";
import { signInAsAdmin } from "./adminClient.ts";
import { noEmulatorOf, startServer } from "./runningServer.ts";
import { aStartedDirectory } from "./startedDirectory.ts";

const keys = z.object({ content: z.array(z.object({ serviceKeyId: z.int() })) });

let dataDir: string;
let server: Running;

beforeEach(async () => {
  dataDir = await aStartedDirectory();
  server = startServer({ DATA_DIR: dataDir });
});
afterEach(async () => {
  await server.remove();
  await noEmulatorOf(dataDir);
  rmSync(dataDir, { recursive: true });
});

function startTraffic(address: string) {
  const parameters = ["--import", "tsx", "scripts/demoTraffic.ts"];
  return new Running(process.execPath, parameters, { BASE_URL: address });
}

const recorded = /^\d\d:\d\d \S+ [\d:]+ recorded$/m;
const reports = (traffic: Running) =>
  vi.waitUntil(() => recorded.test(traffic.stdout) || traffic.hasEnded, { timeout: 30_000 });

it("demo:traffic reports with a key of its own until it is stopped, and revokes it", async () => {
  const address = await server.address();
  const traffic = startTraffic(address);
  await reports(traffic);
  traffic.signalGroup("SIGINT");
  const { stdout, stderr } = await traffic.ended;
  await traffic.remove();
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^Fetching the words of \d+ organizations and reporting transcripts at /);
  expect(stdout).toMatch(recorded);
  expect(stdout).toMatch(/The key is revoked\.\n$/);
  const admin = await signInAsAdmin(address);
  expect((await admin.send("GET", "/service-keys")).body).toMatchObject({
    content: [
      {
        name: expect.stringMatching(/^demo:traffic \d{4}\/\d\d\/\d\d \d\d:\d\d$/),
        scopes: ["usage.report", "vocabulary.read"],
        lastUsedAt: expect.any(String),
        revokedAt: expect.any(String),
      },
    ],
  });
});

it("demo:traffic ends when its key is revoked on the screen", async () => {
  const address = await server.address();
  const traffic = startTraffic(address);
  await reports(traffic);
  const admin = await signInAsAdmin(address);
  const { body } = await admin.send("GET", "/service-keys");
  for (const { serviceKeyId } of keys.parse(body).content) {
    await admin.send("DELETE", `/service-keys/${serviceKeyId}`);
  }
  const { stdout, stderr } = await traffic.ended;
  await traffic.remove();
  expect(stderr).toBe("");
  expect(stdout).toMatch(/The key is revoked\.\n$/);
});
