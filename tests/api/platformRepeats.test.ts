import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { describeEachEngine } from "../support/database.ts";
import { keepHouse } from "../support/housekeeping.ts";
import { KeyedSamples, SAMPLES } from "../support/keyedSamples.ts";

const NOW = "2026-04-01T10:00:00+09:00";

describeEachEngine("a POST with an Idempotency-Key", "single connection", (engine) => {
  const samples = new KeyedSamples(engine);
  let name: string;
  beforeEach(() => {
    samples.api.clock.set(NOW);
    name = samples.name;
  });

  it("writes once and answers the same, status, headers and body", async () => {
    const first = await samples.post();
    const second = await samples.post();
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.headers.etag).toBe('"1"');
    expect(second.headers["content-type"]).toBe(first.headers["content-type"]);
    expect(samples.world.writes).toBe(1);
  });

  it("takes the same content in another order for the same", async () => {
    const first = await samples.post({ name, period: { from: 1, to: 2 } });
    const second = await samples.post({ period: { to: 2, from: 1 }, name });
    expect(second.text).toBe(first.text);
    expect(samples.world.writes).toBe(1);
  });

  it("is refused with another body", async () => {
    await samples.post();
    const { status, body } = await samples.post({ name: "別の名前" });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    expect(samples.world.writes).toBe(1);
  });

  it("belongs to its user", async () => {
    const other = await samples.api.aUser({
      organizationId: samples.user.organizationId,
      isOrganizationAdmin: true,
    });
    expect((await samples.post()).status).toBe(201);
    expect((await samples.post({ name: `他${name}` }, samples.api.as(other))).status).toBe(201);
  });

  it("repeats an answer of 4xx too", async () => {
    await samples.client.post(SAMPLES, { name });
    const first = await samples.post();
    await samples.api.db.deleteFrom("workspaces").where("workspace_name", "=", name).execute();
    const second = await samples.post();
    expect([first.status, second.status]).toEqual([409, 409]);
    expect(second.headers["content-type"]).toContain("application/problem+json");
    expect(await samples.rows()).toHaveLength(0);
  });

  it("does not repeat an error of the server", async () => {
    samples.world.beforeWrite = async () => {
      throw new Error("broken");
    };
    expect((await samples.post()).status).toBe(500);
    samples.world.beforeWrite = async () => {};
    expect((await samples.post()).status).toBe(201);
  });

  it("waits for a request that still runs, and answers as that one does", async () => {
    const held = samples.hold();
    const first = samples.post();
    await held.arrived;
    const others = Array.from({ length: 5 }, () => samples.post());
    held.release();
    const answers = await Promise.all([first, ...others]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(samples.world.writes).toBe(1);
  });

  it("writes once of 20 at the same time", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => samples.post()));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await samples.rows()).toHaveLength(1);
  });

  it("is taken over from a request that seems to have crashed, which then writes nothing more", async () => {
    const held = samples.hold();
    const first = samples.post();
    await held.arrived;
    samples.api.clock.advance(1.5);
    const second = await samples.post();
    expect(second.status).toBe(201);
    await samples.api.db
      .updateTable("workspaces")
      .set({ workspace_name: `新${name}` })
      .where("workspace_name", "=", name)
      .execute();
    held.release();
    const late = await first;
    expect([late.status, late.headers["retry-after"]]).toEqual([503, "1"]);
    expect(await samples.rows()).toHaveLength(0);
    expect((await samples.post()).text).toBe(second.text);
  });

  it("is taken over by the same body alone", async () => {
    const held = samples.hold();
    const first = samples.post();
    await held.arrived;
    samples.api.clock.advance(1.5);
    const other = await samples.post({ name: `他${name}` });
    expect(other).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
    expect(samples.world.writes).toBe(0);
    expect((await samples.post()).status).toBe(201);
    held.release();
    await first;
    expect(await samples.rows()).toHaveLength(1);
  });

  it("is remembered with its effect, not after it", async () => {
    await samples.post();
    const known = await samples.api.db
      .selectFrom("idempotency_keys")
      .innerJoin("workspaces", (join) => join.onTrue())
      .select(["status", "body"])
      .select(sql<boolean>`idempotency_keys.xmin = workspaces.xmin`.as("together"))
      .where("key", "=", samples.key)
      .where("workspace_name", "=", name)
      .executeTakeFirst();
    expect(known).toMatchObject({ status: 201, together: true });
  });

  it("is forgotten after a day", async () => {
    await samples.post();
    samples.api.clock.advance(24 * 60 + 1);
    expect((await samples.post()).status).toBe(409);
    await keepHouse(samples.api);
    samples.api.clock.advance(24 * 60 + 1);
    await keepHouse(samples.api);
    const left = await samples.api.db.selectFrom("idempotency_keys").select("key").execute();
    expect(left).toEqual([]);
  });

  it.each(["", "with space", "あ", "x".repeat(256)])("is refused as %s", async (bad) => {
    const { status } = await samples.client.post(SAMPLES, { name }, { "idempotency-key": bad });
    expect(status).toBe(400);
  });
});

describeEachEngine("a POST whose key is taken", "single connection", (engine) => {
  const samples = new KeyedSamples(engine, { keyWaitMs: 100 });

  it("is told how long, for a request that may still run", async () => {
    samples.api.clock.set(NOW);
    const held = samples.hold();
    const first = samples.post();
    await held.arrived;
    samples.api.clock.advance(20 / 60);
    const { status, headers, body } = await samples.post();
    expect([status, headers["retry-after"]]).toEqual([503, "25"]);
    expect(body).toMatchObject({
      code: "REQUEST_IN_PROGRESS",
      message: "同じ操作を処理しています。25秒後にお試しください。",
    });
    samples.api.clock.advance(25.1 / 60);
    expect((await samples.post()).status).toBe(201);
    held.release();
    await first;
  });
});
