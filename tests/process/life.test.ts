import { afterEach, expect, it, vi } from "vitest";
import { lockDataDirectory } from "../../server/start/dataDirectory.ts";
import { emulatorsOf } from "../support/emulatorProcess.ts";
import { suiteDirectory } from "../support/perSuite.ts";
import { Running, type Variables } from "../support/running.ts";
import { idTokenOf } from "./adminClient.ts";
import { openConnection } from "./openConnection.ts";
import { callIdentity, noEmulatorOf, signIn, startServer } from "./runningServer.ts";
import { slowRequest } from "./slowRequest.ts";

/** A server that waits for what never ends takes this long, and no machine is that slow. */
const GRACE_MS = 10_000;

/** One data directory for one server after the other: each start finds what the last one left. */
const dataDir = suiteDirectory("life-");
const running: Running[] = [];

afterEach(async () => {
  for (const one of running.splice(0)) await one.remove();
});

function start(variables: Variables = {}): Running {
  const server = startServer({ DATA_DIR: dataDir, ...variables });
  running.push(server);
  return server;
}

function npmStart(): Running {
  const server = new Running("npm", ["start"], { DATA_DIR: dataDir, PORT: "0" });
  running.push(server);
  return server;
}

async function nothingIsLeft(address: string) {
  await noEmulatorOf(dataDir);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  await (await lockDataDirectory(dataDir))();
}

async function changePassword(address: string, email: string) {
  const { body } = await signIn(address, email, "password");
  const change = { idToken: body.idToken, password: "changed", returnSecureToken: true };
  expect((await callIdentity(address, "update", change)).status).toBe(200);
}

/** On a busy machine a part may take longer to answer than readiness waits for it. */
async function becomesReady(address: string) {
  const isReady = async () => (await fetch(`${address}/readyz`)).status === 200;
  await vi.waitUntil(isReady, { timeout: 30_000, interval: 100 });
}

it("starts on nothing, says where it is and who can sign in, and keeps the directory to itself", async () => {
  const server = start();
  const address = await server.address();
  await becomesReady(address);
  expect(server.stdout).toContain('all with the password "password"');
  expect(server.stdout).toContain("sysadmin@example.com");
  expect((await signIn(address, "sysadmin@example.com", "password")).status).toBe(200);

  const second = await start().ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toBe(
    `DATA_DIR: ${dataDir} is in use by another process (${server.child.pid}). Stop it first.\n`,
  );
  await becomesReady(address);
  expect(emulatorsOf(dataDir)).toHaveLength(1);
});

it("on SIGTERM takes no new request, finishes what runs, ends with 0 and leaves nothing", async () => {
  const server = start();
  const address = await server.address();
  const request = await slowRequest(address);
  server.signal("SIGTERM");
  await vi.waitUntil(() =>
    fetch(`${address}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  expect(server.hasEnded).toBe(false);
  expect(await request.finish()).toContain("HTTP/1.1 200 OK");
  expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
  await nothingIsLeft(address);
});

it("on SIGTERM ends streams and idle connections at once, and answers a request that is still being sent", async () => {
  const server = start();
  const address = await server.address();
  const stream = await fetch(`${address}/api/v1/events`, {
    headers: { authorization: `Bearer ${await idTokenOf(address, "staff@example.com")}` },
  });
  expect(stream.status).toBe(200);
  const silent = await openConnection(address);
  const keptAlive = await openConnection(address);
  const halfSent = await openConnection(address);
  const stalled = await openConnection(address);
  const question = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
  for (const connection of [keptAlive, halfSent]) {
    connection.send(`${question}\r\n`);
    await connection.says('{"status":"ok"');
  }
  halfSent.send(question);
  stalled.send(question);
  // It would be idle after 2 s, which a busy machine may need for the rest of the test.
  const sending = setInterval(() => halfSent.send("X-Filler: 1\r\n"), 500);
  // The server has read that much once it has answered a later request.
  await fetch(`${address}/healthz`);

  const asked = Date.now();
  server.signal("SIGTERM");
  await Promise.all([silent.closed, keptAlive.closed, stalled.closed]);
  // A stream that is cut off has no end, and its text rejects.
  expect(await stream.text()).toMatch(/^retry: \d+\n\nevent: streams\ndata: {"open":\d+}\n\n$/);
  expect(server.hasEnded).toBe(false);
  clearInterval(sending);
  halfSent.send("\r\n");
  expect(await halfSent.closed).toMatch(/connection: close[\s\S]*{"status":"ok"[^}]*}$/i);
  expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
  expect(Date.now() - asked).toBeLessThan(GRACE_MS);
});

it("on a second signal ends at once", async () => {
  const server = start();
  const address = await server.address();
  const request = await slowRequest(address);
  await vi.waitUntil(
    () => {
      server.signal("SIGTERM");
      return server.hasEnded;
    },
    { interval: 200, timeout: 60_000 },
  );
  request.abandon();
  // The first signal alone would end it with 0, after the grace period.
  expect((await server.ended).code).toBe(143);
  await nothingIsLeft(address);
});

it("when asked to stop before it has started, leaves nothing either", async () => {
  const server = start();
  await vi.waitUntil(() => emulatorsOf(dataDir).length > 0, { timeout: 30_000 });
  server.signal("SIGTERM");
  expect(await server.ended).toMatchObject({ code: 0, stdout: "", stderr: "" });
  await noEmulatorOf(dataDir);
});

it("loses no password and no orphan when it is killed, alone or everything at the same instant", async () => {
  const server = start();
  const address = await server.address();
  await changePassword(address, "staff@example.com");
  server.signal("SIGKILL");
  await server.ended;
  await noEmulatorOf(dataDir);

  const next = start();
  const nextAddress = await next.address();
  expect((await signIn(nextAddress, "staff@example.com", "password")).status).toBe(400);
  const again = await signIn(nextAddress, "staff@example.com", "changed");
  const profile = await fetch(`${nextAddress}/api/v1/users/me`, {
    headers: { authorization: `Bearer ${again.body.idToken}` },
  });
  expect(profile.status).toBe(200);

  await changePassword(nextAddress, "staff@sample.example.com");
  next.signalGroup("SIGKILL");
  await next.ended;
  const last = await start().address();
  expect((await signIn(last, "staff@sample.example.com", "changed")).status).toBe(200);
});

it("under npm start ends with npm, also when only npm is told", async () => {
  const npm = npmStart();
  const address = await npm.address();
  npm.signal("SIGTERM");
  await npm.ended;
  await vi.waitUntil(() =>
    fetch(`${address}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  await nothingIsLeft(address);
});

it("under npm start takes a Ctrl-C, which reaches it twice, for one", async () => {
  const npm = npmStart();
  const address = await npm.address();
  const request = await slowRequest(address);
  npm.signalGroup("SIGINT");
  await vi.waitUntil(() =>
    fetch(`${address}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  expect(await request.finish()).toContain("HTTP/1.1 200 OK");
  await npm.ended;
  await nothingIsLeft(address);
});
