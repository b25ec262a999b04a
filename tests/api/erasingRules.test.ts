import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { erasure } from "../../domain/erasing/schemas.ts";
import { actAs, actAsSystem } from "../../server/audit/acting.ts";
import { reconcileAccounts } from "../../server/modules/people/accounts/reconcileAccounts.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { eventsOf } from "../support/auditEvents.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { rowsAsText } from "../support/fullDump.ts";
import { keepHouse } from "../support/housekeeping.ts";
import { ORGANIZATIONS } from "../support/organizationRequests.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { recordAlone } from "../support/recordAlone.ts";
import { MEMBERS, PROFILE, USERS } from "../support/userRequests.ts";

const NOW = "2026-04-15T12:00:00+09:00";
const silent = { warn: () => {}, error: () => {} };
const urlOf = ({ userId }: TestUser) => `${USERS}/${userId}/personal-data`;
const urlOfAll = (organizationId: number) => `${ORGANIZATIONS}/${organizationId}/personal-data`;
const erase = (client: ApiClient, url: string, confirmation: string) =>
  client.send("DELETE", url, {
    payload: JSON.stringify({ confirmation }),
    headers: { "content-type": "application/json" },
  });

describeDatabase("who may be erased", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const sysadmin = perSuite(() => api.aUser({ userName: "運営 一郎" }));
  const admin = api.asSystemAdmin(sysadmin);

  const expectCode = async (answer: Promise<{ status: number; body: unknown }>, code: string) =>
    expect((await answer).body).toMatchObject({ code });

  it("is not oneself", async () => {
    await expectCode(erase(admin, urlOf(sysadmin), sysadmin.email), "OWN_PERSONAL_DATA");
    await expectCode(admin.get(urlOf(sysadmin)), "OWN_PERSONAL_DATA");
  });

  it("is not the last organization admin, but another one", async () => {
    const organizationId = await api.anOrganization();
    const first = await api.aUser({ organizationId, isOrganizationAdmin: true });
    await expectCode(erase(admin, urlOf(first), first.email), "LAST_ORGANIZATION_ADMIN");
    await api.aUser({ organizationId, isOrganizationAdmin: true });
    expect((await erase(admin, urlOf(first), first.email)).status).toBe(200);
  });

  it("is another system admin, whose session and token end at once", async () => {
    const other = await api.aUser({ userName: "運営 二郎" });
    const client = api.asSystemAdmin(other);
    expect((await client.get("/admin/api/v1/me")).status).toBe(200);
    const answer = await erase(admin, urlOf(other), other.email.toUpperCase());
    expect(answer.status).toBe(200);
    // The session, and the sign-in that opened it.
    expect(answer.body).toMatchObject({ removed: { sessions: 2 } });
    expect((await client.get("/admin/api/v1/me")).status).toBe(401);
    expect(await rowsAsText(api.db)).not.toContain("運営 二郎");
  });

  it("ends the sign-in of a member at once", async () => {
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId });
    const client = api.as(user);
    expect((await client.get(PROFILE)).status).toBe(200);
    expect((await erase(admin, urlOf(user), user.email)).status).toBe(200);
    expect((await client.get(PROFILE)).status).toBe(401);
  });

  it("is no organization whose contract runs or begins later, and one whose contracts have ended", async () => {
    const organizationId = await api.anOrganization("青空商事");
    const url = urlOfAll(organizationId);
    const contract = { organizationId, adminEmail: "ex@example.com", adminName: "元 管理者" };
    const dates = { startDate: "2026-05-01", endDate: "2026-12-31" };
    const id = await aContract(api.db, { ...contract, ...dates });
    await expectCode(erase(admin, url, "青空商事"), "CONTRACT_RUNNING");
    await expectCode(admin.get(url), "CONTRACT_RUNNING");
    await sql`update contracts set start_date = '2025-01-01', end_date = '2026-04-14'
      where contract_id = ${id}`.execute(api.db);
    const people = await Promise.all(
      ["甲 太郎", "乙 次郎"].map((userName) =>
        api.aUser({ organizationId, isOrganizationAdmin: true, userName }),
      ),
    );
    for (const person of people) await api.as(person).get(MEMBERS);
    expect((await erase(admin, url, "青空")).body).toMatchObject({
      errors: { confirmation: expect.any(String) },
    });
    const preview = (await admin.get(url)).body;
    const { status, body } = await erase(admin, url, "青空商事");
    expect(status).toBe(200);
    const done = erasure.parse(body);
    expect(done).toMatchObject({ kind: "organization", organizationName: "青空商事" });
    // Both users, and the admin of the contract, who is no user.
    expect(done.people).toHaveLength(3);
    expect(preview).toMatchObject({ people: 3, removed: done.removed });
    const text = await rowsAsText(api.db);
    for (const gone of ["甲 太郎", "乙 次郎", "元 管理者", "ex@example.com", people[0]?.email]) {
      expect(text).not.toContain(gone);
    }
    expect(text).toContain("青空商事");
    expect(await eventsOf(api.db, "eraseOrganization")).toMatchObject([
      { target_name: "青空商事", counts: done.removed },
    ]);
    await expectCode(erase(admin, url, "青空商事"), "ALREADY_ERASED");
    expect((await admin.get(url)).body).toMatchObject({ people: 0, erasureId: done.erasureId });
  });

  it("cannot be invited, enabled or renamed any more, and the address is free for a new person", async () => {
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId });
    await erase(admin, urlOf(user), user.email);
    for (const change of [{ status: "ACTIVE" }, { userName: "改名" }]) {
      await expectCode(admin.patch(`${USERS}/${user.userId}`, change), "ALREADY_ERASED");
    }
    await expectCode(admin.post(`${USERS}/${user.userId}/invitation`, {}), "NOT_INVITED");
    const invited = { email: user.email, userName: "別の 人", organizationId };
    expect((await admin.post(USERS, invited)).status).toBe(201);
  });

  it("names in the preview what is left to people: words that have the name", async () => {
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId, userName: "小鳥遊 六花" });
    await sql`
      insert into workspaces
        (organization_id, workspace_name, name_key, created_at, updated_at)
      values (${organizationId}, '小鳥遊六花の部屋', '', now(), now())`.execute(api.db);
    expect((await admin.get(urlOf(user))).body).toMatchObject({
      mentions: [{ kind: "workspace", name: "小鳥遊六花の部屋" }],
    });
  });

  it("leaves nothing of a request that had begun before", async () => {
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId, userName: "遅延 太郎" });
    await erase(admin, urlOf(user), user.email);
    const { userId: id, userName: name } = user;
    const actor = { kind: "user", id, name, organizationId } as const;
    const request = { requestId: null, address: "192.0.2.99", userAgent: "Late" };
    await actAs({ actor, operation: "updateContract", ...request }, () =>
      recordAlone(api.db, { organizationId, target: { kind: "contract", id: 1, name: "契約" } }),
    );
    await keepHouse(api);
    expect(await rowsAsText(api.db)).not.toMatch(/遅延 太郎|192\.0\.2\.99|遅延太郎/);
  });

  it("is not erased in part when the last statement fails", async () => {
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId, userName: "途中 太郎" });
    await api.as(user).get(MEMBERS);
    await sql`alter table erasures add constraint spoilt check (user_id <> ${sql.lit(user.userId)})`.execute(
      api.db,
    );
    const before = await rowsAsText(api.db);
    expect((await erase(admin, urlOf(user), user.email)).status).toBe(500);
    expect(await rowsAsText(api.db)).toBe(before);
    expect((await api.identity.findAccounts([user.userId])).size).toBe(1);
    await sql`alter table erasures drop constraint spoilt`.execute(api.db);
    expect((await erase(admin, urlOf(user), user.email)).status).toBe(200);
  });

  it("needs the confirmation as a body", async () => {
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId });
    expect(await admin.delete(urlOf(user))).toMatchObject({ status: 422 });
  });
});

