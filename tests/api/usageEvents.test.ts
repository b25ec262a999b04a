import { sql } from "kysely";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { usageResults } from "../../domain/usage/events.ts";
import { alertsIn } from "../support/alertRequests.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { CONTRACTS, contractOf } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { ADMIN_EVENTS, listening, STAFF_EVENTS } from "../support/eventStream.ts";
import { keepHouse } from "../support/housekeeping.ts";
import { perSuite } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { april, ledgerUse, NOON, sumsThatDiffer } from "../support/usage.ts";

const EVENTS = "/api/v1/usage-events";

let ids = 0;
const anEvent = (organizationId: number, changes: object = {}) => {
  ids += 1;
  return { eventId: `sent-${ids}`, organizationId, occurredAt: NOON, seconds: 60, ...changes };
};
const resultsOf = ({ body }: Answer) => usageResults.parse(body).results;
const wordsOf = (answer: Answer) => resultsOf(answer).map(({ result }) => result);

describeDatabase("POST /usage-events", (engine) => {
  let clockOffset = 0;
  const api = suiteApi(engine, {
    now: NOON,
    database: (real) => ({ ...real, clockOffset: async () => clockOffset }),
  });
  const service = perSuite(async () => withKey(api, (await aServiceKey(api)).key));
  const own = perSuite(() => api.organization());
  let contractId: number;

  beforeAll(async () => {
    contractId = await aContract(api.db, { ...own, ...april, maxTranscriptCount: 700 });
  });
  afterEach(async () => expect(await sumsThatDiffer(api.db)).toEqual([]));

  const report = (...events: object[]) => service.post(EVENTS, { events });

  it("answers one result per event, in the same order", async () => {
    const first = anEvent(own.organizationId);
    const answer = await report(
      first,
      first,
      { ...first, seconds: 61 },
      anEvent(own.organizationId, { occurredAt: "2026-04-15T12:05:00.001+09:00" }),
      anEvent(own.organizationId, { workspaceId: 999_999 }),
      anEvent(own.organizationId, { occurredAt: "2026-03-31T14:59:59Z" }),
      anEvent(999_999),
      anEvent(own.organizationId, { occurredAt: "2026-03-31T15:00:00Z", workspaceId: null }),
      anEvent(own.organizationId, { seconds: 86_400 }),
      anEvent(own.organizationId, { seconds: 86_401 }),
      anEvent(own.organizationId, { seconds: 2_147_483_648 }),
    );
    expect(answer.status).toBe(200);
    expect(resultsOf(answer).map(({ eventId: _, ...result }) => result)).toEqual([
      { result: "recorded", contractId },
      { result: "duplicate", contractId },
      { result: "conflict", contractId },
      { result: "rejected", reason: "FUTURE" },
      { result: "rejected", reason: "WORKSPACE" },
      { result: "no_contract" },
      { result: "no_contract" },
      { result: "recorded", contractId },
      { result: "recorded", contractId },
      { result: "rejected", reason: "SECONDS" },
      { result: "rejected", reason: "SECONDS" },
    ]);
    expect(resultsOf(answer)[0]?.eventId).toBe(first.eventId);
  });

  it("is answered 503 by a copy whose clock differs from the database's, and recorded later", async () => {
    const events = [
      anEvent(own.organizationId),
      anEvent(own.organizationId, { occurredAt: "2026-04-15T12:10:00+09:00" }),
    ];
    clockOffset = 600;
    const unanswered = await report(...events);
    clockOffset = 0;
    expect(unanswered).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(Number(unanswered.headers["retry-after"])).toBeGreaterThan(0);
    expect(api.log.join("")).toContain("The clock of this machine is 600 s behind");
    api.clock.set("2026-04-15T12:10:00+09:00");
    const answer = await report(...events);
    api.clock.set(NOON);
    expect(wordsOf(answer)).toEqual(["recorded", "recorded"]);
  });

  it("shows in the contract and in what is left of it", async () => {
    const before = await service.get(
      `/api/v1/contracts/limits?organizationId=${own.organizationId}`,
    );
    await report(anEvent(own.organizationId, { seconds: 61 }));
    const after = await service.get(
      `/api/v1/contracts/limits?organizationId=${own.organizationId}`,
    );
    const left = ({ body }: Answer) => Number(Object(body).remainingCount);
    expect(left(after)).toBe(left(before) - 1);
  });

  it("takes 500 events and not one more", async () => {
    const events = Array.from({ length: 501 }, () => anEvent(own.organizationId));
    const tooMany = await service.post(EVENTS, { events });
    expect(tooMany).toMatchObject({
      status: 431,
      body: {
        code: "LIMIT_EXCEEDED",
        message: "イベントは一度に500件まで送信できます。",
      },
    });
    const answer = await service.post(EVENTS, { events: events.slice(1) });
    expect(new Set(wordsOf(answer))).toEqual(new Set(["recorded"]));
    expect(resultsOf(answer)).toHaveLength(500);
    expect((await report()).body).toEqual({ results: [] });
  });

  it("refuses what goes beyond the cap, and takes it once the cap is raised", async () => {
    const organization = await api.anOrganization();
    const capped = await aContract(api.db, {
      organizationId: organization,
      ...april,
      maxTranscriptCount: 1,
    });
    const [first, second] = [anEvent(organization), anEvent(organization)];
    expect(wordsOf(await report(first, second))).toEqual(["recorded", "quota_exceeded"]);
    expect(wordsOf(await report(second))).toEqual(["quota_exceeded"]);
    await api.asSystemAdmin().patch(`${CONTRACTS}/${capped}`, { maxTranscriptCount: 2 });
    expect(wordsOf(await report(first, second))).toEqual(["duplicate", "recorded"]);
  });

  it("raises the alerts of a cap that it comes near or reaches", async () => {
    const organization = await api.anOrganization();
    await aContract(api.db, { organizationId: organization, ...april, maxTranscriptCount: 5 });
    const admin = api.asSystemAdmin();
    const raised = async () => {
      await api.app.runScheduledTasks();
      return alertsIn(admin, organization);
    };
    expect(await raised()).toEqual([]);
    await report(...Array.from({ length: 3 }, () => anEvent(organization)));
    await report(anEvent(organization));
    expect(await raised()).toContain("open CAP_80");
    await report(anEvent(organization), anEvent(organization));
    expect(await raised()).toEqual(expect.arrayContaining(["open CAP_100", "over CAP_80"]));
  });

  it.each([
    ["an id that is empty", { eventId: "" }, "eventId"],
    ["an id with a space", { eventId: "a b" }, "eventId"],
    ["an id of 129 characters", { eventId: "x".repeat(129) }, "eventId"],
    ["a length below zero", { seconds: -1 }, "seconds"],
    ["half a second", { seconds: 0.5 }, "seconds"],
    ["a length beyond all whole numbers", { seconds: 2 ** 53 }, "seconds"],
    ["an organization of 0", { organizationId: 0 }, "organizationId"],
    ["no time", { occurredAt: "2026-04-15" }, "occurredAt"],
    ["a time that is none", { occurredAt: "2026-04-31T00:00:00Z" }, "occurredAt"],
    ["a time without an offset", { occurredAt: "2026-04-15T12:00:00" }, "occurredAt"],
    ["a time of the last century", { occurredAt: "1999-12-31T14:59:59Z" }, "occurredAt"],
    ["what it does not know", { minutes: 1 }, "minutes"],
  ])("refuses %s, and then records nothing of the report", async (_, change, field) => {
    const good = anEvent(own.organizationId);
    const { status, body } = await report(good, anEvent(own.organizationId, change));
    expect(status).toBe(422);
    expect(Object.keys(Object(body).errors)).toEqual([`events.1.${field}`]);
    expect(Object(body).errors[`events.1.${field}`]).toMatch(/。$/);
    expect(wordsOf(await report(good))).toEqual(["recorded"]);
  });

  it("refuses lists within lists without parsing them", async () => {
    const send = (text: string) =>
      service.send("POST", EVENTS, {
        payload: text,
        headers: { "content-type": "application/json" },
      });
    const nested = (depth: number) => `{"events":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(await send(nested(400_000))).toMatchObject({
      status: 400,
      body: { code: "BAD_REQUEST" },
    });
    // Brackets in a text are none.
    const eventId = `\\"${"[".repeat(100_000)}`;
    expect((await send(`{"events":[{"eventId":"${eventId}"}]}`)).status).toBe(422);
  });

  it("takes 1 MB at most", async () => {
    const { status } = await report(anEvent(own.organizationId, { note: "x".repeat(1024 * 1024) }));
    expect(status).toBe(413);
  });

  it("keeps the count of a key's events of today and of the day before, and no older one", async () => {
    const { serviceKeyId } = await aServiceKey(api);
    const days = async () => {
      const { rows } = await sql<{ day: string }>`
        select day from service_key_events where service_key_id = ${serviceKeyId}
        order by day`.execute(api.db);
      return rows.map(({ day }) => day);
    };
    for (const day of ["2026-04-13", "2026-04-14", "2026-04-15"]) {
      await sql`
        insert into service_key_events (service_key_id, day, reserved)
        values (${serviceKeyId}, ${day}, 1)`.execute(api.db);
    }
    await keepHouse(api);
    expect(await days()).toEqual(["2026-04-14", "2026-04-15"]);
  });

  it("tells open screens once for many events", async () => {
    const people = await listening(api);
    const admin = await api.aUser();
    const staff = await api.aUser(own);
    const [all, member] = [
      await people.open(ADMIN_EVENTS, { cookie: await api.openSession(admin) }),
      await people.open(STAFF_EVENTS, { authorization: `Bearer ${await api.idToken(staff)}` }),
    ];
    await Promise.all(Array.from({ length: 20 }, () => report(anEvent(own.organizationId))));
    await all.hearsOf("resource/contracts");
    await member.hearsOf(`resource/limits/${own.organizationId}`);
    const heard = all.events().filter(({ topic }) => topic === "resource/contracts");
    expect(heard.length).toBeLessThan(4);
    expect(heard.flatMap(({ payload }) => payload.ids)).toContain(contractId);
    await all.close();
    await member.close();
  });
});

describePostgres("a report that waits for a contract", () => {
  const api = suiteApi("postgres", { now: NOON, parts: { answerWithinMs: 1_000 } });

  it("is not recorded any more once its request is answered without a result", async () => {
    const service = withKey(api, (await aServiceKey(api)).key);
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId, ...april });
    const report = (event: object) => service.post(EVENTS, { events: [event] });
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
      return rows.length;
    };
    const holder = await api.db.startTransaction().execute();
    await sql`select from contract_usage where contract_id = ${contractId} for update`.execute(
      holder,
    );
    const first = report(anEvent(organizationId));
    await vi.waitUntil(async () => (await waiting()) === 1, { timeout: 30_000 });
    // It comes to the contract after the first, which waits for the lock.
    const late = anEvent(organizationId);
    expect(await report(late)).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect((await first).status).toBe(503);
    await holder.commit().execute();
    const next = anEvent(organizationId);
    await vi.waitUntil(async () => (await report(next)).status === 200, { timeout: 30_000 });
    const { rows } = await sql<{ eventId: string }>`
      select event_id as "eventId" from ledger where contract_id = ${contractId}`.execute(api.db);
    const recorded = rows.map(({ eventId }) => eventId);
    expect(recorded).toContain(next.eventId);
    expect(recorded).not.toContain(late.eventId);
  });
});

