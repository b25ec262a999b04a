import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestApi, testApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { describeEachEngine } from "../support/database.ts";
import { gate } from "../support/gate.ts";
import type { TestUser } from "../support/people.ts";
import { type SampleWorld, sampleAreas } from "../support/sampleRoutes.ts";

const SAMPLES = "/api/v1/samples";

describeEachEngine("a POST with an Idempotency-Key", (engine) => {
  const world: SampleWorld = { beforeWrite: async () => {}, writes: 0 };
  let api: TestApi;
  let organizationId: number;
  let user: TestUser;
  let client: ApiClient;
  let keys = 0;
  let key: string;
  let name: string;

  beforeAll(async () => {
    const areas = sampleAreas(world);
    api = await testApi(engine, { parts: { areas } });
    organizationId = await api.anOrganization();
    user = await api.aUser({ organizationId, isOrganizationAdmin: true });
    client = api.as(user);
  });
  beforeEach(() => {
    keys += 1;
    key = `key-${keys}`;
    name = `名前${keys}`;
    world.beforeWrite = async () => {};
    world.writes = 0;
    api.clock.set("2026-04-01T10:00:00+09:00");
  });
  afterAll(() => api.close());

  const post = (body: unknown = { name }, by = client) =>
    by.post(SAMPLES, body, { "idempotency-key": key });

  const rows = () =>
    api.db
      .selectFrom("workspaces")
      .select("workspace_id")
      .where("workspace_name", "=", name)
      .execute();

  /** Holds the first request before it writes; returns what releases it. */
  const holdFirst = () => {
    const [arrival, release] = [gate(), gate()];
    world.beforeWrite = () => {
      world.beforeWrite = async () => {};
      arrival.open();
      return release.passed;
    };
    return { arrived: arrival.passed, release: release.open };
  };

  it("writes once and answers the same, status, headers and body", async () => {
    const first = await post();
    const second = await post();
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.headers.etag).toBe('"1"');
    expect(second.headers["content-type"]).toBe(first.headers["content-type"]);
    expect(world.writes).toBe(1);
  });

  it("takes the same content in another order for the same", async () => {
    const first = await post({ name, period: { from: 1, to: 2 } });
    const second = await post({ period: { to: 2, from: 1 }, name });
    expect(second.text).toBe(first.text);
    expect(world.writes).toBe(1);
  });

  it("is refused with another body", async () => {
    await post();
    const { status, body } = await post({ name: "別の名前" });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    expect(world.writes).toBe(1);
  });

  it("belongs to its user", async () => {
    const other = await api.aUser({ organizationId, isOrganizationAdmin: true });
    expect((await post()).status).toBe(201);
    expect((await post({ name: `他${name}` }, api.as(other))).status).toBe(201);
  });

  it("repeats an answer of 4xx too", async () => {
    await client.post(SAMPLES, { name });
    const first = await post();
    await api.db.deleteFrom("workspaces").where("workspace_name", "=", name).execute();
    const second = await post();
    expect([first.status, second.status]).toEqual([409, 409]);
    expect(second.headers["content-type"]).toContain("application/problem+json");
    expect(await rows()).toHaveLength(0);
  });

  it("does not repeat an error of the server", async () => {
    world.beforeWrite = async () => {
      throw new Error("broken");
    };
    expect((await post()).status).toBe(500);
    world.beforeWrite = async () => {};
    expect((await post()).status).toBe(201);
  });

  it("waits for a request that still runs, and answers as that one does", async () => {
    const held = holdFirst();
    const first = post();
    await held.arrived;
    const others = Array.from({ length: 5 }, () => post());
    held.release();
    const answers = await Promise.all([first, ...others]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(world.writes).toBe(1);
  });

  it("writes once of 20 at the same time", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post()));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await rows()).toHaveLength(1);
  });

  it("is taken over from a request that seems to have crashed, which then writes nothing more", async () => {
    const held = holdFirst();
    const first = post();
    await held.arrived;
    api.clock.advance(1.5);
    const second = await post();
    expect(second.status).toBe(201);
    await api.db
      .updateTable("workspaces")
      .set({ workspace_name: `新${name}` })
      .where("workspace_name", "=", name)
      .execute();
    held.release();
    const late = await first;
    expect([late.status, late.headers["retry-after"]]).toEqual([503, "1"]);
    expect(await rows()).toHaveLength(0);
    expect((await post()).text).toBe(second.text);
  });

  it("is taken over by the same body alone", async () => {
    const held = holdFirst();
    const first = post();
    await held.arrived;
    api.clock.advance(1.5);
    const other = await post({ name: `他${name}` });
    expect(other).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
    expect(world.writes).toBe(0);
    expect((await post()).status).toBe(201);
    held.release();
    await first;
    expect(await rows()).toHaveLength(1);
  });

  it("says how long it is taken for a request that may still run", async () => {
    const held = holdFirst();
    const first = post();
    await held.arrived;
    api.clock.advance(20 / 60);
    const { status, headers, body } = await post();
    expect([status, headers["retry-after"]]).toEqual([503, "25"]);
    expect(body).toMatchObject({
      code: "REQUEST_IN_PROGRESS",
      message: "同じ操作を処理しています。25秒後にお試しください。",
    });
    api.clock.advance(25.1 / 60);
    expect((await post()).status).toBe(201);
    held.release();
    await first;
  });

  it("is remembered with its effect, not after it", async () => {
    await post();
    const known = await api.db
      .selectFrom("idempotency_keys")
      .innerJoin("workspaces", (join) => join.onTrue())
      .select(["status", "body"])
      .select(sql<boolean>`idempotency_keys.xmin = workspaces.xmin`.as("together"))
      .where("key", "=", key)
      .where("workspace_name", "=", name)
      .executeTakeFirst();
    expect(known).toMatchObject({ status: 201, together: true });
  });

  it("is forgotten after a day", async () => {
    await post();
    api.clock.advance(24 * 60 + 1);
    expect((await post()).status).toBe(409);
    await api.app.runScheduledTasks();
    api.clock.advance(24 * 60 + 1);
    await api.app.runScheduledTasks();
    const left = await api.db.selectFrom("idempotency_keys").select("key").execute();
    expect(left).toEqual([]);
  });

  it.each(["", "with space", "あ", "x".repeat(256)])("is refused as %s", async (bad) => {
    const { status } = await client.post(SAMPLES, { name }, { "idempotency-key": bad });
    expect(status).toBe(400);
  });
});