describeDatabase("the account of an erased person", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine, {
    identity: failing.over,
    parts: { accountWaitMs: 100, jobPollSeconds: 0.5 },
  });

  beforeAll(() => api.app.jobs.start());

  /** The comparison of the night. */
  const compare = () =>
    actAsSystem("reconcileAccounts", () =>
      reconcileAccounts({ ...api, now: api.clock.now, log: silent }),
    );

  it("is deleted by the job when the identity service was away, and is not made again", async () => {
    const admin = api.asSystemAdmin();
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId });
    failing.away(["deleteUser"]);
    const done = erasure.parse((await erase(admin, urlOf(user), user.email)).body);
    expect(done.accountsLeft).toBe(1);
    const url = `/admin/api/v1/erasures/${done.erasureId}`;
    failing.works();
    await expect
      .poll(async () => (await admin.get(url)).body, { timeout: 20_000 })
      .toMatchObject({ accountsLeft: 0 });
    expect((await api.identity.findAccounts([user.userId])).size).toBe(0);

    await compare();
    const { rows } = await sql`select from identity_outbox`.execute(api.db);
    expect(rows).toEqual([]);
  });

  it("is deleted by the nightly comparison if a user has made it again", async () => {
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId });
    const untilDeleted = () =>
      expect
        .poll(async () => (await api.identity.findAccounts([user.userId])).size, {
          timeout: 20_000,
        })
        .toBe(0);
    await erase(api.asSystemAdmin(), urlOf(user), user.email);
    await untilDeleted();
    await api.identity.createUser({ ...user, email: "again@example.com" });
    await compare();
    await untilDeleted();
  });
});

describePostgres("erasing at once", () => {
  const api = suiteApi("postgres");

  it("is done by one of two admins, and told to the other", async () => {
    const organizationId = await api.anOrganization("二重");
    const user = await api.aUser({ organizationId });
    const admins = [api.asSystemAdmin(), api.asSystemAdmin()];
    for (const admin of admins) await admin.get("/admin/api/v1/me");
    const answers = await Promise.all(admins.map((admin) => erase(admin, urlOf(user), user.email)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await api.aUser({ organizationId });
    const all = await Promise.all(
      admins.map((admin) => erase(admin, urlOfAll(organizationId), "二重")),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("takes an organization of 1,000 people", async () => {
    const organizationId = await api.anOrganization("大組織");
    await sql`
      insert into users (user_id, organization_id, email, user_name, search_key, created_at,
        updated_at)
      select 'big-' || n, ${organizationId}, 'big' || n || '@example.com', '大人数 第' || n || '号',
        '', now(), now() from generate_series(1, 1000) n`.execute(api.db);
    await sql`
      insert into audit_events (organization_id, occurred_at, audit_event_id, operation, outcome,
        actor_kind, actor_id, actor_name, target_kind, changes, search_key)
      select ${organizationId}, now(), nextval('audit_event_ids'), 'signIn', 'DONE', 'user',
        'big-' || n % 1000 + 1, '大人数 第' || n % 1000 + 1 || '号', 'user', '[]', ''
      from generate_series(1, 5000) n`.execute(api.db);
    const { status, body } = await erase(api.asSystemAdmin(), urlOfAll(organizationId), "大組織");
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ removed: { users: 1_000, auditEvents: 5_000 } });
    expect(await rowsAsText(api.db)).not.toMatch(/大人数|big\d+@example/);
  });
});