describePostgres("reports while a system admin edits", () => {
  const api = suiteApi("postgres", { now: NOON });

  it("never exceed the cap of the moment, nor reach a terminated contract", async () => {
    const service = withKey(api, (await aServiceKey(api)).key);
    const admin = api.asSystemAdmin();
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, {
      organizationId,
      ...april,
      maxTranscriptCount: 100_000,
    });
    const one = `${CONTRACTS}/${contractId}`;
    const used = async () => contractOf(await admin.get(one)).usedTranscriptCount;
    let isOver = false;
    let recorded = 0;
    const sending = Promise.all(
      Array.from({ length: 16 }, async () => {
        while (!isOver) {
          const events = Array.from({ length: 10 }, () => anEvent(organizationId));
          const answer = await service.post(EVENTS, { events });
          recorded += wordsOf(answer).filter((word) => word === "recorded").length;
        }
      }),
    );
    // A cap below what is used by then is refused, one above it holds from that moment.
    for (let round = 0; round < 20; round += 1) {
      const maxTranscriptCount = (await used()) + 25;
      const { status } = await admin.patch(one, { maxTranscriptCount });
      if (status === 422) continue;
      expect(status).toBe(200);
      expect(await used()).toBeLessThanOrEqual(maxTranscriptCount);
      await admin.patch(one, { maxTranscriptCount: 100_000 });
    }
    const ended = { terminationDate: "2026-04-15", reason: "統合のため" };
    expect((await admin.post(`${one}/terminate`, ended)).status).toBe(200);
    api.clock.set("2026-04-16T09:00:00+09:00");
    const late = anEvent(organizationId, { occurredAt: "2026-04-16T08:00:00+09:00" });
    expect(wordsOf(await service.post(EVENTS, { events: [late] }))).toEqual(["no_contract"]);
    isOver = true;
    await sending;
    const inLedger = (await ledgerUse(api.db)).find((use) => use.contractId === contractId);
    expect(inLedger?.transcripts).toBe(recorded);
    expect(await sumsThatDiffer(api.db)).toEqual([]);
  });
});
