import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { describeDatabase } from "../support/database.ts";
import { KeyedSamples, SAMPLES } from "../support/keyedSamples.ts";
import { SERVICE_KEYS } from "../support/serviceKeys.ts";
import { SUBMISSIONS } from "../support/submissions.ts";
import { WEBHOOKS } from "../support/webhooks.ts";

const NOW = "2026-04-01T10:00:00+09:00";
const at = "2026-04-01T01:00:00.000Z";
const NONE = { state: "NONE", at: null };

describeDatabase("GET /submissions", (engine) => {
  const samples = new KeyedSamples(engine);
  beforeEach(() => samples.api.clock.set(NOW));
  const ask = async (by: ApiClient = samples.client) =>
    (await by.get(`${SUBMISSIONS.staff}?key=${samples.key}`)).body;

  it("says that a POST with the key has taken effect, and when", async () => {
    await samples.post();
    samples.api.clock.advance(5);
    expect(await ask()).toEqual({ state: "TAKEN", at });
  });

  it("says of an unknown key, of a refusal and of an error that nothing was done", async () => {
    expect(await ask()).toEqual(NONE);
    await samples.client.post(SAMPLES, { name: samples.name });
    expect((await samples.post()).status).toBe(409);
    expect(await ask()).toEqual(NONE);
  });

  it("says that nothing was done after an error of the server", async () => {
    samples.world.beforeWrite = async () => {
      throw new Error("broken");
    };
    await samples.post();
    expect(await ask()).toEqual(NONE);
  });

  it("says so while the request runs, and no longer once it must have crashed", async () => {
    const held = samples.hold();
    const first = samples.post();
    await held.arrived;
    expect(await ask()).toEqual({ state: "RUNNING", at });
    samples.api.clock.advance(1.5);
    expect(await ask()).toEqual(NONE);
    held.release();
    await first;
    expect(await ask()).toEqual({ state: "TAKEN", at });
  });

  it("tells nobody of the keys of others", async () => {
    await samples.post();
    const { organizationId } = samples.user;
    const other = await samples.api.aUser({ organizationId, isOrganizationAdmin: true });
    expect(await ask(samples.api.as(other))).toEqual(NONE);
  });

  it("forgets a key after a day", async () => {
    await samples.post();
    samples.api.clock.advance(24 * 60 + 1);
    expect(await ask()).toEqual(NONE);
  });

  it.each(["", "?key=", "?key=a%20b", `?key=${"x".repeat(256)}`])("refuses %s", async (query) => {
    const { status } = await samples.client.get(`${SUBMISSIONS.staff}${query}`);
    expect(status).toBe(400);
  });
});

describeDatabase("a POST whose answer has a secret", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();

  it.each([
    [SERVICE_KEYS, { name: "文字起こし" }, "service_keys", "key"],
    [WEBHOOKS, { url: "http://127.0.0.1:9/hooks", events: ["cap.reached"] }, "webhooks", "secret"],
  ] as const)("takes effect once: %s", async (path, body, table, secret) => {
    const keyed = { "idempotency-key": `once-${table}` };
    const first = await admin.post(path, body, keyed);
    expect(first.status).toBe(201);
    const secretGiven = z.looseObject({ [secret]: z.string() }).parse(first.body)[secret];
    const again = await admin.post(path, body, keyed);
    expect(again).toMatchObject({ status: 422, body: { code: "SECRET_TOLD" } });
    const { length } = await api.db.selectFrom(table).selectAll().execute();
    expect(length).toBe(1);
    const stored = await api.db.selectFrom("idempotency_keys").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secretGiven);
    const { body: state } = await admin.get(`${SUBMISSIONS.admin}?key=once-${table}`);
    expect(state).toEqual({ state: "TAKEN", at });
  });

  it("repeats a refusal as it was", async () => {
    const keyed = { "idempotency-key": "refused" };
    const body = { name: "照会", organizationIds: [999] };
    const first = await admin.post(SERVICE_KEYS, body, keyed);
    expect(first.status).toBe(422);
    expect((await admin.post(SERVICE_KEYS, body, keyed)).text).toBe(first.text);
  });
});
