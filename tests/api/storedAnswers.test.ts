import { expect, it } from "vitest";
import { someStoredAnswers } from "../support/capacityRows.ts";
import { describeDatabase } from "../support/database.ts";
import { KeyedSamples, SAMPLES } from "../support/keyedSamples.ts";

const NOW = "2026-04-15T10:30:00+09:00";
const MOST = 2_000;

/** Two users of an organization of their own for each test. */
async function someone(samples: KeyedSamples) {
  samples.api.clock.set(NOW);
  const organizationId = await samples.api.anOrganization();
  const anAdmin = () => samples.api.aUser({ organizationId, isOrganizationAdmin: true });
  const [user, other] = [await anAdmin(), await anAdmin()];
  const client = samples.api.as(user);
  let sent = 0;
  const post = (by = client, key?: string) => {
    sent += 1;
    const headers = { "idempotency-key": key ?? `stored-${organizationId}-${sent}` };
    return by.post(SAMPLES, { name: `室${key ?? sent}` }, headers);
  };
  const store = (count: number, at: string) =>
    someStoredAnswers(samples.api, { userId: user.userId, at: new Date(at) }, count);
  return { user, client, colleague: samples.api.as(other), post, store };
}

describeDatabase("the stored answers to a user", (engine) => {
  const samples = new KeyedSamples(engine);

  it("are 2,000 at most; the next one is refused before anything is written", async () => {
    const { client, colleague, post, store } = await someone(samples);
    const known = await post(client, "known");
    await store(1, "2026-04-14T11:00:00+09:00");
    await store(MOST - 3, NOW);
    expect((await post(client, "last")).status).toBe(201);
    samples.world.writes = 0;
    const refused = await post();
    expect([refused.status, refused.body]).toMatchObject([
      429,
      {
        code: "ANSWER_ROOM_FULL",
        limit: "storedAnswers",
        message:
          "操作の結果の保存が1人の上限（24時間に2,000件）に達しました。30分後にお試しください。",
      },
    ]);
    expect(refused.headers["retry-after"]).toBe("1800");
    expect(samples.world.writes).toBe(0);
    expect((await post(client, "known")).text).toBe(known.text);
    expect((await client.post(SAMPLES, { name: "鍵なし" })).status).toBe(201);
    expect((await post(colleague)).status).toBe(201);
  });

  it("leave the key of what was refused free, and make room after 24 hours", async () => {
    const { client, post, store } = await someone(samples);
    await store(MOST, "2026-04-14T11:00:00+09:00");
    expect((await post(client, "again")).status).toBe(429);
    samples.api.clock.set("2026-04-15T11:00:00.001+09:00");
    expect((await post(client, "again")).status).toBe(201);
  });

  it("count those of 4xx, and neither repeats nor POSTs without a key", async () => {
    const { client, post, store } = await someone(samples);
    await store(MOST - 3, NOW);
    await post(client, "once");
    await post(client, "once");
    await client.post(SAMPLES, { name: "鍵なし" });
    const refused = await client.post(
      SAMPLES,
      { name: "鍵なし" },
      { "idempotency-key": "refused" },
    );
    expect(refused.status).toBe(409);
    expect((await post(client, "last")).status).toBe(201);
    expect((await post()).status).toBe(429);
  });
});
