import { expect, it } from "vitest";
import { testApi } from "../support/api.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { keepHouse } from "../support/housekeeping.ts";
import { KeyedSamples, SAMPLES } from "../support/keyedSamples.ts";
import { someEmail } from "../support/people.ts";
import { anImport, answerBytesOf, MB, storeBytes } from "../support/roomRows.ts";

const NOW = "2026-04-15T10:30:00+09:00";
const HOUR = new Date("2026-04-15T10:00:00+09:00");
/** The first of the 25 hours. */
const FIRST = new Date("2026-04-14T10:00:00+09:00");

/** A user of an organization of their own for each test. */
async function someone(samples: KeyedSamples) {
  samples.api.clock.set(NOW);
  const organizationId = await samples.api.anOrganization();
  const anAdmin = () => samples.api.aUser({ organizationId, isOrganizationAdmin: true });
  const [user, other] = [await anAdmin(), await anAdmin()];
  const client = samples.api.as(user);
  let sent = 0;
  const post = (by = client, key?: string) => {
    sent += 1;
    const headers = { "idempotency-key": key ?? `room-${organizationId}-${sent}` };
    return by.post(SAMPLES, { name: `室${key ?? sent}` }, headers);
  };
  const whole = { organizationId, userId: "" };
  return { organizationId, user, client, colleague: samples.api.as(other), post, whole };
}

describeDatabase("the room for stored answers", (engine) => {
  const samples = new KeyedSamples(engine);

  it("counts what they take up, for the user and for the organization", async () => {
    const { organizationId, user, colleague, post } = await someone(samples);
    const first = await post();
    const counted = await answerBytesOf(samples.api, organizationId);
    const bytes = counted.get(user.userId) ?? 0;
    expect(bytes).toBeGreaterThan(first.text.length + 200);
    expect(bytes).toBeLessThan(first.text.length + 500);
    expect(counted.get("")).toBe(bytes);
    await post(colleague);
    const both = await answerBytesOf(samples.api, organizationId);
    expect(both.get(user.userId)).toBe(bytes);
    expect(both.get("")).toBeGreaterThan(bytes + 200);
  });

  it("counts answers of 4xx, and neither repeats nor POSTs without a key", async () => {
    const { organizationId, user, client, post } = await someone(samples);
    const bytes = async () =>
      (await answerBytesOf(samples.api, organizationId)).get(user.userId) ?? 0;
    await post(client, "once");
    const once = await bytes();
    await post(client, "once");
    await client.post(SAMPLES, { name: "鍵なし" });
    expect(await bytes()).toBe(once);
    const refused = await client.post(
      SAMPLES,
      { name: "鍵なし" },
      { "idempotency-key": "refused" },
    );
    expect(refused.status).toBe(409);
    expect(await bytes()).toBeGreaterThan(once + 200);
  });

  it("ends at 50 MB of a user, before anything is written, and nobody else notices", async () => {
    const { organizationId, user, client, colleague, post } = await someone(samples);
    const known = await post(client, "known");
    await storeBytes(samples.api, { organizationId, userId: user.userId, hour: HOUR }, 50 * MB);
    await storeBytes(samples.api, { organizationId, userId: user.userId, hour: FIRST }, 1);
    samples.world.writes = 0;
    const refused = await post();
    expect([refused.status, refused.body]).toMatchObject([
      429,
      {
        code: "ANSWER_ROOM_FULL",
        message:
          "操作の結果の保存が1人の上限（24時間に50MB）に達しました。30分後にお試しください。",
      },
    ]);
    expect(refused.headers["retry-after"]).toBe("1800");
    expect(samples.world.writes).toBe(0);
    expect((await post(client, "known")).text).toBe(known.text);
    expect((await client.post(SAMPLES, { name: "鍵なし" })).status).toBe(201);
    expect((await post(colleague)).status).toBe(201);
  });

  it("leaves the key of what was refused free", async () => {
    const { organizationId, user, client, post } = await someone(samples);
    const whose = { organizationId, userId: user.userId, hour: FIRST };
    await storeBytes(samples.api, whose, 50 * MB);
    expect((await post(client, "again")).status).toBe(429);
    samples.api.clock.set("2026-04-15T11:00:00+09:00");
    expect((await post(client, "again")).status).toBe(201);
  });

  it("ends at 200 MB of an organization, together with its imports", async () => {
    const { client, post, whole } = await someone(samples);
    await storeBytes(samples.api, { ...whole, hour: HOUR }, 200 * MB - 1_000);
    expect((await post()).status).toBe(201);
    await storeBytes(samples.api, { ...whole, hour: HOUR }, 200 * MB);
    const refused = await post();
    expect([refused.status, refused.body]).toMatchObject([
      429,
      {
        code: "ANSWER_ROOM_FULL",
        message:
          "操作の結果の保存が組織の上限（24時間に200MB）に達しました。25時間後にお試しください。",
      },
    ]);
    expect(refused.headers["retry-after"]).toBe(String(24.5 * 3_600));
    expect((await client.post(SAMPLES, { name: "鍵なし" })).status).toBe(201);
  });

  it("ends at half of what imports leave, for one user", async () => {
    const { organizationId, user, client, colleague, post } = await someone(samples);
    const dictionaryId = await aDictionary(samples.api, { organizationId });
    await anImport(samples.api, { organizationId, dictionaryId, userId: user.userId }, 150 * MB);
    const whose = { organizationId, userId: user.userId, hour: HOUR };
    await storeBytes(samples.api, whose, 25 * MB - 1_000);
    expect((await post(client)).status).toBe(201);
    await storeBytes(samples.api, whose, 25 * MB);
    const { status, body } = await post(client);
    expect(status).toBe(429);
    expect(body).toMatchObject({ message: expect.stringContaining("1人の上限（24時間に25MB）") });
    expect((await post(colleague)).status).toBe(201);
  });

  it("refuses what would take more, and writes nothing", async () => {
    const { organizationId, user, post } = await someone(samples);
    const whose = { organizationId, userId: user.userId, hour: HOUR };
    await storeBytes(samples.api, whose, 50 * MB - 100);
    expect(await post()).toMatchObject({ status: 429, body: { code: "ANSWER_ROOM_FULL" } });
    const left = await samples.api.db
      .selectFrom("workspaces")
      .select("workspace_id")
      .where("organization_id", "=", organizationId)
      .execute();
    expect(left).toEqual([]);
    expect((await answerBytesOf(samples.api, organizationId)).get(user.userId)).toBe(50 * MB - 100);
  });

  it("forgets hours of which no answer is left", async () => {
    const { organizationId, post, whole } = await someone(samples);
    await post();
    await storeBytes(samples.api, { ...whole, hour: FIRST }, MB);
    await keepHouse(samples.api);
    expect((await answerBytesOf(samples.api, organizationId)).get("")).toBeGreaterThan(MB);
    samples.api.clock.set("2026-04-15T11:00:00+09:00");
    await keepHouse(samples.api);
    expect((await answerBytesOf(samples.api, organizationId)).get("")).toBeLessThan(MB);
  });
});

