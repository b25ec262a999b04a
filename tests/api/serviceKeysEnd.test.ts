import { addDays, addHours, addYears } from "date-fns";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { alert } from "../../domain/alerts/schemas.ts";
import { worklist } from "../../domain/worklist/schemas.ts";
import { keysWithoutEnd } from "../../server/doctor/dataChecks.ts";
import type { Finding } from "../../server/doctor/runChecks.ts";
import { evaluateKeys } from "../../server/modules/alerts/service/evaluateProvider.ts";
import { ALERTS } from "../support/alertRequests.ts";
import { suiteApi } from "../support/api.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { WORKLIST } from "../support/resourceRows/worklist.ts";
import { aServiceKey, revokeKey, SERVICE_KEYS, withKey } from "../support/serviceKeys.ts";

const NOW = "2026-04-15T12:00:00+09:00";
const at = new Date(NOW);

const created = z.object({
  serviceKeyId: z.int(),
  key: z.string(),
  endsAt: z.string().nullable(),
  replacedBy: z.int().nullable(),
});

describeDatabase("service keys that end", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();
  beforeEach(async () => {
    api.clock.set(NOW);
    await api.db.deleteFrom("alerts").execute();
    await api.db.updateTable("service_keys").set({ revoked_at: at }).execute();
  });

  const make = async (endsAt?: string | null) =>
    admin.post(SERVICE_KEYS, { name: "文字起こし", ...(endsAt === undefined ? {} : { endsAt }) });
  const statusOf = async (key: string, organizationId: number) =>
    (await withKey(api, key).get(`/api/v1/contracts/limits?organizationId=${organizationId}`))
      .status;
  const read = async (id: number) => (await admin.get(`${SERVICE_KEYS}/${id}`)).body;

  it("work until their end, and are answered as an unknown key from then on", async () => {
    const organizationId = await api.anOrganization();
    const answer = await make("2026-04-16T12:00:00+09:00");
    expect(answer.status, answer.text).toBe(201);
    const { key, endsAt } = created.parse(answer.body);
    expect(endsAt).toBe("2026-04-16T03:00:00.000Z");
    api.clock.advance(24 * 60 - 1);
    expect(await statusOf(key, organizationId)).toBe(200);
    api.clock.advance(1);
    expect(await statusOf(key, organizationId)).toBe(401);
  });

  it("have none if none is given, and none that has passed", async () => {
    expect(created.parse((await make()).body).endsAt).toBeNull();
    expect(created.parse((await make(null)).body).endsAt).toBeNull();
    const { status, body } = await make(NOW);
    expect([status, body]).toMatchObject([
      422,
      { errors: { endsAt: "期限には、これからの日時を指定してください。" } },
    ]);
  });

  it("without an end are named by doctor, as notes", async () => {
    const { serviceKeyId } = await aServiceKey(api, { name: "旧サービス" });
    await aServiceKey(api, { endsAt: addDays(at, 5) });
    const { config, database, db, identity, clock, app } = api;
    const deps = { config, database, db, identity, now: clock.now, log: app.log };
    const found: Finding[] = [];
    for await (const one of keysWithoutEnd.find(deps)) found.push(one);
    expect(found).toEqual([
      {
        what: expect.stringMatching(
          new RegExp(
            `^service key ${serviceKeyId} \\(旧サービス, kis_[0-9a-f]{12}…\\) has no end$`,
          ),
        ),
        isNote: true,
      },
    ]);
  });

  describe("are replaced", () => {
    const replace = (id: number, endsAt: Date) =>
      admin.post(`${SERVICE_KEYS}/${id}/replacement`, { endsAt: endsAt.toISOString() });

    it("by a second one with the same rights and the same term; the first ends when it is said", async () => {
      const organizationIds = [await api.anOrganization()];
      const first = await aServiceKey(api, {
        scopes: ["limits.read"],
        organizationIds,
        createdAt: addDays(at, -335),
        endsAt: addDays(at, 30),
      });
      const url = `/api/v1/contracts/limits?organizationId=${organizationIds[0]}`;
      const events = await eventsDuring(api.db, async () => {
        const answer = await replace(first.serviceKeyId, addDays(at, 14));
        expect(answer.status, answer.text).toBe(201);
        const second = created.parse(answer.body);
        expect(second.endsAt).toBe(addDays(at, 365).toISOString());
        expect(await read(second.serviceKeyId)).toMatchObject({
          name: "文字起こし",
          scopes: ["limits.read"],
          organizationIds,
          replacedBy: null,
        });
        expect(await read(first.serviceKeyId)).toMatchObject({
          endsAt: addDays(at, 14).toISOString(),
          replacedBy: second.serviceKeyId,
        });
        for (const { key } of [first, second]) {
          expect((await withKey(api, key).get(url)).status).toBe(200);
        }
        api.clock.set(addDays(at, 14));
        expect((await withKey(api, first.key).get(url)).status).toBe(401);
        expect((await withKey(api, second.key).get(url)).status).toBe(200);
      });
      expect(events.map(({ operation, target_id }) => [operation, target_id])).toEqual([
        ["replaceServiceKey", expect.any(String)],
        ["replaceServiceKey", String(first.serviceKeyId)],
      ]);
      expect(JSON.stringify(events)).not.toContain(first.key);
    });

    it("twice by keys that last as long as the first was made for, not until where it was cut", async () => {
      const year = await aServiceKey(api, {
        createdAt: addDays(at, -335),
        endsAt: addDays(at, 30),
      });
      const endless = await aServiceKey(api);
      for (const days of [14, 7]) {
        const ofYear = await replace(year.serviceKeyId, addDays(at, days));
        expect(created.parse(ofYear.body).endsAt).toBe(addDays(at, 365).toISOString());
        const last = await replace(endless.serviceKeyId, addDays(at, days));
        expect(created.parse(last.body).endsAt).toBeNull();
      }
    });

    it("not beyond 90 days, nor beyond their own end, nor in the past", async () => {
      const endless = await aServiceKey(api);
      const ending = await aServiceKey(api, { endsAt: addDays(at, 5) });
      const refused = async (id: number, endsAt: Date) => {
        const { status, body } = await replace(id, endsAt);
        expect([status, body]).toMatchObject([422, { errors: { endsAt: expect.any(String) } }]);
      };
      await refused(endless.serviceKeyId, addHours(addDays(at, 90), 1));
      await refused(endless.serviceKeyId, at);
      await refused(ending.serviceKeyId, addHours(addDays(at, 5), 1));
      expect((await replace(ending.serviceKeyId, addDays(at, 5))).status).toBe(201);
      const last = await replace(endless.serviceKeyId, addDays(at, 90));
      expect(created.parse(last.body).endsAt).toBeNull();
    });

    it("not once they are revoked or have ended", async () => {
      const revoked = await aServiceKey(api);
      await revokeKey(api, revoked);
      const ended = await aServiceKey(api, { endsAt: at });
      for (const { serviceKeyId } of [revoked, ended]) {
        const { status, body } = await replace(serviceKeyId, addDays(at, 1));
        expect([status, body]).toMatchObject([422, { code: "KEY_NOT_ACTIVE" }]);
      }
    });
  });

  describe("have alerts", () => {
    const evaluate = () =>
      evaluateKeys({ db: api.db, now: api.clock.now, config: { ...api.config, smtp: null } });
    const alerts = async () =>
      alert
        .array()
        .parse(Reflect.get(Object((await admin.get(ALERTS)).body), "content"))
        .map(({ raisedAt, resolvedAt, ...one }) => ({
          ...one,
          days: Math.round((Date.parse(raisedAt) - at.getTime()) / 86_400_000),
          isOpen: resolvedAt === null,
        }));
    const passed = async (days: number) => {
      api.clock.set(addDays(at, days));
      await evaluate();
      await evaluate();
      return (await alerts()).map(({ days: on, isOpen }) => `${isOpen ? "open" : "over"} ${on}`);
    };

    it("30, 10 and 1 days before, each in place of the one before, until they end", async () => {
      const { serviceKeyId } = await aServiceKey(api, {
        name: "本番",
        endsAt: addDays(at, 100),
      });
      expect(await passed(69)).toEqual([]);
      expect(await passed(70)).toEqual(["open 70"]);
      expect(await alerts()).toMatchObject([
        {
          kind: "KEY_ENDING",
          label: "サービスキーの期限間近",
          serviceKeyId,
          organizationId: null,
          message:
            "サービスキー「本番」の期限は2026/07/24 12:00です。期限を過ぎると使用できなくなるため、切り替えてください。",
        },
      ]);
      const { places } = worklist.parse((await admin.get(WORKLIST)).body);
      expect(places).toMatchObject([{ serviceKeyId, work: [{ kind: "KEY_ENDING" }] }]);
      expect(await passed(89)).toEqual(["open 70"]);
      expect(await passed(90)).toEqual(["open 90", "over 70"]);
      expect(await passed(99)).toEqual(["open 99", "over 90", "over 70"]);
      expect(await passed(100)).toEqual(["over 99", "over 90", "over 70"]);
    });

    it("of the step at which they are when they are made, once", async () => {
      await aServiceKey(api, { endsAt: addDays(at, 9) });
      expect(await passed(0)).toEqual(["open 0"]);
      expect(await passed(7)).toEqual(["open 0"]);
    });

    it("until they are revoked", async () => {
      const key = await aServiceKey(api, { endsAt: addDays(at, 20) });
      expect(await passed(0)).toEqual(["open 0"]);
      await revokeKey(api, key);
      expect(await passed(1)).toEqual(["over 0"]);
    });

    it("only on the last day once they are replaced", async () => {
      // Made for a year, so that the second one ends long after the first.
      const { serviceKeyId } = await aServiceKey(api, {
        createdAt: addDays(at, -345),
        endsAt: addDays(at, 20),
      });
      expect(await passed(0)).toEqual(["open 0"]);
      const end = addDays(at, 14).toISOString();
      await admin.post(`${SERVICE_KEYS}/${serviceKeyId}/replacement`, { endsAt: end });
      expect(await passed(1)).toEqual(["over 0"]);
      expect(await passed(13)).toEqual(["open 13", "over 0"]);
    });

    it("none in a year, and none without an end", async () => {
      await aServiceKey(api, { endsAt: addYears(at, 1) });
      await aServiceKey(api);
      expect(await passed(0)).toEqual([]);
    });
  });
});
