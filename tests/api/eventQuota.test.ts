import { type Kysely, sql } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import type { UsageVerdict } from "../../domain/usage/rules.ts";
import { buildApp } from "../../server/app.ts";
import { openDatabase } from "../../server/db/client.ts";
import type { Tables } from "../../server/db/tables.ts";
import { EventQuota } from "../../server/modules/usage/service/reportUsage.ts";
import { UsageRecorder } from "../../server/modules/usage/service/usageRecorder.ts";
import { suiteApi, testApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { keepHouse } from "../support/housekeeping.ts";
import { urlOf } from "../support/postgresTemplate.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { aUsageEvent, NOON } from "../support/usage.ts";

const EVENTS = "/api/v1/usage-events";
const TODAY = "2026-04-15";
const MOST = 5_000_000;

/** Events of no organization, which cost little to report. */
const report = (by: ApiClient, count: number) =>
  by.post(EVENTS, {
    events: Array.from({ length: count }, () => aUsageEvent({ organizationId: 9 })),
  });

async function reserve(db: Kysely<Tables>, serviceKeyId: number, reserved: number): Promise<void> {
  await sql`
    insert into service_key_events (service_key_id, day, reserved)
    values (${serviceKeyId}, ${TODAY}, ${reserved})`.execute(db);
}

async function reservedOf(db: Kysely<Tables>, serviceKeyId: number): Promise<object[]> {
  const { rows } = await sql<{ day: string; reserved: number }>`
    select day, reserved from service_key_events where service_key_id = ${serviceKeyId}
    order by day`.execute(db);
  return rows;
}

describeDatabase("the events of a service key on a day", (engine) => {
  const api = suiteApi(engine);
  let serviceKeyId: number;
  let service: ApiClient;
  beforeEach(async () => {
    api.clock.set(NOON);
    const made = await aServiceKey(api);
    serviceKeyId = made.serviceKeyId;
    service = withKey(api, made.key);
  });

  it("are reserved in thousands, so that few reports cost a statement", async () => {
    for (let round = 0; round < 11; round += 1) {
      expect((await report(service, 500)).status).toBe(200);
      const reserved = round < 10 ? 5_000 : 10_000;
      expect(await reservedOf(api.db, serviceKeyId)).toEqual([{ day: TODAY, reserved }]);
    }
  });

  it("are 5,000,000 at most, and as many again after midnight in Tokyo", async () => {
    await reserve(api.db, serviceKeyId, MOST - 5_000);
    api.clock.set("2026-04-15T23:30:00+09:00");
    for (let round = 0; round < 10; round += 1) {
      expect((await report(service, 500)).status).toBe(200);
    }
    const refused = await report(service, 1);
    expect([refused.status, refused.body]).toMatchObject([
      429,
      {
        code: "EVENT_ROOM_FULL",
        message:
          "報告できる文字起こしの上限（1つのサービスキーで1日に5,000,000件）に達しました。30分後にお試しください。",
      },
    ]);
    expect(refused.headers["retry-after"]).toBe("1800");
    expect(await reservedOf(api.db, serviceKeyId)).toEqual([{ day: TODAY, reserved: MOST }]);
    const other = await aServiceKey(api);
    expect((await report(withKey(api, other.key), 1)).status).toBe(200);
    api.clock.set("2026-04-16T00:00:00+09:00");
    expect((await report(service, 500)).status).toBe(200);
  });

  it("are taken up to the last one", async () => {
    await reserve(api.db, serviceKeyId, MOST - 5_000);
    for (let round = 0; round < 9; round += 1) await report(service, 500);
    expect((await report(service, 499)).status).toBe(200);
    expect((await report(service, 2)).status).toBe(429);
    expect((await report(service, 1)).status).toBe(200);
    expect((await report(service, 1)).status).toBe(429);
  });

  it("do not count if they could not be recorded, and no others are given back", async () => {
    await reserve(api.db, serviceKeyId, MOST - 5_000);
    const room = new EventQuota({ db: api.db, now: api.clock.now });
    const caller = { serviceKeyId, name: "録音", scopes: [], organizationIds: null };
    let isAway = false;
    let recorded = 0;
    const recorder = new UsageRecorder(async (events) => {
      if (isAway) {
        isAway = false;
        throw new Error("away");
      }
      recorded += events.length;
      return events.map((): UsageVerdict => ({ result: "recorded", contractId: 1 }));
    });
    const reportTo = async (count: number) => {
      const onLost = await room.take(caller, count);
      const event = { ...aUsageEvent({ organizationId: 1 }), workspaceId: null };
      return recorder.record(Array(count).fill(event), { onLost });
    };
    await expect(reportTo(4_001)).rejects.toMatchObject({ code: "TOO_MANY_AT_ONCE" });
    isAway = true;
    // The first batch of 1,000 is lost, the second one is recorded.
    await expect(reportTo(1_600)).rejects.toThrow("away");
    await vi.waitFor(() => expect(recorded).toBe(600));
    await reportTo(4_000);
    await reportTo(400);
    await expect(reportTo(1)).rejects.toMatchObject({ code: "EVENT_ROOM_FULL" });
    expect(recorded).toBe(5_000);
  });

  it("are forgotten after the day that follows", async () => {
    await report(service, 1);
    const after = async (instant: string) => {
      api.clock.set(instant);
      await keepHouse(api);
      return reservedOf(api.db, serviceKeyId);
    };
    expect(await after("2026-04-16T23:59:59+09:00")).toHaveLength(1);
    expect(await after("2026-04-17T00:00:00+09:00")).toEqual([]);
  });
});

describePostgres("the events of a service key that reports to two copies of the API", () => {
  it("are 5,000,000 at most in both", async () => {
    const api = await testApi("postgres", { now: NOON });
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db);
    const server = process.env.TEST_DATABASE_URL ?? "";
    const url = urlOf(server, rows[0]?.name ?? "");
    const second = await openDatabase({ kind: "postgres", url });
    const { config, identity, clock } = api;
    const logStream = { write: () => {} };
    const parts = { config, identity, now: clock.now, logStream, takesEverything: true };
    const app = await buildApp({ ...parts, database: second });
    const { serviceKeyId, key } = await aServiceKey(api);
    const copies = [withKey(api, key), withKey({ app }, key)];
    await reserve(api.db, serviceKeyId, MOST - 15_000);
    /** One report after the other, each as large as the room may still allow. */
    const reportAll = async (copy: ApiClient) => {
      let events = 0;
      for (const count of [499, 50, 7, 1]) {
        let answer = await report(copy, count);
        for (; answer.status === 200; answer = await report(copy, count)) events += count;
        expect(answer.body).toMatchObject({ code: "EVENT_ROOM_FULL" });
      }
      return events;
    };
    const clients = copies.flatMap((copy) => Array<ApiClient>(4).fill(copy));
    const taken = await Promise.all(clients.map(reportAll));
    expect(Math.min(...taken)).toBeGreaterThan(0);
    expect(taken.reduce((sum, events) => sum + events, 0)).toBe(15_000);
    expect(await reservedOf(api.db, serviceKeyId)).toEqual([{ day: TODAY, reserved: MOST }]);
    await app.close();
    await second.close();
    await api.close();
  });
});
