import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { SERVER, urlOf, withClient } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { Lane } from "./lane.ts";
import { OpenScreen } from "./openScreen.ts";
import { type RunningProcess, staffHeaders, startBuiltServer, withDirectory } from "./server.ts";

const DATABASE = "ki_bench_screens";
const SCREENS = 1_000;
const USERS = 60;
const CHANGES = 3;
/** Fewer than one user may have at work. */
const AT_ONCE = 5;
const PAUSE_MS = 5;
const LONGEST_MS = 60_000;
/** The project of the Auth Emulator, which accepts unsigned tokens. */
const PROJECT = "demo-knowledge-insight";
const DICTIONARIES = "/api/v1/dictionaries";

const list = z.object({ content: z.tuple([z.object({ dictionaryId: z.int() })]) });
const invited = z.object({ userId: z.string() });

type EndAll = (screens: readonly OpenScreen[]) => Promise<void> | void;

/** What 1,000 open screens of one organization do to the server when something changes. */
export async function benchScreens(): Promise<Finding[]> {
  await withClient(SERVER, async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
  const url = urlOf(DATABASE);
  return [
    ...(await withServer("PostgreSQL", { DATABASE_URL: url }, () => endListener(url))),
    ...(await withServer("embedded", {}, (screens) => {
      for (const screen of screens) screen.cut();
    })),
  ];
}

function withServer(engine: string, variables: Record<string, string>, endAll: EndAll) {
  return withDirectory(async (directory) => {
    const server = await startBuiltServer({ ...variables, DATA_DIR: directory });
    const screens: OpenScreen[] = [];
    try {
      return await measure(engine, server, { screens, endAll });
    } finally {
      for (const screen of screens) screen.close();
      await server.stop();
    }
  });
}

/** The server then ends all streams, since it does not know what it misses. */
const endListener = (url: string) =>
  withClient(url, async (client) => {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and application_name = 'knowledge-insight listener'`,
      [DATABASE],
    );
  });

async function measure(
  engine: string,
  server: RunningProcess,
  { screens, endAll }: { screens: OpenScreen[]; endAll: EndAll },
): Promise<Finding[]> {
  const { address } = server;
  const editor = await staffHeaders(address);
  const other = await staffHeaders(address, "orgadmin@sample.example.com");
  const dictionary = await firstDictionary(address, editor);
  const users = await someAtATime(USERS, (n) => invite(address, editor, n));
  const tokens = users.map(unsignedToken);
  screens.push(
    ...Array.from({ length: SCREENS }, (_, n) => {
      const authorization = `Bearer ${tokens[n % USERS]}`;
      const path = `${DICTIONARIES}?page=0&size=10`;
      return new OpenScreen({ address, authorization, path, topic: "resource/dictionaries" });
    }),
  );
  await someAtATime(SCREENS, async (n) => {
    void screens[n]?.listen();
    await until(() => (screens[n]?.opened ?? 0) > 0);
  });
  await allShown(screens);
  // The first heartbeat tells those that opened early how many there are.
  await pause(16_000);

  const total = (count: (screen: OpenScreen) => number) =>
    screens.reduce((sum, screen) => sum + count(screen), 0);
  const refusedReads = () => total((screen) => screen.refusedReads);
  const otherReads = readsByKey(address, other, await firstDictionary(address, other));
  const times: number[] = [];
  for (let n = 1; n <= CHANGES; n += 1) {
    const heard = screens.map((screen) => screen.heard);
    const began = performance.now();
    await change(address, editor, { dictionary, description: `計測 ${n}` });
    await until(() => screens.every((screen, at) => screen.heard > (heard[at] ?? 0)));
    await allShown(screens);
    times.push((Math.max(...screens.map(({ shownAt }) => shownAt)) - began) / 1_000);
  }
  const others = await otherReads.stop();
  const [errors, refused] = [total((screen) => screen.errors), refusedReads()];

  const opened = screens.map((screen) => screen.opened);
  const streamsBefore = total((screen) => screen.refusedStreams);
  const ended = performance.now();
  await endAll(screens);
  await until(() => screens.every((screen, at) => screen.opened > (opened[at] ?? 0)));
  const openAfter = (performance.now() - ended) / 1_000;
  await allShown(screens);
  const shownAfter = (performance.now() - ended) / 1_000;
  return [
    {
      what: `${engine}: until 1,000 screens show a change`,
      measured: Math.max(...times),
      unit: "s",
      budget: { atMost: 5 },
      note: `${times.map((time) => time.toFixed(1)).join(", ")} s; ${refused} reads were refused and repeated; ${(await server.memory()).toFixed(0)} MB`,
    },
    {
      what: `${engine}: errors that they show`,
      measured: errors,
      unit: "requests",
      budget: { atMost: 0 },
    },
    {
      what: `${engine}: p95 of a read by key of another organization`,
      measured: others.times[Math.floor(others.times.length * 0.95)] ?? Number.NaN,
      unit: "ms",
      budget: { atMost: 300 },
      note: `${others.times.length} reads meanwhile`,
    },
    {
      what: `${engine}: reads of another organization that are refused`,
      measured: others.refused,
      unit: "requests",
      budget: { atMost: 0 },
    },
    {
      what: `${engine}: streams refused once all have ended`,
      measured: total((screen) => screen.refusedStreams) - streamsBefore,
      unit: "requests",
      budget: { atMost: 0 },
      note: `all open after ${openAfter.toFixed(1)} s, all read after ${shownAfter.toFixed(1)} s; ${refusedReads() - refused} reads were refused and repeated`,
    },
    {
      what: `${engine}: errors that they show then`,
      measured: total((screen) => screen.errors) - errors,
      unit: "requests",
      budget: { atMost: 0 },
    },
  ];
}

const allShown = (screens: readonly OpenScreen[]) =>
  until(() => screens.every(({ shown, heard }) => shown === heard));

async function until(isSo: () => boolean): Promise<void> {
  const began = performance.now();
  while (!isSo()) {
    if (performance.now() - began > LONGEST_MS) throw new Error("it takes longer than a minute");
    await pause(10);
  }
}

/** `work` for the numbers below `count`, some at a time. */
async function someAtATime<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => work(from + n));
    done.push(...(await Promise.all(some)));
  }
  return done;
}

async function send(url: string, init: RequestInit, status: number): Promise<unknown> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${url} is answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

async function firstDictionary(address: string, headers: Record<string, string>) {
  const page = await send(`${address}${DICTIONARIES}?page=0&size=1`, { headers }, 200);
  return list.parse(page).content[0].dictionaryId;
}

async function invite(address: string, headers: Record<string, string>, n: number) {
  const email = `screen${n}@example.com`;
  const body = JSON.stringify({ email, userName: `計測 ${n}` });
  const user = await send(`${address}/api/v1/users`, { method: "POST", headers, body }, 201);
  return { ...invited.parse(user), email };
}

function change(
  address: string,
  headers: Record<string, string>,
  { dictionary, description }: { dictionary: number; description: string },
): Promise<unknown> {
  const init = {
    method: "PATCH",
    headers: { ...headers, "if-match": "*" },
    body: JSON.stringify({ description }),
  };
  return send(`${address}${DICTIONARIES}/${dictionary}`, init, 200);
}

/** A token as the emulator issues it. */
function unsignedToken({ userId, email }: { userId: string; email: string }): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: userId,
    user_id: userId,
    email,
    auth_time: now,
    iat: now,
    exp: now + 3_600,
    firebase: { identities: { email: [email] }, sign_in_provider: "password" },
  };
  const parts = [{ alg: "none", typ: "JWT" }, claims];
  const encoded = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  return `${encoded.join(".")}.`;
}

/** Reads a dictionary one time after the other until it is stopped; the times in ms, sorted. */
function readsByKey(address: string, headers: Record<string, string>, dictionary: number) {
  const { hostname, port, host } = new URL(address);
  const lane = new Lane(connect({ host: hostname, port: Number(port) }));
  const path = `${DICTIONARIES}/${dictionary}`;
  const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${headers.authorization}\r\n\r\n`;
  const times: number[] = [];
  let refused = 0;
  let over = false;
  const reading = (async () => {
    await lane.opened;
    while (!over) {
      const began = performance.now();
      const { status, retryAfter } = await lane.ask(request);
      if (status === 200) times.push(performance.now() - began);
      else refused += 1;
      await pause(PAUSE_MS + retryAfter * 1_000);
    }
  })();
  return {
    stop: async () => {
      over = true;
      await reading.finally(() => lane.close());
      return { times: times.toSorted((a, b) => a - b), refused };
    },
  };
}
