import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type AuditEventPage, auditEventPage, auditSeals } from "../../domain/audit/schemas.ts";
import { actAsSystem } from "../../server/audit/acting.ts";
import { LOOKED_AT } from "../../server/audit/queries/auditEvents.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { auditWorld, someEvents, storedEvents } from "../support/auditEvents.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { csvRows } from "../support/csv.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES } from "../support/dictionaryRequests.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { recordAlone } from "../support/recordAlone.ts";
import { USERS } from "../support/userRequests.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const OWN_EVENTS = "/api/v1/audit-events";
const EVENTS = "/admin/api/v1/audit-events";
const OF_NO_RECORD = 999_999_999;

const pageIn = ({ status, text, body }: Answer): AuditEventPage => {
  expect(status, text).toBe(200);
  return auditEventPage.parse(body);
};
const idsIn = ({ content }: AuditEventPage) => content.map(({ auditEventId }) => auditEventId);

describeDatabase("the audit log is read", (engine) => {
  const api = suiteApi(engine);
  const world = perSuite(() => auditWorld(api));
  let provider: ApiClient;
  let organizationId: number;
  let contractId: number;

  beforeAll(async () => {
    ({ provider, organizationId } = world);
    ({ contractId } = await someEvents(api, world));
  });

  const read = async (query: string) => pageIn(await provider.get(`${EVENTS}?size=100&${query}`));
  const readAs = async (user: TestUser, query = "") =>
    pageIn(await api.as(user).get(`${OWN_EVENTS}?size=100&${query}`));
  const fileFor = async (user: TestUser, query = "") => {
    const { status, text } = await api.as(user).get(`${OWN_EVENTS}/export?${query}`);
    expect(status, text).toBe(200);
    return text;
  };

  /** An organization admin breaks the lock of a colleague for a reason. */
  async function lockBroken(reason: string): Promise<void> {
    const lock = `${DICTIONARIES}/${await aDictionary(api, { organizationId })}/lock`;
    expect((await api.as(world.dictionaryAdmin).post(lock, {})).status).toBe(200);
    const broken = `${lock}?force=true&reason=${encodeURIComponent(reason)}`;
    expect((await api.as(world.organizationAdmin).delete(broken)).status).toBe(204);
  }

  describe("by an organization", () => {
    it("with what system admins did to it, without their notes, reasons and addresses", async () => {
      const query = `targetKind=contract&targetId=${contractId}`;
      const own = await readAs(world.organizationAdmin, query);
      // The latest of three changed nothing that the organization may see.
      expect(own.content).toMatchObject([
        {
          operation: "terminateContract",
          changes: [{ field: "terminationDate", before: null, after: "2098-06-30" }],
          reason: null,
        },
        {
          operation: "updateContract",
          actor: { name: "運営 一郎" },
          changes: [{ field: "maxTranscriptCount", after: 200 }],
        },
      ]);
      const all = await read(query);
      expect(all.content).toHaveLength(3);
      const everything = await readAs(world.organizationAdmin);
      for (const { actor, address, userAgent } of everything.content) {
        if (actor.id === world.admin.userId) expect([address, userAgent]).toEqual([null, null]);
      }
      expect(everything.content.some(({ address }) => address !== null)).toBe(true);
      const text = JSON.stringify(everything) + (await fileFor(world.organizationAdmin));
      expect(text).not.toContain("社内限り");
      expect(text).not.toContain(provider.address);
    });

    it("with the reasons that its people gave, and not those of the provider", async () => {
      await lockBroken("至急の修正のため");
      const adjusted = await aContract(api.db, {
        organizationId,
        startDate: "2025-01-01",
        endDate: "2025-12-31",
      });
      const adjustment = { transcriptCount: 1, seconds: 60, reason: "二重計上の訂正" };
      const { status } = await provider.post(`${CONTRACTS}/${adjusted}/adjustments`, adjustment);
      expect(status).toBe(201);
      const query = "operation=releaseLock,adjustUsage";
      const reasons = ({ content }: AuditEventPage) => content.map(({ reason }) => reason);
      expect(reasons(await read(query))).toEqual(["二重計上の訂正", "至急の修正のため"]);
      expect(reasons(await readAs(world.organizationAdmin, query))).toEqual([
        null,
        "至急の修正のため",
      ]);
    });

    it("without what is said about a request for a lock, which a release before has logged", async () => {
      const dictionaryId = await aDictionary(api, { organizationId });
      for (const operation of ["requestLock", "refuseLockRequest"]) {
        await actAsSystem(operation, () =>
          recordAlone(api.db, {
            organizationId,
            target: { kind: "dictionary", id: dictionaryId, name: "医療" },
            reason: "二人だけの話",
          }),
        );
      }
      const query = `targetKind=dictionary&targetId=${dictionaryId}`;
      const pages = [
        await read(query),
        await readAs(world.organizationAdmin, query),
        await readAs(world.dictionaryAdmin, query),
      ];
      for (const { content } of pages) {
        expect(content.map(({ reason }) => reason)).toEqual([null, null]);
      }
      expect(await fileFor(world.organizationAdmin)).not.toContain("二人だけの話");
      expect((await provider.get(`${EVENTS}/export`)).text).not.toContain("二人だけの話");
    });

    it("with the names of all workspaces by an organization admin, of the own ones by a dictionary admin", async () => {
      const { dictionaryAdmin, organizationAdmin } = world;
      const own = { organizationId };
      const mine = { workspaceName: "営業部", userIds: [dictionaryAdmin.userId] };
      const seen = await aWorkspace(api, { ...own, ...mine });
      const unseen = await aWorkspace(api, { ...own, workspaceName: "買収準備室" });
      const dictionaryId = await aDictionary(api, own);
      const { status } = await api
        .as(organizationAdmin)
        .patch(
          `${DICTIONARIES}/${dictionaryId}`,
          { workspaceIds: [seen, unseen] },
          { "if-match": "*" },
        );
      expect(status).toBe(200);
      const query = `targetKind=dictionary&targetId=${dictionaryId}`;
      const named = async (user: TestUser) =>
        (await readAs(user, query)).content[0]?.changes[0]?.after;
      const [first, second] = [
        { workspaceId: seen, workspaceName: "営業部" },
        { workspaceId: unseen, workspaceName: "買収準備室" },
      ];
      expect(await named(organizationAdmin)).toEqual([first, second]);
      const unnamed = { ...second, workspaceName: "表示できないワークスペース" };
      expect(await named(dictionaryAdmin)).toEqual([first, unnamed]);
      expect(await fileFor(dictionaryAdmin, query)).toContain("営業部、表示できないワークスペース");
    });

    it("with its own seals, and none of another or of the provider", async () => {
      for (const sealed of [organizationId, world.stranger.organizationId, 0]) {
        await sql`
          insert into audit_seals
            (organization_id, day, version, event_count, previous_root, root, sealed_at)
          values (${sealed}, '2026-05-01', 1, 3, null, '\\x0123', now())`.execute(api.db);
      }
      const sealsFor = async (client: ApiClient, url: string) => {
        const { status, text, body } = await client.get(url);
        expect(status, text).toBe(200);
        return auditSeals.parse(body).seals.map((seal) => seal.organizationId);
      };
      expect(await sealsFor(provider, "/admin/api/v1/audit-seals")).toHaveLength(3);
      const own = api.as(world.organizationAdmin);
      expect(await sealsFor(own, "/api/v1/audit-seals")).toEqual([organizationId]);
    });

    it("in a file with the same events as on the screen", async () => {
      const { content } = await readAs(world.organizationAdmin);
      const { headers } = await api.as(world.organizationAdmin).get(`${OWN_EVENTS}/export`);
      expect(headers["x-total-count"]).toBe(String(content.length));
    });

    it("as far as it is the own one: nobody reads of another", async () => {
      const foreign = await readAs(world.stranger);
      expect(new Set(foreign.content.map(({ actor }) => actor.id))).toEqual(
        new Set([world.stranger.userId]),
      );
      for (const query of [
        `targetKind=contract&targetId=${contractId}`,
        `actorId=${world.staff.userId}`,
        `q=${encodeURIComponent("青空")}`,
      ]) {
        expect((await readAs(world.stranger, query)).content, query).toEqual([]);
        expect(await fileFor(world.stranger, query)).not.toContain("青空商事");
      }
      const asked = await api
        .as(world.stranger)
        .get(`${OWN_EVENTS}?organizationId=${organizationId}`);
      expect(asked.status).toBe(400);
    });
  });

  describe("by who is no admin of an organization", () => {
    it("as far as dictionaries and the own sign-ins, with a dictionary admin's rights", async () => {
      const { content } = await readAs(world.dictionaryAdmin);
      const [about, others] = [
        content.filter(({ target }) => target.kind === "dictionary"),
        content.filter(({ target }) => target.kind !== "dictionary"),
      ];
      expect(about.map(({ operation }) => operation)).toContain("updateDictionary");
      expect(others.map(({ actor, operation }) => [actor.id, operation])).toEqual([
        [world.dictionaryAdmin.userId, "signIn"],
      ]);
      const file = await fileFor(world.dictionaryAdmin);
      expect(file).not.toContain("文字起こし上限件数");
    });

    it("as far as the own sign-ins, as staff, whatever they ask for", async () => {
      for (const query of ["", "operation=signIn,createDictionary,updateContract"]) {
        const own = await readAs(world.staff, query);
        expect(own.content.map(({ actor, operation }) => [actor.id, operation])).toEqual([
          [world.staff.userId, "signIn"],
        ]);
      }
      const other = `actorId=${world.dictionaryAdmin.userId}`;
      expect((await readAs(world.staff, other)).content).toEqual([]);
      const own = `targetKind=user&targetId=${world.staff.userId}`;
      const history = await readAs(world.staff, own);
      expect(history.content.map(({ operation }) => operation)).toEqual(["signIn"]);
      const file = await fileFor(world.staff);
      expect(file.trim().split("\r\n")).toHaveLength(2);
    });
  });

  describe("in pages", () => {
    /** All pages of a size, one after the other. */
    async function pagesOf(query: string): Promise<AuditEventPage[]> {
      const pages: AuditEventPage[] = [];
      let after = "";
      for (;;) {
        const page = pageIn(await provider.get(`${EVENTS}?${query}${after}`));
        pages.push(page);
        if (page.next === null) return pages;
        after = `&after=${encodeURIComponent(page.next)}`;
      }
    }

    it("that go on where the one before ended, newest first", async () => {
      const all = await read("");
      const ids = (await pagesOf("size=3")).flatMap(idsIn);
      // The reads are no events themselves.
      expect(ids.slice(0, all.content.length)).toEqual(idsIn(all));
      const times = all.content.map(({ occurredAt }) => occurredAt);
      expect(times).toEqual(times.toSorted().toReversed());
    });

    it("that neither lose nor repeat events of one microsecond", async () => {
      await actAsSystem("sameMoment", async () => {
        for (const name of ["一", "二", "三", "四", "五"]) {
          await recordAlone(api.db, {
            organizationId,
            target: { kind: "contract", id: OF_NO_RECORD, name },
          });
        }
      });
      await sql`
        update audit_events set occurred_at = '2026-05-01T12:34:56.789012Z'
        where operation = 'sameMoment'`.execute(api.db);
      const query = "size=2&from=2026-05-01&to=2026-05-01&operation=sameMoment";
      const pages = await pagesOf(query);
      expect(pages.map(({ content }) => content.map(({ target }) => target.name))).toEqual([
        ["五", "四"],
        ["三", "二"],
        ["一"],
      ]);
      expect(pages[0]?.next).toMatch(/^2026-05-01T12:34:56\.789012Z_\d+$/);
    });

    it("that are refused with a place that is none", async () => {
      for (const place of [
        "2026-13-45T12:00:00.000000Z_1",
        "0000-01-01T00:00:00.000000Z_1",
        "2026-05-01T25:61:61.000000Z_1",
        "2026-05-01T12:00:00Z_1",
        "1",
      ]) {
        expect((await provider.get(`${EVENTS}?after=${place}`)).status, place).toBe(400);
      }
    });

    it("of bounded cost: one may be empty although it goes on", async () => {
      const needle = (name: string) =>
        actAsSystem("test", () =>
          recordAlone(api.db, {
            organizationId,
            target: { kind: "contract", id: OF_NO_RECORD, name },
          }),
        );
      const hay = (count: number) =>
        sql`
        insert into audit_events
        select e.organization_id, now(), nextval('audit_event_ids'), 'filler', e.outcome, e.actor_kind,
          e.actor_id, e.actor_name, e.actor_organization_id, e.target_kind, e.target_id, '干し草',
          e.changes, e.counts, e.entry_ids, e.reason, e.request_id, e.address, e.user_agent, 'ホシクサ'
        from (select * from audit_events order by audit_event_id desc limit 1) e,
          generate_series(1, ${count})`.execute(api.db);
      const found = async () => {
        const pages = await pagesOf(`q=${encodeURIComponent("針")}`);
        return pages.map(({ content }) => content.map(({ target }) => target.name));
      };
      await needle("古い針");
      await needle("針");
      await hay(LOOKED_AT - 1);
      expect(await found()).toEqual([["針"], ["古い針"]]);
      await hay(1);
      expect(await found()).toEqual([[], ["針", "古い針"]]);
      await sql`delete from audit_events where operation = 'filler'`.execute(api.db);
    });
  });

  describe("by filters", () => {
    it("such as who acted, what they did, and how it came out", async () => {
      const { userId } = world.organizationAdmin;
      const acted = (await read(`actorId=${userId}`)).content;
      expect(new Set(acted.map(({ actor }) => actor.id))).toEqual(new Set([userId]));
      const done = (await read("operation=exportMembers,updateDictionary")).content;
      expect(new Set(done.map(({ operation }) => operation))).toEqual(
        new Set(["exportMembers", "updateDictionary"]),
      );
      const refused = (await read("outcome=REFUSED")).content;
      expect(refused.map(({ operation }) => operation)).toEqual(["deleteDictionary"]);
    });

    it("such as part of a name, of who acted or of what was changed", async () => {
      const named = (await read(`q=${encodeURIComponent("運営")}`)).content;
      expect(named.length).toBeGreaterThan(0);
      expect(named.every(({ actor }) => actor.name.includes("運営"))).toBe(true);
      const changed = (await read(`q=${encodeURIComponent("職員")}&operation=updateUser`)).content;
      expect(changed.map(({ target }) => target.name)).toEqual(["職員 三郎"]);
    });

    it("such as the organization and the kind of record", async () => {
      const own = (await read(`organizationId=${organizationId}&targetKind=contract`)).content;
      expect(own.length).toBeGreaterThan(0);
      expect(new Set(own.map((event) => `${event.organizationName} ${event.target.kind}`))).toEqual(
        new Set(["青空商事 contract"]),
      );
      const provided = (await read("organizationId=0")).content;
      expect(new Set(provided.map((event) => event.organizationId))).toEqual(new Set([0]));
    });

    it("such as a record by its kind and id, and no id without a kind", async () => {
      const { content } = await read(`targetKind=contract&targetId=${contractId}`);
      expect(content).toHaveLength(3);
      expect((await provider.get(`${EVENTS}?targetId=${contractId}`)).status).toBe(400);
      const file = `${OWN_EVENTS}/export?targetId=${contractId}`;
      expect((await api.as(world.organizationAdmin).get(file)).status).toBe(400);
    });

    it("such as days of Tokyo, by default the last 30, of a record all", async () => {
      const [first] = (await storedEvents(api.db)).filter(
        ({ target_id, target_kind }) =>
          target_kind === "contract" && target_id === String(contractId),
      );
      const id = first?.audit_event_id;
      const moveTo = (time: string) =>
        sql`update audit_events set occurred_at = ${time} where audit_event_id = ${id}`.execute(
          api.db,
        );
      const has = async (query: string) => idsIn(await read(query)).includes(Number(id));
      const { rows } = await sql<{ day: string }>`
        select ((now() at time zone 'Asia/Tokyo')::date - 29)::text as day`.execute(api.db);
      await moveTo(`${rows[0]?.day}T00:00:00+09:00`);
      expect(await has("targetKind=contract")).toBe(true);
      await moveTo(`${rows[0]?.day}T00:00:00+09:00`);
      await sql`update audit_events set occurred_at = occurred_at - interval '1 microsecond'
        where audit_event_id = ${id}`.execute(api.db);
      expect(await has("targetKind=contract")).toBe(false);
      expect(await has(`targetKind=contract&targetId=${contractId}`)).toBe(true);
      await moveTo("2026-02-10T23:59:59.999999+09:00");
      expect(await has("from=2026-02-10&to=2026-02-10")).toBe(true);
      expect(await has("from=2026-02-11&to=2026-02-11")).toBe(false);
      await moveTo("2026-02-11T00:00:00+09:00");
      expect(await has("from=2026-02-10&to=2026-02-10")).toBe(false);
      expect(await has("from=2026-02-11&to=2026-02-11")).toBe(true);
      expect((await provider.get(`${EVENTS}?from=2026-02-01&to=2026-01-01`)).status).toBe(400);
    });
  });

  it("as a CSV file, which writes the seconds of an adjustment as a time", async () => {
    const dates = { startDate: "2024-01-01", endDate: "2024-12-31" };
    const adjusted = await aContract(api.db, { organizationId, ...dates });
    const adjustment = { transcriptCount: 1, seconds: 5_400, reason: "計上漏れの訂正" };
    await provider.post(`${CONTRACTS}/${adjusted}/adjustments`, adjustment);
    const query = `organizationId=${organizationId}&targetKind=contract&targetId=${adjusted}`;
    const { text } = await provider.get(`${EVENTS}/export?${query}&operation=adjustUsage`);
    expect(csvRows(text)).toMatchObject([{ 件数: "時間 1時間30分、件数 1" }]);
  });

  it("as a CSV file, which names who, where from, of which record and why", async () => {
    await lockBroken("交代");
    const { content } = await read(`organizationId=${organizationId}`);
    const { text } = await provider.get(`${EVENTS}/export?organizationId=${organizationId}`);
    const rows = csvRows(text);
    const expected = content.map(({ actor, target, ...event }) => ({
      操作者ID: actor.id ?? "",
      組織名: event.organizationName ?? "",
      対象: target.name ?? "",
      対象ID: target.id ?? "",
      理由: event.reason ?? "",
      接続元: event.address ?? "",
      リクエストID: event.requestId ?? "",
    }));
    expect(rows).toMatchObject(expected);
    for (const heading of Object.keys(expected[0] ?? {})) {
      expect(
        rows.some((row) => row[heading] !== ""),
        heading,
      ).toBe(true);
    }
  });

  it("as a CSV file, in the words and units of the screens, without formulas", async () => {
    await provider.patch(`${CONTRACTS}/${contractId}`, { maxTranscriptCount: 1500 });
    await provider.patch(`${USERS}/${world.staff.userId}`, { userName: "=cmd" });
    await provider.patch(`${USERS}/${world.staff.userId}`, { isDictionaryAdmin: true });
    const { text } = await provider.get(`${EVENTS}/export?organizationId=${organizationId}`);
    expect(text).toContain("日時,操作,結果,操作者の種類,操作者");
    expect(text).toMatch(/文字起こし上限件数を変更：200件 → 1,500件/);
    expect(text).toContain("契約を編集");
    expect(text).toContain("なし → あり");
    expect(text).not.toMatch(/(^|,)"?=cmd/m);
  });
});
