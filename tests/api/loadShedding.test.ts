import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { type TestApi, testApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { type Listening, listening } from "../support/eventStream.ts";
import { gate } from "../support/gate.ts";
import type { TestUser } from "../support/people.ts";
import { type SampleWorld, sampleAreas } from "../support/sampleRoutes.ts";

const SAMPLES = "/api/v1/samples";
const MOST = 64;
const FEW = 20;

const world: SampleWorld = { beforeWrite: async () => {}, writes: 0 };
let api: TestApi;
let people: Listening;
let user: TestUser;
let client: ApiClient;
let names = 0;
/** Held requests, to release at the end of a test. */
let release = () => {};
let held: Promise<Answer>[] = [];

beforeAll(async () => {
  const areas = sampleAreas(world);
  api = await testApi("pglite", { parts: { areas, takesEverything: false } });
  people = await listening(api);
  user = await api.aUser({ organizationId: await api.anOrganization(), isOrganizationAdmin: true });
  client = api.as(user);
});
afterEach(async () => {
  release();
  const statuses = await Promise.all(held.splice(0));
  expect(statuses.filter(({ status }) => status !== 201)).toEqual([]);
});
afterAll(() => api.close());

const post = () => {
  names += 1;
  return client.post(SAMPLES, { name: `名前${names}` });
};

/** Starts handlers and holds them. */
const atWork = async (count: number) => {
  const gates = gate();
  let arrived = 0;
  world.beforeWrite = () => {
    arrived += 1;
    return gates.passed;
  };
  release = gates.open;
  held = Array.from({ length: count }, post);
  await vi.waitUntil(() => arrived === count, { timeout: 20_000 });
};

const isShed = ({ status, headers, body }: Answer) => {
  expect(status).toBe(503);
  expect(headers["retry-after"]).toBe("5");
  expect(headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  expect(body).toMatchObject({
    code: "OVERLOADED",
    message: "現在アクセスが集中しています。5秒後にお試しください。",
  });
};

it("refuses at once what comes beyond so many requests at work, and nothing afterwards", async () => {
  await atWork(MOST);
  isShed(await post());
  isShed(await client.get(SAMPLES));
  isShed(await api.anonymous.get("/config.json"));
  release();
  await Promise.all(held);
  expect((await client.get(SAMPLES)).status).toBe(200);
});

it("still answers health checks and serves its pages", async () => {
  await atWork(MOST);
  expect((await api.anonymous.get("/healthz")).status).toBe(200);
  expect((await api.anonymous.get("/readyz")).status).toBe(200);
  const page = await api.anonymous.get("/dictionaries", { accept: "text/html" });
  expect(page.body).not.toMatchObject({ code: "OVERLOADED" });
});

it("does not count open streams", async () => {
  const streams = await Promise.all(Array.from({ length: 15 }, () => people.staff(user)));
  await atWork(MOST - 1);
  expect((await client.get(SAMPLES)).status).toBe(200);
  for (const stream of streams) expect(stream.hasEnded()).toBe(false);
  await Promise.all(streams.map((stream) => stream.close()));
});

it("refuses most while the event loop is late, but never a few", async () => {
  await atWork(FEW);
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
        const answer = await client.get(SAMPLES);
        expect(answer.status).toBe(503);
        return answer;
      },
      { timeout: 20_000, interval: 1 },
    );
    isShed(shed);
    expect((await api.anonymous.get("/healthz")).status).toBe(200);
    release();
    await Promise.all(held);
    expect((await client.get(SAMPLES)).status).toBe(200);
  } finally {
    busy = false;
  }
});
