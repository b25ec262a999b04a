import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { LoadOptions } from "../../server/plugins/loadShedding.ts";
import { type TestApi, testApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { usualEngine } from "../support/database.ts";
import { type Listening, listening, STAFF_EVENTS } from "../support/eventStream.ts";
import { gate } from "../support/gate.ts";
import { type SampleWorld, sampleAreas } from "../support/sampleRoutes.ts";

const SAMPLES = "/api/v1/samples";
const HEAVY = `${SAMPLES}/heavy`;
const OF_USER = 8;
const OF_ORGANIZATION = 32;
const HEAVY_OF_USER = 2;
const HEAVY_OF_ORGANIZATION = 4;
const MOST = 64;
const FEW = 20;

const times = <T>(count: number, each: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => each(n));

/** So that a test waits for what it holds, however slow the machine is. */
const LONG_MS = 100_000;

interface Loaded {
  api: TestApi;
  people: Listening;
  client(organization: number, person?: number): ApiClient;
}

const world: SampleWorld = { beforeWrite: async () => {}, writes: 0 };
/** Refuses soon what finds no place. */
let hasty: Loaded;
/** Lets a request wait for its place as long as it takes. */
let patient: Loaded;
let names = 0;
/** Held requests, to release at the end of a test. */
let release = () => {};
let held: Promise<Answer>[] = [];

/** A server with four organizations of five people. Its event loop is never late by default. */
async function loaded(load: LoadOptions, env: Record<string, string> = {}): Promise<Loaded> {
  const api = await testApi(usualEngine, {
    env,
    parts: {
      areas: sampleAreas(world),
      takesEverything: false,
      answerWithinMs: LONG_MS,
      load: { lateMs: Number.POSITIVE_INFINITY, ...load },
    },
  });
  const member = async (organizationId: number) =>
    api.as(await api.aUser({ organizationId, isOrganizationAdmin: true }));
  const organizations = await Promise.all(
    times(4, async () => {
      const organizationId = await api.anOrganization();
      return Promise.all(times(5, () => member(organizationId)));
    }),
  );
  return {
    api,
    people: await listening(api),
    client: (organization, person = 0) =>
      organizations[organization]?.[person] ?? expect.unreachable(),
  };
}

beforeAll(async () => {
  hasty = await loaded({ waitMs: 200, ownWaitMs: 200 });
  patient = await loaded({ waitMs: LONG_MS });
});
afterEach(async () => {
  release();
  const statuses = await Promise.all(held.splice(0));
  expect(statuses.filter(({ status }) => status >= 300)).toEqual([]);
});
afterAll(async () => {
  await hasty.api.close();
  await patient.api.close();
});

const post = (one: ApiClient, path = SAMPLES) => {
  names += 1;
  return one.post(path, path === SAMPLES ? { name: `名前${names}` } : undefined);
};

/** Starts the requests and holds their handlers. */
const atWork = async (start: () => Promise<Answer>[]) => {
  const gates = gate();
  let arrived = 0;
  world.beforeWrite = () => {
    arrived += 1;
    return gates.passed;
  };
  release = gates.open;
  held = start();
  await vi.waitUntil(() => arrived === held.length, { timeout: LONG_MS });
};

/** As many as the server takes in all: eight of each person. */
const allAtWork = ({ client }: Loaded, count = MOST) =>
  atWork(() => times(count, (n) => post(client(Math.floor(n / 16), Math.floor(n / 8) % 2))));

const isRefused = ({ status, headers, body }: Answer) => {
  expect(status).toBe(429);
  expect(headers["retry-after"]).toBe("2");
  expect(headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  expect(body).toMatchObject({
    code: "TOO_MANY_AT_ONCE",
    message: "同時に実行できる操作の数が上限に達しています。2秒後にお試しください。",
  });
};

const isShed = ({ status, headers, body }: Answer) => {
  expect(status).toBe(503);
  expect(headers["retry-after"]).toBe("2");
  expect(body).toMatchObject({
    code: "OVERLOADED",
    message: "現在アクセスが集中しています。2秒後にお試しください。",
  });
};

it("refuses the ninth request of a user, and nobody else", async () => {
  const { client } = hasty;
  await atWork(() => times(OF_USER, () => post(client(0))));
  isRefused(await post(client(0)));
  isRefused(await client(0).get(SAMPLES));
  expect((await client(0, 1).get(SAMPLES)).status).toBe(200);
  expect((await client(1).get(SAMPLES)).status).toBe(200);
  release();
  await Promise.all(held);
  expect((await client(0).get(SAMPLES)).status).toBe(200);
});

it("answers all requests of a page of one person, however slow each of them is", async () => {
  const slow = await loaded({}, { RATE_LIMIT_PER_MINUTE: "1200" });
  world.beforeWrite = () => new Promise((resolve) => setTimeout(resolve, 400));
  const answers = await Promise.all(times(14, () => post(slow.client(0))));
  expect(answers.map(({ status }) => status)).toEqual(Array(14).fill(201));
  world.beforeWrite = async () => {};
  await slow.api.close();
});

it("gives back what pipelined requests have taken whose connection has gone", async () => {
  const { api, people } = hasty;
  const organizationId = await api.anOrganization();
  const user = await api.aUser({ organizationId, isOrganizationAdmin: true });
  const head = `Host: localhost\r\nAuthorization: Bearer ${await api.idToken(user)}\r\n`;
  const socket = connect(Number(new URL(people.address).port), "127.0.0.1");
  const read = `GET ${SAMPLES} HTTP/1.1\r\n${head}\r\n`;
  socket.write(`GET ${STAFF_EVENTS} HTTP/1.1\r\n${head}\r\n${read.repeat(OF_USER)}`);
  // They have all slots now, and wait for the end of the stream before them.
  await vi.waitUntil(async () => (await api.as(user).get(SAMPLES)).status === 429, {
    timeout: LONG_MS,
  });
  socket.destroy();
  await vi.waitUntil(
    async () => {
      const answers = await Promise.all(times(OF_USER, () => api.as(user).get(SAMPLES)));
      return answers.every(({ status }) => status === 200);
    },
    { timeout: 5_000 },
  );
});

it("lets a request of a user wait until one of the others is done", async () => {
  const { client } = patient;
  await atWork(() => times(OF_USER, () => post(client(0))));
  const ninth = client(0).get(SAMPLES);
  release();
  expect((await ninth).status).toBe(200);
});

it("refuses what an organization asks beyond its places, whoever of its members asks", async () => {
  const { client } = hasty;
  await atWork(() => times(OF_ORGANIZATION, (n) => post(client(0, Math.floor(n / OF_USER)))));
  isRefused(await client(0, 4).get(SAMPLES));
  expect((await client(1).get(SAMPLES)).status).toBe(200);
});

it("takes little heavy work of a user and of an organization, and light work beside it", async () => {
  const { client } = hasty;
  await atWork(() => times(HEAVY_OF_USER, () => post(client(0), HEAVY)));
  isRefused(await post(client(0), HEAVY));
  expect((await client(0).get(SAMPLES)).status).toBe(200);
  release();
  await Promise.all(held);
  await atWork(() => times(HEAVY_OF_ORGANIZATION, (n) => post(client(0, n % 2), HEAVY)));
  isRefused(await post(client(0, 2), HEAVY));
  const elsewhere = await Promise.all([client(1).get(SAMPLES), client(0, 2).get(SAMPLES)]);
  expect(elsewhere.map(({ status }) => status)).toEqual([200, 200]);
});

it("takes the heavy work of others while an organization has used up its own", async () => {
  const { client } = hasty;
  await atWork(() => [
    ...times(HEAVY_OF_ORGANIZATION, (n) => post(client(0, n % 2), HEAVY)),
    post(client(1), HEAVY),
  ]);
});

it("answers a hundred people who press at once, also those of one organization", async () => {
  const { client } = patient;
  world.beforeWrite = async () => {};
  for (const organizations of [4, 1]) {
    const pressed = times(100, (n) => client(n % organizations, n % 5).get(SAMPLES));
    const refused = (await Promise.all(pressed)).filter(({ status }) => status !== 200);
    expect(refused).toEqual([]);
  }
});

it("refuses what waits in vain while the server has all that it can carry", async () => {
  await allAtWork(hasty);
  isShed(await post(hasty.client(0, 2)));
  isShed(await hasty.api.anonymous.get("/config.json"));
  release();
  await Promise.all(held);
  expect((await hasty.client(0).get(SAMPLES)).status).toBe(200);
});

it("lets in what waits once the server can carry it", async () => {
  await allAtWork(patient);
  const waiting = patient.client(1, 2).get(SAMPLES);
  release();
  expect((await waiting).status).toBe(200);
});

it("still answers health checks and opens streams", async () => {
  const { api, people } = hasty;
  await allAtWork(hasty);
  expect((await api.anonymous.get("/healthz")).status).toBe(200);
  expect((await api.anonymous.get("/readyz")).status).toBe(200);
  const user = await api.aUser({ organizationId: await api.anOrganization() });
  const streams = await Promise.all(times(15, () => people.staff(user)));
  expect(streams.map(({ status }) => status)).toEqual(Array(15).fill(200));
  await Promise.all(streams.map((stream) => stream.close()));
});

it("gives no place to a request whose sender has gone", async () => {
  const { api, people, client } = patient;
  await atWork(() => times(OF_USER, () => post(client(0))));
  const gone = new AbortController();
  const arrived = once(api.app.server, "request");
  const leaving = fetch(people.address + SAMPLES, {
    headers: { authorization: String((await client(0).credentials()).authorization) },
    signal: gone.signal,
  });
  await arrived;
  gone.abort();
  await expect(leaving).rejects.toThrow(/abort/i);
  release();
  await Promise.all(held);
  expect((await client(0).get(SAMPLES)).status).toBe(200);
  expect(api.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});

it("keeps the place of a request whose sender has gone until its work is done", async () => {
  const { people, client } = hasty;
  await atWork(() => times(OF_USER - 1, () => post(client(0))));
  const gone = new AbortController();
  const { authorization } = await client(0).credentials();
  let arrived = false;
  const before = world.beforeWrite;
  world.beforeWrite = () => {
    arrived = true;
    return before();
  };
  const leaving = fetch(people.address + SAMPLES, {
    method: "POST",
    headers: { authorization: String(authorization), "content-type": "application/json" },
    body: JSON.stringify({ name: "去る人" }),
    signal: gone.signal,
  });
  await vi.waitUntil(() => arrived, { timeout: LONG_MS });
  gone.abort();
  await expect(leaving).rejects.toThrow(/abort/i);
  isRefused(await client(0).get(SAMPLES));
  release();
  await Promise.all(held);
  expect((await client(0).get(SAMPLES)).status).toBe(200);
});

it("lets in one at a time of who keeps the server at work, with rests, and others at once", async () => {
  const clock = { ms: 0 };
  const paced = await loaded(
    { waitMs: LONG_MS, workClock: () => clock.ms },
    { RATE_LIMIT_PER_MINUTE: "1200" },
  );
  const [user, other] = [paced.client(0), paced.client(1)];
  await atWork(() => times(4, () => post(user)));
  // All four are at work for so long.
  clock.ms += 300;
  release();
  await Promise.all(held);

  const WORK_MS = 50;
  let [most, now, ended] = [0, 0, 0];
  const rests: number[] = [];
  world.beforeWrite = async () => {
    now += 1;
    most = Math.max(most, now);
    rests.push(performance.now() - ended);
    clock.ms += WORK_MS;
    // The others would come meanwhile.
    await new Promise((resolve) => setTimeout(resolve, WORK_MS));
    ended = performance.now();
    now -= 1;
  };
  const answers = await Promise.all([...times(4, () => post(user)), other.get(SAMPLES)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200]);
  expect(most).toBe(1);
  // Each rests at least as long as it worked; timers may be a little early.
  expect(Math.min(...rests.slice(1))).toBeGreaterThan(WORK_MS - 5);
  world.beforeWrite = async () => {};
  await paced.api.close();
});

it("refuses most while the event loop is late, but never a few", async () => {
  const late = await loaded({ waitMs: LONG_MS, lateMs: 20 });
  const { client } = late;
  await allAtWork(late, FEW);
  // A loop that is busy nearly all the time, as under overload. Between two busy spells it passes on
  // what has arrived, since the requests below need many turns.
  let busy = true;
  const beBusy = () => {
    const until = performance.now() + 40;
    while (performance.now() < until);
    if (busy) setTimeout(beBusy, 5);
  };
  beBusy();
  try {
    const shed = await vi.waitFor(
      async () => {
        const answer = await client(3).get(SAMPLES);
        expect(answer.status).toBe(503);
        return answer;
      },
      { timeout: LONG_MS, interval: 1 },
    );
    isShed(shed);
    expect((await late.api.anonymous.get("/healthz")).status).toBe(200);
    release();
    await Promise.all(held);
    expect((await client(3).get(SAMPLES)).status).toBe(200);
  } finally {
    busy = false;
    release();
    await Promise.all(held);
    await late.api.close();
  }
});
