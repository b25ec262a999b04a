import { expect, it } from "vitest";
import { changedUsers } from "../../domain/users/schemas.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { storedEvents } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, lockFor } from "../support/dictionaryRequests.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite, perTest } from "../support/perSuite.ts";
import { MEMBERS, USERS } from "../support/userRequests.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const NOW = "2026-04-15T10:00:00+09:00";
const refs = (...users: readonly TestUser[]) => users.map(({ userId }) => ({ userId }));
const group = (action: string, ...users: readonly TestUser[]) => ({
  action,
  users: refs(...users),
});
const bulk = (client: ApiClient, base: string, ...changes: readonly object[]) =>
  client.post(`${base}/bulk`, { changes });
const changedOf = ({ status, body, text }: Answer) => {
  expect(status, text).toBe(200);
  return changedUsers.parse(body);
};

describeDatabase("POST /users/bulk", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const own = perTest(() => api.organization());
  const adminUser = perTest(() => api.aUser({ ...own, isOrganizationAdmin: true }));
  const admin = api.as(adminUser);
  const providerUser = perSuite(() => api.aUser());
  const provider = api.asSystemAdmin(providerUser);

  const member = (input: object = {}) => api.aUser({ ...own, ...input });
  const many = (...changes: readonly object[]) => bulk(admin, MEMBERS, ...changes);
  const expectProblem = (answer: Answer, status: number, body: object) =>
    expect([answer.status, answer.body]).toMatchObject([status, body]);
  const rowOf = ({ userId }: TestUser) =>
    api.db.selectFrom("users").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow();
  const newEvents = async (before: readonly unknown[]) =>
    (await storedEvents(api.db))
      .slice(before.length)
      .filter(({ operation }) => operation !== "signIn");

  it("disables several with one event of the whole after one of each, and enables them again", async () => {
    const one = await member({ isDictionaryAdmin: true });
    const two = await member({ status: "INVITED" });
    const gone = await member({ status: "DISABLED" });
    const dictionaryId = await aDictionary(api, own);
    await lockFor(api, { ...own, dictionaryId, userId: one.userId });
    const before = await storedEvents(api.db);
    const { users, unchanged } = changedOf(await many(group("DISABLE", one, two, gone)));
    expect(users.map(({ userId }) => userId).toSorted()).toEqual(
      [one.userId, two.userId].toSorted(),
    );
    expect(users.map(({ status, version }) => [status, version])).toEqual([
      ["DISABLED", 2],
      ["DISABLED", 2],
    ]);
    expect(unchanged).toBe(1);
    expect((await api.as(one).get(MEMBERS)).status).toBe(401);
    expect((await admin.get(`/api/v1/dictionaries/${dictionaryId}`)).body).toMatchObject({
      lockedBy: null,
    });
    const events = (await newEvents(before)).filter(
      ({ operation }) => operation === "changeMembers",
    );
    expect(
      events.filter(({ target_kind, target_id }) => target_kind === "user" && target_id),
    ).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({
      organization_id: own.organizationId,
      target_kind: "user",
      target_id: null,
      target_name: "2人",
      counts: { disabled: 2 },
    });

    const versions = users.map(({ userId, version }) => ({ userId, version }));
    const undone = changedOf(await many({ action: "ENABLE", users: versions }));
    expect(undone.unchanged).toBe(0);
    expect(await rowOf(one)).toMatchObject({ status: "ACTIVE" });
    expect(await rowOf(two)).toMatchObject({ status: "INVITED" });
    expect(await rowOf(gone)).toMatchObject({ status: "DISABLED" });
  });

  it("names everybody who prevents it, and changes nobody", async () => {
    const one = await member({ userName: "佐藤 花子" });
    const stale = await member({ userName: "田中 次郎" });
    await api.db
      .updateTable("users")
      .set({ version: 4 })
      .where("user_id", "=", stale.userId)
      .execute();
    const before = await storedEvents(api.db);
    const answer = await many({
      action: "DISABLE",
      users: [...refs(one), { userId: stale.userId, version: 3 }, ...refs(adminUser)],
    });
    expectProblem(answer, 422, {
      code: "ROWS_REFUSED",
      message: expect.stringContaining("田中 次郎さん"),
      errors: {
        "changes.0.users.1": expect.stringContaining("先に更新"),
        "changes.0.users.2": expect.stringContaining("自分自身"),
      },
    });
    expect(Object.keys(Object(answer.body).errors)).toHaveLength(2);
    expect(await rowOf(one)).toMatchObject({ status: "ACTIVE", version: 1 });
    expect(await newEvents(before)).toEqual([]);
  });

  it("does not know people of another organization, nor locks them", async () => {
    const one = await member();
    const foreign = await api.aUser({ organizationId: await api.anOrganization() });
    expectProblem(await many(group("DISABLE", one, foreign)), 404, { code: "NOT_FOUND" });
    expectProblem(await many(group("DISABLE", one, { ...foreign, userId: "nobody" })), 404, {
      code: "NOT_FOUND",
    });
    expect(await rowOf(one)).toMatchObject({ status: "ACTIVE" });
    expect(await rowOf(foreign)).toMatchObject({ status: "ACTIVE" });
  });

  const aLoneAdmin = async () =>
    api.aUser({
      organizationId: await api.anOrganization(),
      isOrganizationAdmin: true,
      userName: "孤高 一人",
    });

  it("keeps an admin of each organization by the state at the end", async () => {
    const other = await api.anOrganization();
    const [one, two] = [
      await api.aUser({ organizationId: other, isOrganizationAdmin: true }),
      await api.aUser({ organizationId: other, isOrganizationAdmin: true }),
    ];
    expectProblem(await bulk(provider, USERS, group("DISABLE", one, two)), 422, {
      code: "LAST_ORGANIZATION_ADMIN",
      message: expect.stringContaining("誰も変更していません"),
      errors: {
        "changes.0.users.0": expect.stringMatching(/の組織管理者がいなくなります。$/),
        "changes.0.users.1": expect.stringMatching(/の組織管理者がいなくなります。$/),
      },
    });
    expect(await rowOf(one)).toMatchObject({ status: "ACTIVE" });
    // Of several organizations those are named who have to stay, and nobody else.
    const [alone, free] = [await aLoneAdmin(), await member()];
    expectProblem(await bulk(provider, USERS, group("DISABLE", free, one, alone)), 422, {
      code: "LAST_ORGANIZATION_ADMIN",
      message: expect.stringContaining(`${alone.userName}さん`),
      errors: { "changes.0.users.2": expect.stringContaining("いなくなります。") },
    });
    changedOf(await bulk(provider, USERS, group("DISABLE", two)));
    expectProblem(await bulk(provider, USERS, group("DISABLE", one)), 422, {
      code: "LAST_ORGANIZATION_ADMIN",
    });
    const swapped = await bulk(provider, USERS, group("DISABLE", one), group("ENABLE", two));
    expect(changedOf(swapped).users).toHaveLength(2);
    expect(await rowOf(one)).toMatchObject({ status: "DISABLED" });
    expect(await rowOf(two)).toMatchObject({ status: "ACTIVE" });
    const event = (await storedEvents(api.db)).at(-1);
    expect(event).toMatchObject({
      operation: "changeUsers",
      organization_id: other,
      target_name: "2人",
      counts: { disabled: 1, enabled: 1 },
    });
  });

  it("disables system admins, but nobody disables themselves", async () => {
    const [one, two] = [await api.aUser(), await api.aUser()];
    changedOf(await bulk(provider, USERS, group("DISABLE", one, two)));
    expect(await rowOf(two)).toMatchObject({ status: "DISABLED" });
    expectProblem(await bulk(provider, USERS, group("DISABLE", providerUser)), 422, {
      code: "ROWS_REFUSED",
    });
    expectProblem(await bulk(provider, USERS, group("MAKE_DICTIONARY_ADMIN", one)), 422, {
      errors: { "changes.0.users.0": "組織に所属する利用者のみ変更できます。" },
    });
  });

  it("has one event for the provider where several organizations are concerned", async () => {
    const elsewhere = await api.aUser({ organizationId: await api.anOrganization() });
    changedOf(await bulk(provider, USERS, group("DISABLE", await member(), elsewhere)));
    expect((await storedEvents(api.db)).at(-1)).toMatchObject({
      organization_id: 0,
      target_name: "2人",
    });
  });

  it("makes dictionary admins and takes that back, with their locks", async () => {
    const [one, two] = [await member(), await member({ isDictionaryAdmin: true })];
    const made = changedOf(await many(group("MAKE_DICTIONARY_ADMIN", one, two)));
    expect(made).toMatchObject({ users: [{ userId: one.userId }], unchanged: 1 });
    const dictionaryId = await aDictionary(api, own);
    await lockFor(api, { ...own, dictionaryId, userId: one.userId });
    changedOf(await many(group("UNMAKE_DICTIONARY_ADMIN", one, two)));
    expect(await rowOf(one)).toMatchObject({ is_dictionary_admin: false });
    expect((await admin.get(`/api/v1/dictionaries/${dictionaryId}`)).body).toMatchObject({
      lockedBy: null,
    });
    expectProblem(await many(group("MAKE_DICTIONARY_ADMIN", adminUser)), 422, {
      code: "ROWS_REFUSED",
    });
  });

  it("adds to a workspace once and takes out those who were in it", async () => {
    const workspaceId = await aWorkspace(api, { ...own, workspaceName: "営業部" });
    const [one, two] = [await member(), await member()];
    const into = (action: string, ...users: readonly TestUser[]) =>
      many({ ...group(action, ...users), workspaceId });
    changedOf(await into("ADD_TO_WORKSPACE", one));
    const before = await storedEvents(api.db);
    const added = changedOf(await into("ADD_TO_WORKSPACE", one, two, adminUser));
    expect(added).toMatchObject({ unchanged: 1 });
    expect(added.users).toHaveLength(2);
    const events = await newEvents(before);
    expect(events.map(({ target_kind }) => target_kind)).toEqual(["workspace", "user"]);
    expect(events.at(-1)).toMatchObject({ counts: { joined: 2 } });
    const membersOf = async () => {
      const { body } = await admin.get(`/api/v1/workspaces/${workspaceId}/members`);
      return Object(body).members.length;
    };
    expect(await membersOf()).toBe(3);
    changedOf(await into("REMOVE_FROM_WORKSPACE", two, adminUser));
    expect(await membersOf()).toBe(1);
    const foreign = await aWorkspace(api, { organizationId: await api.anOrganization() });
    expectProblem(await many({ ...group("ADD_TO_WORKSPACE", two), workspaceId: foreign }), 422, {
      errors: { workspaceId: "ワークスペースが見つかりませんでした。" },
    });
    expectProblem(
      await bulk(provider, USERS, { ...group("ADD_TO_WORKSPACE", two), workspaceId }),
      422,
      {
        code: "VALIDATION_FAILED",
      },
    );
  });

  it("mails the invited again by the queue, at most once a minute", async () => {
    const [one, two] = [await member({ status: "INVITED" }), await member({ status: "INVITED" })];
    const active = await member();
    const first = changedOf(await many(group("RESEND_INVITATION", one, active)));
    expect(first).toMatchObject({
      users: [{ userId: one.userId, mailPending: true }],
      unchanged: 1,
    });
    const second = changedOf(await many(group("RESEND_INVITATION", one, two)));
    expect(second).toMatchObject({ users: [{ userId: two.userId }], unchanged: 1 });
    await api.app.jobs.start();
    await expect
      .poll(async () => [await api.mailsTo(one.email), await api.mailsTo(two.email)], {
        timeout: 20_000,
      })
      .toEqual([["PASSWORD_RESET"], ["PASSWORD_RESET"]]);
  });

  it("answers a repeated request as before and does it once", async () => {
    const one = await member();
    const send = () =>
      admin.send("POST", `${MEMBERS}/bulk`, {
        body: { changes: [group("DISABLE", one)] },
        headers: { "idempotency-key": "bulk-once" },
      });
    const first = await send();
    expect(changedOf(first).users).toHaveLength(1);
    expect((await send()).body).toEqual(first.body);
    expect(await rowOf(one)).toMatchObject({ version: 2 });
  });

  it("takes up to 100 users, each once", async () => {
    const one = await member();
    expectProblem(await many(group("DISABLE", one), group("ENABLE", one)), 422, {
      errors: { changes: "利用者が重複しています。" },
    });
    const strangers = Array.from({ length: 60 }, (_, n) => ({ userId: `u${n}` }));
    const others = strangers.map(({ userId }) => ({ userId: `${userId}x` }));
    expectProblem(
      await many({ action: "DISABLE", users: strangers }, { action: "ENABLE", users: others }),
      422,
      { errors: { changes: expect.stringContaining("100件") } },
    );
    expectProblem(await many(), 422, { code: "VALIDATION_FAILED" });
  });

  it("is closed to other members", async () => {
    const one = await member({ isDictionaryAdmin: true });
    expectProblem(await bulk(api.as(one), MEMBERS, group("DISABLE", await member())), 403, {
      code: "FORBIDDEN",
    });
  });
});