describeDatabase("the room for stored answers to system admins", (engine) => {
  it("is that of a user without an organization, and counts a refined answer once", async () => {
    const api = await testApi(engine);
    const user = await api.aUser();
    const admin = api.asSystemAdmin(user);
    const period = { startDate: "2026-04-01", endDate: "2027-03-31" };
    const check = (key: string) =>
      admin.post(`${CONTRACTS}/check`, period, { "idempotency-key": key });
    expect((await check("one")).status).toBe(200);
    expect([...(await answerBytesOf(api, 0)).keys()]).toEqual([user.userId]);
    const hour = new Date(Math.floor(api.clock.now().getTime() / 3_600_000) * 3_600_000);
    await storeBytes(api, { organizationId: 0, userId: user.userId, hour }, 0);
    const wish = { userName: "新 人", email: someEmail(), isSystemAdmin: true };
    const created = await admin.post("/admin/api/v1/users", wish, { "idempotency-key": "user" });
    expect(created.status).toBe(201);
    // It is stored with the commit and again once the identity service has answered.
    const bytes = (await answerBytesOf(api, 0)).get(user.userId) ?? 0;
    expect(bytes).toBeGreaterThan(created.text.length);
    expect(bytes).toBeLessThan(2 * created.text.length + 200);
    await storeBytes(api, { organizationId: 0, userId: user.userId, hour }, 50 * MB);
    expect((await check("two")).status).toBe(429);
    await api.close();
  });
});

describePostgres("the room for stored answers at the same moment", () => {
  const samples = new KeyedSamples("postgres");

  it("is never exceeded, and what is refused has written nothing", async () => {
    const { organizationId, user, client, colleague, post, whole } = await someone(samples);
    await Promise.all([client, colleague].map((by) => by.get(SAMPLES)));
    await post();
    const one = (await answerBytesOf(samples.api, organizationId)).get(user.userId) ?? 0;
    await storeBytes(samples.api, { ...whole, hour: HOUR }, 200 * MB - 3 * one - 100);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => post(n % 2 ? client : colleague)),
    );
    const written = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10 - written.length);
    expect(written).toHaveLength(3);
    const rows = await samples.api.db
      .selectFrom("workspaces")
      .select("workspace_id")
      .where("organization_id", "=", organizationId)
      .execute();
    expect(rows).toHaveLength(1 + written.length);
    const counted = await answerBytesOf(samples.api, organizationId);
    expect(counted.get("")).toBeLessThanOrEqual(200 * MB);
  });
});
