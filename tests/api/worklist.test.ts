import { randomBytes } from "node:crypto";
import { addHours } from "date-fns";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { organizationOverview } from "../../domain/organizations/overview.ts";
import { worklist } from "../../domain/worklist/schemas.ts";
import { anAlert } from "../support/alertRequests.ts";
import { suiteApi } from "../support/api.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { ORGANIZATIONS } from "../support/organizationRequests.ts";
import { CLOSINGS } from "../support/resourceRows/closings.ts";
import { WORKLIST } from "../support/resourceRows/worklist.ts";
import { aWebhook } from "../support/webhooks.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const NOW = "2026-04-15T12:00:00+09:00";
const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * 24 * 60 * 60 * 1000);

describeDatabase("what a system admin has to do", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();

  beforeEach(async () => {
    await api.db
      .updateTable("alerts")
      .set({ resolved_at: daysAgo(0) })
      .execute();
    await api.db.updateTable("users").set({ status: "ACTIVE" }).execute();
  });

  async function read(query = "") {
    const { status, body } = await admin.get(`${WORKLIST}${query}`);
    expect(status).toBe(200);
    const { places, total, ...others } = worklist.parse(body);
    const organizations = places.filter(({ month }) => month === null);
    return { ...others, places: organizations, total: total - (await toClose()) };
  }

  /** 1 where the month before is a place of the worklist, which has a test of its own. */
  async function toClose() {
    const { body } = await admin.get(`${WORKLIST}?size=100`);
    return worklist.parse(body).places.filter(({ month }) => month !== null).length;
  }

  async function invited(organizationId: number | null, days: number, userName: string) {
    const user = await api.aUser({ organizationId, status: "INVITED", userName });
    await api.db
      .updateTable("users")
      .set({ created_at: daysAgo(days) })
      .where("user_id", "=", user.userId)
      .execute();
    return user;
  }

  it("has the month before from the 1st on, until its contracts are closed", async () => {
    const organizationId = await api.anOrganization();
    const contracts = [
      await aContract(api.db, { organizationId, startDate: "2026-03-31", endDate: "2026-03-31" }),
      await aContract(api.db, { organizationId, startDate: "2026-04-01", endDate: "2026-06-30" }),
    ];
    const closing = async () => {
      const { body } = await admin.get(`${WORKLIST}?size=100`);
      return worklist.parse(body).places.filter(({ month }) => month !== null);
    };
    await admin.post(CLOSINGS, { month: "2026-03" });
    expect(await closing()).toEqual([]);
    await api.db.deleteFrom("closings").where("contract_id", "in", contracts).execute();
    const [place, ...others] = await closing();
    expect(others).toEqual([]);
    expect(place).toMatchObject({
      month: "2026-03",
      organizationId: null,
      work: [
        { kind: "CLOSING", label: "月次の締め", message: "まだ締めていない契約が1件あります。" },
      ],
    });
  });

  it("stands once per organization, the most urgent first, with all reasons", async () => {
    const full = await api.anOrganization("満杯商事");
    const contractId = await aContract(api.db, {
      organizationId: full,
      startDate: "2026-01-01",
      endDate: "2026-04-27",
      maxTranscriptCount: 100,
      usedTranscriptCount: 120,
    });
    const ending = await api.anOrganization("終了間近社");
    const last = await aContract(api.db, { organizationId: ending, endDate: "2026-04-18" });
    await anAlert(api, { organizationId: ending, contractId: last, kind: "ENDING_7" });
    await anAlert(api, { organizationId: full, contractId, kind: "ENDING_30" });
    await anAlert(api, { organizationId: full, contractId, kind: "CAP_100" });
    const first = await invited(full, 10, "招待 花子");
    await invited(full, 8, "招待 次郎");
    await invited(full, 6, "先週 三郎");
    const { places, total, isComplete } = await read();
    expect({ total, isComplete }).toEqual({ total: 2, isComplete: true });
    expect(
      places.map(({ organizationName, work }) => [
        organizationName,
        ...work.map(({ kind, label }) => `${kind} ${label}`),
      ]),
    ).toEqual([
      [
        "満杯商事",
        "CAP_100 上限超過",
        "ENDING_30 契約終了まで12日",
        "INVITATION 招待から10日（2人）",
      ],
      ["終了間近社", "ENDING_7 契約終了まで3日"],
    ]);
    expect(places[0]?.work[0]).toMatchObject({
      message: "文字起こし件数が上限に達しました。",
      contractId,
      use: {
        usedTranscriptCount: 120,
        usedTranscriptSeconds: 0,
        maxTranscriptCount: 100,
        maxTranscriptMinutes: null,
      },
    });
    expect(places[0]?.work[2]).toMatchObject({
      use: null,
      message: "招待 花子さんほか1人が招待を受け付けていません。",
      invited: [
        { userId: first.userId, userName: "招待 花子", email: first.email },
        { userName: "招待 次郎" },
      ],
      invitedCount: 2,
    });
    // The month to be closed comes first.
    expect((await read("?page=2&size=1")).places).toEqual(places.slice(1));
    expect((await read("?page=3&size=1")).places).toEqual([]);
  });

  it("has invitations that end within a day or have ended, unless a newer one lasts", async () => {
    const organizationId = await api.anOrganization("期限社");
    const at = async (days: number, ...hours: number[]) => {
      const { userId } = await invited(organizationId, days, `招待 ${days}`);
      for (const left of hours) {
        await api.db
          .insertInto("invitations")
          .values({
            token_hash: randomBytes(32),
            user_id: userId,
            created_at: daysAgo(days),
            ends_at: addHours(api.clock.now(), left),
          })
          .execute();
      }
    };
    const labels = async () =>
      (await read()).places
        .filter((place) => place.organizationId === organizationId)
        .flatMap(({ work }) => work.map(({ label }) => label));
    await at(30, -200, 100);
    await at(5, 48);
    expect(await labels()).toEqual([]);
    await at(7, 23.5);
    expect(await labels()).toEqual(["招待の期限まで24時間"]);
    await at(20, -300, -1);
    expect(await labels()).toEqual(["招待の期限切れ（2人）"]);
  });

  it("names receivers, and people without an organization, at places of their own", async () => {
    await invited(null, 9, "管理 花子");
    const webhookId = await aWebhook(api);
    await sql`insert into alerts (webhook_id, kind, message, raised_at)
      values (${webhookId}, 'WEBHOOK_PAUSED', '一時停止しました。', ${daysAgo(1)})`.execute(api.db);
    const { places } = await read();
    expect(places).toMatchObject([
      { organizationId: null, webhookId, work: [{ kind: "WEBHOOK_PAUSED" }] },
      { organizationId: null, webhookId: null, work: [{ kind: "INVITATION" }] },
    ]);
  });

  it("looks at 500 alerts, the most urgent ones, and says that there are more", async () => {
    await sql`
      with organization as (
        insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
        select (70000000 + n)::text, '組織' || n, '組織', now(), now()
        from generate_series(1, 600) n returning organization_id
      ), contract as (
        insert into contracts (organization_id, admin_email, admin_name, admin_key, start_date,
          end_date, max_transcript_count, created_at, updated_at)
        select organization_id, 'a@example.com', 'a', 'a', '2026-01-01', '2026-05-31', 10, now(), now()
        from organization returning organization_id, contract_id
      )
      insert into alerts (organization_id, contract_id, kind, message, raised_at)
      select organization_id, contract_id, 'ENDING_60', 'm', '2026-04-01' from contract`.execute(
      api.db,
    );
    const organizationId = await api.anOrganization("あとから社");
    const contractId = await aContract(api.db, { organizationId, endDate: "2026-04-10" });
    await anAlert(api, { organizationId, contractId, kind: "ENDED" });
    const { places, total, isComplete } = await read("?size=2");
    expect(places[0]?.organizationName).toBe("あとから社");
    expect({ total, isComplete }).toEqual({ total: 500, isComplete: false });
  });

  it.each(["size=0", "size=101", "page=-1", "q=x"])("refuses ?%s", async (query) => {
    expect((await admin.get(`${WORKLIST}?${query}`)).status).toBe(400);
  });

  describe("an organization", () => {
    it("shows the first of what it has, and nothing of another one", async () => {
      const organizationId = await api.anOrganization("甲社");
      const elsewhere = await api.anOrganization("乙社");
      for (let n = 0; n < 7; n += 1) await api.aUser({ organizationId, userName: `一般 ${n}` });
      await api.aUser({ organizationId, userName: "渡辺 管理", isOrganizationAdmin: true });
      await api.aUser({ organizationId: elsewhere, userName: "別 人", isOrganizationAdmin: true });
      for (const [at, n] of [
        [organizationId, 1],
        [organizationId, 2],
        [elsewhere, 3],
      ] as const) {
        await sql`
          insert into dictionaries (organization_id, category, dictionary_name, name_key,
            entry_count, created_at, updated_at)
          values (${at}, '一般辞書', ${`辞書${n}`}, ${`辞書${n}`}, ${n}, now(), now())`.execute(
          api.db,
        );
        await sql`
          insert into workspaces (organization_id, workspace_name, name_key, created_at, updated_at)
          values (${at}, ${`室${n}`}, ${`室${n}`}, now(), now())`.execute(api.db);
      }
      await anAlert(api, { organizationId, kind: "GAP" });
      await anAlert(api, { organizationId: elsewhere, kind: "GAP" });
      const { body } = await admin.get(`${ORGANIZATIONS}/${organizationId}/overview`);
      const overview = organizationOverview.parse(body);
      expect(overview.people.total).toBe(8);
      expect(overview.people.content.map(({ userName }) => userName)).toEqual([
        "渡辺 管理",
        ...Array.from({ length: 5 }, (_, n) => `一般 ${n}`),
      ]);
      expect(overview).toMatchObject({
        workspaces: { total: 2, content: [{ workspaceName: "室1" }, { workspaceName: "室2" }] },
        dictionaries: { total: 2, content: [{ dictionaryName: "辞書2" }, { entryCount: 1 }] },
        entryCount: 3,
        alerts: { total: 1, content: [{ kind: "GAP", organizationName: "甲社" }] },
      });
    });

    it("lists its workspaces by name, and those of no other one", async () => {
      const organizationId = await api.anOrganization("部屋社");
      const elsewhere = await api.anOrganization("別の部屋社");
      for (const name of ["営業部", "A室", "総務部"]) {
        await aWorkspace(api, { organizationId, workspaceName: name });
      }
      await aWorkspace(api, { organizationId: elsewhere, workspaceName: "別室" });
      const list = `${ORGANIZATIONS}/${organizationId}/workspaces`;
      const names = ["A室", "営業部", "総務部"].map((workspaceName) => ({ workspaceName }));
      expect((await admin.get(list)).body).toMatchObject({ totalElements: 3, content: names });
      expect((await admin.get(`${list}?size=1&page=2`)).body).toMatchObject({
        totalPages: 3,
        content: names.slice(2),
      });
    });

    it("has nothing at first", async () => {
      const organizationId = await api.anOrganization("空社");
      const { body } = await admin.get(`${ORGANIZATIONS}/${organizationId}/overview`);
      const none = { content: [], total: 0 };
      expect(body).toEqual({
        people: none,
        workspaces: none,
        dictionaries: none,
        entryCount: 0,
        alerts: none,
      });
    });
  });
});
