import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Endpoints } from "../../domain/api/endpoint.ts";
import type { AppParts } from "../../server/app.ts";
import type { AreaRoutes } from "../../server/context.ts";
import { implement } from "../../server/implement.ts";
import { newServiceKey } from "../../server/modules/serviceKeys/service/serviceCredential.ts";
import { suiteApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { OWN_CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase, usualEngine } from "../support/database.ts";
import { aServiceKey, revokeKey, withKey } from "../support/serviceKeys.ts";

const LIMITS = `${OWN_CONTRACTS}/limits`;
const REPORTS = "/api/v1/reports";

const reportEndpoints = {
  "POST /reports": {
    area: "staff",
    access: "usage.report",
    operationId: "report",
    summary: "…",
    body: z.strictObject({ seconds: z.int() }),
    answers: { 200: z.object({ scopes: z.array(z.string()), seconds: z.int() }) },
    idempotencyKey: false,
  },
} satisfies Endpoints<"staff">;

const reportRoutes: AreaRoutes = (app) =>
  implement(app, reportEndpoints, {
    "POST /reports": async ({ service, body }) => ({
      scopes: [...(service?.scopes ?? [])],
      seconds: body.seconds,
    }),
  });

/** An area with an endpoint for service keys alone. */
const reportArea: NonNullable<AppParts["areas"]> = {
  staff: { endpoints: reportEndpoints, modules: [reportRoutes] },
  admin: { endpoints: {}, modules: [] },
};

describeDatabase("a service key", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  let limits: string;

  beforeAll(async () => {
    const organizationId = await api.anOrganization();
    await aContract(api.db, { organizationId, maxTranscriptCount: 7 });
    limits = `${LIMITS}?organizationId=${organizationId}`;
  });

  const lastUseOf = async (serviceKeyId: number) => {
    const row = await api.db
      .selectFrom("service_keys")
      .select("last_used_at")
      .where("service_key_id", "=", serviceKeyId)
      .executeTakeFirstOrThrow();
    return row.last_used_at?.toISOString();
  };

  it("is accepted until it is revoked, and not by the next request", async () => {
    const made = await aServiceKey(api);
    const program = withKey(api, made.key);
    expect(await program.get(limits)).toMatchObject({ status: 200, body: { remainingCount: 7 } });
    await revokeKey(api, made);
    expect(await program.get(limits)).toMatchObject({
      status: 401,
      body: {
        code: "UNAUTHENTICATED",
        message: "サービスキーが正しくないか、失効または期限切れです。",
      },
    });
  });

  it("is refused alike when unknown, wrong, cut or of another prefix", async () => {
    const { key } = await aServiceKey(api);
    const other = newServiceKey().key;
    const wrong = [
      other,
      `${key.slice(0, 17)}${other.slice(17)}`,
      `${other.slice(0, 17)}${key.slice(17)}`,
      key.slice(0, -1),
      key.toUpperCase(),
      "kis_",
    ];
    for (const each of wrong) {
      const { status, body } = await withKey(api, each).get(limits);
      expect([each, status, Reflect.get(Object(body), "code")]).toEqual([
        each,
        401,
        "UNAUTHENTICATED",
      ]);
    }
  });

  it("notes its use at most once a minute", async () => {
    const { serviceKeyId, key } = await aServiceKey(api);
    const program = withKey(api, key);
    const useAt = async (time: string) => {
      api.clock.set(time);
      expect((await program.get(limits)).status).toBe(200);
      return lastUseOf(serviceKeyId);
    };
    expect(await lastUseOf(serviceKeyId)).toBeUndefined();
    expect(await useAt("2026-04-15T01:00:00Z")).toBe("2026-04-15T01:00:00.000Z");
    expect(await useAt("2026-04-15T01:00:59Z")).toBe("2026-04-15T01:00:00.000Z");
    expect(await useAt("2026-04-15T01:01:00Z")).toBe("2026-04-15T01:01:00.000Z");
  });

  it("answers at once where many requests use it first", async () => {
    const { serviceKeyId, key } = await aServiceKey(api);
    const program = withKey(api, key);
    const answers = await Promise.all(Array.from({ length: 20 }, () => program.get(limits)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await lastUseOf(serviceKeyId)).toBe(api.clock.now().toISOString());
  });

  it("is accepted although its use cannot be noted, which the log says", async () => {
    const { serviceKeyId, key } = await aServiceKey(api);
    await sql`
      create function refuse_update() returns trigger language plpgsql
      as $$ begin raise exception 'no updates'; end $$`.execute(api.db);
    await sql`
      create trigger refuse_update before update on service_keys
      for each row execute function refuse_update()`.execute(api.db);
    const from = api.log.length;
    expect((await withKey(api, key).get(limits)).status).toBe(200);
    await sql`drop trigger refuse_update on service_keys`.execute(api.db);
    expect(api.log.slice(from).join("")).toContain("could not note the use of a service key");
    expect(await lastUseOf(serviceKeyId)).toBeUndefined();
  });

  it("is in no line of the log, and neither is its hash", async () => {
    const from = api.log.length;
    const { serviceKeyId, key } = await aServiceKey(api);
    await withKey(api, key).get(limits);
    await withKey(api, `${key.slice(0, -1)}-`).get(limits);
    const { key_hash } = await api.db
      .selectFrom("service_keys")
      .select("key_hash")
      .where("service_key_id", "=", serviceKeyId)
      .executeTakeFirstOrThrow();
    const lines = api.log.slice(from).join("");
    expect(lines).toContain(`"serviceKeyId":${serviceKeyId}`);
    for (const secret of [key, key.slice(17), Buffer.from(key_hash).toString("hex")]) {
      expect(lines).not.toContain(secret);
    }
  });
});

describe("an endpoint for service keys alone", () => {
  const api = suiteApi(usualEngine, { parts: { areas: reportArea } });

  it("takes a key with its scope, whatever Idempotency-Key is sent, and no user", async () => {
    const { key } = await aServiceKey(api, { scopes: ["usage.report"] });
    const report = { seconds: 5 };
    const keyed = { "idempotency-key": "once" };
    for (const seconds of [5, 6]) {
      expect(await withKey(api, key).post(REPORTS, { seconds }, keyed)).toMatchObject({
        status: 200,
        body: { scopes: ["usage.report"], seconds },
      });
    }
    const reader = await aServiceKey(api, { scopes: ["limits.read"] });
    expect((await withKey(api, reader.key).post(REPORTS, report)).status).toBe(403);
    const admin = await api.aUser({
      organizationId: await api.anOrganization(),
      isOrganizationAdmin: true,
    });
    expect((await api.as(admin).post(REPORTS, report)).status).toBe(403);
    expect((await api.as(await api.aUser()).post(REPORTS, report)).status).toBe(403);
    expect((await api.anonymous.post(REPORTS, report)).status).toBe(401);
  });

  it("is documented with the credential of its own", async () => {
    const { body } = await api.anonymous.get("/api/openapi.json");
    expect(body).toMatchObject({
      paths: { [REPORTS]: { post: { security: [{ serviceKey: [] }] } } },
      components: { securitySchemes: { serviceKey: { type: "http", scheme: "bearer" } } },
    });
    expect(JSON.stringify(body)).not.toContain("IdempotencyKey");
  });
});

describe("the limits of service keys", () => {
  const api = suiteApi(usualEngine, { env: { RATE_LIMIT_PER_MINUTE: "40" } });
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());

  it("count the requests of one key from any address, and of no other key", async () => {
    const { key } = await aServiceKey(api);
    const clients = [withKey(api, key, "10.8.0.1"), withKey(api, key, "10.8.0.2")] as const;
    const url = `${LIMITS}?organizationId=1`;
    expect((await clients[0].get(url)).headers).toMatchObject({
      "ratelimit-limit": "200",
      "ratelimit-remaining": "199",
      "ratelimit-reset": "60",
    });
    for (let sent = 1; sent < 200; sent += 1) {
      expect((await (clients[sent % 2] ?? clients[0]).get(url)).status).toBe(200);
    }
    for (const client of clients) {
      expect(await client.get(url)).toMatchObject({
        status: 429,
        body: { code: "TOO_MANY_REQUESTS" },
      });
    }
    const other = await aServiceKey(api);
    expect((await withKey(api, other.key).get(url)).status).toBe(200);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await clients[0].get(url)).status).toBe(200);
  });

  it("refuse guessed keys of an address, but not a right one", async () => {
    const address = "10.8.0.3";
    const guess = () =>
      new ApiClient(
        api.app,
        async () => ({ authorization: `Bearer ${newServiceKey().key}` }),
        address,
      ).get(LIMITS);
    expect([(await guess()).status, (await guess()).status]).toEqual([401, 401]);
    expect((await guess()).status).toBe(429);
    const { key } = await aServiceKey(api);
    const right = withKey(api, key, address);
    expect((await right.get(`${LIMITS}?organizationId=1`)).status).toBe(200);
  });
});
