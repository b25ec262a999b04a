import { once } from "node:events";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { type TestApi, testApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { type Listening, listening } from "../support/eventStream.ts";
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

const world: SampleWorld = { beforeWrite: async () => {}, writes: 0 };
let api: TestApi;
let people: Listening;
let organizations: ApiClient[][];
let names = 0;
/** Held requests, to release at the end of a test. */
let release = () => {};
let held: Promise<Answer>[] = [];

const member = async (organizationId: number) =>
  api.as(await api.aUser({ organizationId, isOrganizationAdmin: true }));

beforeAll(async () => {
  const areas = sampleAreas(world);
  api = await testApi("pglite", { parts: { areas, takesEverything: false } });
  people = await listening(api);
  organizations = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const organizationId = await api.anOrganization();
      return Promise.all(Array.from({ length: 5 }, () => member(organizationId)));
    }),
  );
});
afterEach(async () => {
  release();
  const statuses = await Promise.all(held.splice(0));
  expect(statuses.filter(({ status }) => status >= 300)).toEqual([]);
});
afterAll(() => api.close());

const client = (organization: number, person = 0): ApiClient =>
  organizations[organization]?.[person] ?? expect.unreachable();

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
  await vi.waitUntil(() => arrived === held.length, { timeout: 20_000 });
};

const times = <T>(count: number, each: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => each(n));

/** As many as the server takes in all: eight of each person. */
const allAtWork = (count = MOST) =>
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
  await atWork(() => times(OF_USER, () => post(client(0))));
  isRefused(await post(client(0)));
  isRefused(await client(0).get(SAMPLES));
  expect((await client(0, 1).get(SAMPLES)).status).toBe(200);
  expect((await client(1).get(SAMPLES)).status).toBe(200);
  release();
  await Promise.all(held);
  expect((await client(0).get(SAMPLES)).status).toBe(200);
});

it("lets a request of a user wait until one of the others is done", async () => {
  await atWork(() => times(OF_USER, () => post(client(0))));
  const ninth = client(0).get(SAMPLES);
  release();
  expect((await ninth).status).toBe(200);
});

it("refuses what an organization asks beyond its places, whoever of its members asks", async () => {
  await atWork(() => times(OF_ORGANIZATION, (n) => post(client(0, Math.floor(n / OF_USER)))));
  isRefused(await client(0, 4).get(SAMPLES));
  expect((await client(1).get(SAMPLES)).status).toBe(200);
});

it("takes little heavy work of a user and of an organization, and light work beside it", async () => {
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
  await atWork(() => [
    ...times(HEAVY_OF_ORGANIZATION, (n) => post(client(0, n % 2), HEAVY)),
    post(client(1), HEAVY),
  ]);
});

it("answers a hundred people who press at once, also those of one organization", async () => {
  world.beforeWrite = async () => {};
  for (const everybody of [organizations.flat(), organizations[0] ?? []]) {
    const pressed = times(100, (n) => (everybody[n % everybody.length] ?? client(0)).get(SAMPLES));
    const refused = (await Promise.all(pressed)).filter(({ status }) => status !== 200);
    expect(refused).toEqual([]);
  }
});

it("refuses what waits for a second while the server has all that it can carry", async () => {
  await allAtWork();
  isShed(await post(client(0, 2)));
  isShed(await api.anonymous.get("/config.json"));
  // A busy machine may be late by then, and refuses it until its event loop has had time.
  const waiting = vi.waitFor(
    async () => expect((await client(1, 2).get(SAMPLES)).status).toBe(200),
    { timeout: 20_000, interval: 100 },
  );
  release();
  await waiting;
  await Promise.all(held);
  expect((await client(0).get(SAMPLES)).status).toBe(200);
});

it("still answers health checks and opens streams", async () => {
  await allAtWork();
  expect((await api.anonymous.get("/healthz")).status).toBe(200);
  expect((await api.anonymous.get("/readyz")).status).toBe(200);
  const user = await api.aUser({ organizationId: await api.anOrganization() });
  const streams = await Promise.all(times(15, () => people.staff(user)));
  expect(streams.map(({ status }) => status)).toEqual(Array(15).fill(200));
  await Promise.all(streams.map((stream) => stream.close()));
});

it("gives no place to a request whose sender has gone", async () => {
  await atWork(() => times(OF_USER, () => post(client(0))));
  const gone = new AbortController();
  const { address } = people;
  const arrived = once(api.app.server, "request");
  const leaving = fetch(address + SAMPLES, {
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
  await atWork(() => times(OF_USER - 1, () => post(client(0))));
  const gone = new AbortController();
  const { address } = people;
  const { authorization } = await client(0).credentials();
  let arrived = false;
  const before = world.beforeWrite;
  world.beforeWrite = () => {
    arrived = true;
    return before();
  };
  const leaving = fetch(address + SAMPLES, {
    method: "POST",
    headers: { authorization: String(authorization), "content-type": "application/json" },
    body: JSON.stringify({ name: "去る人" }),
    signal: gone.signal,
  });
  await vi.waitUntil(() => arrived);
  gone.abort();
  await expect(leaving).rejects.toThrow(/abort/i);
  isRefused(await client(0).get(SAMPLES));
  release();
  await Promise.all(held);
  expect((await client(0).get(SAMPLES)).status).toBe(200);
});

it("lets in one at a time of who keeps the server at work, with rests, and others at once", async () => {
  const paced = await testApi("pglite", {
    env: { RATE_LIMIT_PER_MINUTE: "1200" },
    parts: { areas: sampleAreas(world), takesEverything: false },
  });
  const [user, other] = await Promise.all(
    times(2, async () => {
      const organizationId = await paced.anOrganization();
      return paced.as(await paced.aUser({ organizationId, isOrganizationAdmin: true }));
    }),
  );
  if (!user || !other) return expect.unreachable();
  let [most, now, ended] = [0, 0, 0];
  let pauses: number[] = [];
  const take = async (ms: number) => {
    now += 1;
    most = Math.max(most, now);
    pauses.push(performance.now() - ended);
    await new Promise((resolve) => setTimeout(resolve, ms));
    ended = performance.now();
    now -= 1;
  };
  world.beforeWrite = () => take(300);
  await Promise.all(times(4, () => post(user)));
  expect(most).toBe(4);
  most = 0;
  pauses = [];
  world.beforeWrite = () => take(50);
  const answers = await Promise.all([...times(4, () => post(user)), other.get(SAMPLES)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200]);
  expect(most).toBe(1);
  // Each rests as long as it worked; timers may be a little early.
  expect(Math.min(...pauses.slice(1))).toBeGreaterThan(45);
  world.beforeWrite = async () => {};
  await paced.close();
});

it("refuses most while the event loop is late, but never a few", async () => {
  await allAtWork(FEW);
  // A loop that is busy nearly all the time, as under overload. Between two busy spells it passes on
  // what has arrived, since the requests below need many turns.
  let busy = true;
  const beBusy = () => {
    const until = performance.now() + 260;
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
      { timeout: 20_000, interval: 1 },
    );
    isShed(shed);
    expect((await api.anonymous.get("/healthz")).status).toBe(200);
    release();
    await Promise.all(held);
    expect((await client(3).get(SAMPLES)).status).toBe(200);
  } finally {
    busy = false;
  }
});
