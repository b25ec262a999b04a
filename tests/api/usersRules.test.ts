import { beforeAll, describe, expect, it } from "vitest";
import { changeUser } from "../../server/modules/people/users/changeUser.ts";
import { untilSettled } from "../support/accounts.ts";
import { SAME_ORIGIN, SESSION, suiteApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { describeDatabase } from "../support/database.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { signIn } from "../support/signIn.ts";
import { MEMBERS, newUser, PROFILE, USERS, userOf } from "../support/userRequests.ts";

const CURRENT = "/admin/api/v1/me";

describeDatabase("the rules of users", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine, { identity: failing.over, parts: { jobPollSeconds: 0.5 } });
  const systemAdmin = perSuite(() => api.aUser());
  const admin = api.asSystemAdmin(systemAdmin);

  beforeAll(() => api.app.jobs.start());

  const rowOf = (userId: string) =>
    api.db.selectFrom("users").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow();

  const sessionOf = async (user: TestUser) => {
    const cookie = await api.openSession(user);
    return new ApiClient(api.app, async () => ({ cookie, ...SAME_ORIGIN }));
  };

  describe("the last organization admin", () => {
    it.each([{ isOrganizationAdmin: false }, { status: "DISABLED" }])(
      "cannot be changed by %j",
      async (body) => {
        const organizationId = await api.anOrganization();
        const { userId } = await api.aUser({ organizationId, isOrganizationAdmin: true });
        await api.aUser({ organizationId, isOrganizationAdmin: true, status: "DISABLED" });
        await api.aUser({ organizationId, isDictionaryAdmin: true });
        const answer = await admin.patch(`${USERS}/${userId}`, body);
        expect(answer.status).toBe(422);
        expect(answer.body).toMatchObject({
          code: "LAST_ORGANIZATION_ADMIN",
          message: "組織には1人以上の組織管理者が必要なため、変更できません。",
        });
        expect(await rowOf(userId)).toMatchObject({ is_organization_admin: true, version: 1 });
      },
    );

    it("may leave once another is invited, and may be renamed at any time", async () => {
      const organizationId = await api.anOrganization();
      const { userId } = await api.aUser({ organizationId, isOrganizationAdmin: true });
      expect((await admin.patch(`${USERS}/${userId}`, { userName: "改名" })).status).toBe(200);
      await admin.post(USERS, newUser({ organizationId, isOrganizationAdmin: true }));
      const answer = await admin.patch(`${USERS}/${userId}`, { isOrganizationAdmin: false });
      expect(answer.status).toBe(200);
    });
  });

  it.each([{ isSystemAdmin: false }, { status: "DISABLED" }] as const)(
    "keeps the last system admin from %j, whoever asks",
    async (body) => {
      const { userId } = systemAdmin;
      const others = api.db
        .updateTable("users")
        .where("is_system_admin", "=", true)
        .where("user_id", "<>", userId);
      await others.set({ status: "DISABLED" }).execute();
      // Only the last admin could send this request, except for two who send it at once.
      const actor = { userId: "another user" };
      const { config, db, identity, clock } = api;
      const deps = { config, db, identity, now: clock.now, log: api.app.log };
      const target = { userId, scope: "all", actor, ifMatch: undefined } as const;
      await expect(changeUser(deps, target, body)).rejects.toMatchObject({
        statusCode: 422,
        code: "LAST_SYSTEM_ADMIN",
        message: "1人以上のシステム管理者が必要なため、変更できません。",
      });
      await others.set({ status: "ACTIVE" }).execute();
    },
  );

  it("refuses a change of one's own flags or status, but not of one's own name", async () => {
    const organizationId = await api.anOrganization();
    const own = await api.aUser({ organizationId, isOrganizationAdmin: true });
    await api.aUser({ organizationId, isOrganizationAdmin: true });
    const attempts: [ApiClient, string, object][] = [
      [admin, `${USERS}/${systemAdmin.userId}`, { isSystemAdmin: false }],
      [admin, `${USERS}/${systemAdmin.userId}`, { status: "DISABLED" }],
      [api.as(own), `${MEMBERS}/${own.userId}`, { isOrganizationAdmin: false }],
      [api.as(own), `${MEMBERS}/${own.userId}`, { isDictionaryAdmin: true, userName: "私" }],
      [api.as(own), `${MEMBERS}/${own.userId}`, { status: "DISABLED" }],
    ];
    for (const [client, url, body] of attempts) {
      const answer = await client.patch(url, body);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: "OWN_FLAGS",
        message: "自分自身の権限や状態は変更できません。ほかの管理者に依頼してください。",
      });
    }
    const renamed = await api
      .as(own)
      .patch(`${MEMBERS}/${own.userId}`, { userName: "私", isOrganizationAdmin: true });
    expect(renamed.body).toMatchObject({ userName: "私", version: 2 });
  });

  describe("withdrawing isSystemAdmin", () => {
    it("takes effect with the next request, and so does giving it back", async () => {
      const user = await api.aUser();
      const client = await sessionOf(user);
      expect((await client.get(CURRENT)).status).toBe(200);
      const answer = await admin.patch(`${USERS}/${user.userId}`, { isSystemAdmin: false });
      expect(answer.body).toMatchObject({ isSystemAdmin: false, organizationId: 0 });
      expect((await client.get(CURRENT)).status).toBe(401);
      expect((await api.as(user).get(MEMBERS)).status).toBe(403);
      const body = { idToken: await signIn(api.identity, user.email) };
      expect((await api.anonymous.post(SESSION, body, SAME_ORIGIN)).status).toBe(403);
      await admin.patch(`${USERS}/${user.userId}`, { isSystemAdmin: true });
      expect((await (await sessionOf(user)).get(CURRENT)).status).toBe(200);
    });
  });

  describe("disabling", () => {
    it("shuts a member out from the next request, and at the identity service", async () => {
      const organizationId = await api.anOrganization();
      const user = await api.aUser({ organizationId });
      const client = api.as(user);
      expect((await client.get(PROFILE)).status).toBe(200);
      const answer = await admin.patch(`${USERS}/${user.userId}`, { status: "DISABLED" });
      expect(answer.body).toMatchObject({ status: "DISABLED", version: 2 });
      expect((await client.get(PROFILE)).status).toBe(401);
      await expect(signIn(api.identity, user.email)).rejects.toThrow();
    });

    it("ends the admin sessions of a system admin", async () => {
      const user = await api.aUser();
      const client = await sessionOf(user);
      expect((await client.get(CURRENT)).status).toBe(200);
      await admin.patch(`${USERS}/${user.userId}`, { status: "DISABLED" });
      expect((await client.get(CURRENT)).status).toBe(401);
      await admin.patch(`${USERS}/${user.userId}`, { status: "ACTIVE" });
      expect((await client.get(CURRENT)).status).toBe(401);
      expect((await (await sessionOf(user)).get(CURRENT)).status).toBe(200);
    });

    it("can be taken back: who never signed in is invited again, others are active", async () => {
      const organizationId = await api.anOrganization();
      for (const status of ["INVITED", "ACTIVE"] as const) {
        const { userId } = await api.aUser({ organizationId, status });
        await admin.patch(`${USERS}/${userId}`, { status: "DISABLED" });
        const answer = await admin.patch(`${USERS}/${userId}`, { status: "ACTIVE" });
        expect(answer.body).toMatchObject({ status, version: 3 });
      }
    });

    it.each(["updateUser", "revokeTokens"] as const)(
      "holds while the identity service is away (%s), which then follows",
      async (call) => {
        const user = await api.aUser({ organizationId: await api.anOrganization() });
        const client = api.as(user);
        expect((await client.get(PROFILE)).status).toBe(200);
        failing.away([call]);
        const answer = await admin.patch(`${USERS}/${user.userId}`, { status: "DISABLED" });
        expect(userOf(answer)).toMatchObject({ status: "DISABLED", identityPending: true });
        expect((await client.get(PROFILE)).status).toBe(401);
        failing.works();
        await untilSettled(api);
        await expect(signIn(api.identity, user.email)).rejects.toThrow();
      },
    );

    it("works for a user whom the identity service does not know", async () => {
      const user = await api.aUser({ organizationId: await api.anOrganization() });
      await api.identity.deleteUser(user.userId);
      const answer = await admin.patch(`${USERS}/${user.userId}`, { status: "DISABLED" });
      expect(answer.body).toMatchObject({ status: "DISABLED" });
    });
  });
});
