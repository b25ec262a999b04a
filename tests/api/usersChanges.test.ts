import { afterEach, describe, expect, it } from "vitest";
import { settledUser } from "../../server/modules/people/users/userAccount.ts";
import { SAME_ORIGIN, suiteApi, testApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { eventsOf } from "../support/auditEvents.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { databaseLine } from "../support/databaseLine.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { anInvitation, OPEN } from "../support/invitations.ts";
import { mailsAge } from "../support/mails.ts";
import { someEmail } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { MEMBERS, newUser, PROFILE, USERS, userOf } from "../support/userRequests.ts";

const CURRENT = "/admin/api/v1/me";
const RESET = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k";

describeDatabase("what a change of a user does besides", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine, { identity: failing.over });
  const systemAdmin = perSuite(() => api.aUser({ userName: "運営 一郎" }));
  const admin = api.asSystemAdmin(systemAdmin);
  const own = perSuite(() => api.organization("青空商事"));

  afterEach(() => failing.works());

  const patch = (userId: string, body: object, headers = {}) =>
    admin.patch(`${USERS}/${userId}`, body, headers);
  const outbox = (userId: string) =>
    api.db.selectFrom("identity_outbox").select("user_id").where("user_id", "=", userId).execute();

  describe("of a name", () => {
    it("ends no sign-in and no admin session", async () => {
      const member = await api.aUser(own);
      const other = await api.aUser();
      const cookie = await api.openSession(other);
      const session = new ApiClient(api.app, async () => ({ cookie, ...SAME_ORIGIN }));
      expect((await api.as(member).get(PROFILE)).status).toBe(200);
      failing.calls.length = 0;
      for (const { userId } of [member, other]) {
        expect((await patch(userId, { userName: "改名 花子" })).status).toBe(200);
      }
      expect(failing.calls).not.toContain("revokeTokens");
      expect((await api.as(member).get(PROFILE)).status).toBe(200);
      expect((await session.get(CURRENT)).status).toBe(200);
      const ended = api.db
        .selectFrom("users")
        .select("tokens_valid_after")
        .where("user_id", "in", [member.userId, other.userId]);
      expect(await ended.execute()).toEqual([
        { tokens_valid_after: null },
        { tokens_valid_after: null },
      ]);
    });

    it("leaves its reading, which is set and taken away by itself", async () => {
      const { userId } = await api.aUser(own);
      const read = await patch(userId, { userNameKana: "カイメイ" });
      expect(userOf(read)).toMatchObject({ userNameKana: "カイメイ", version: 2 });
      const renamed = await patch(userId, { userName: "改名" });
      expect(userOf(renamed)).toMatchObject({ userName: "改名", userNameKana: "カイメイ" });
      const cleared = await patch(userId, { userNameKana: null });
      expect(userOf(cleared)).toMatchObject({ userName: "改名", userNameKana: null, version: 4 });
      expect(userOf(await admin.get(`${USERS}/${userId}`)).userNameKana).toBe(null);
    });

    it("leaves a disabled user disabled, who is then enabled as before", async () => {
      const { userId } = await api.aUser({ ...own, status: "INVITED" });
      await patch(userId, { status: "DISABLED" });
      expect(userOf(await patch(userId, { userName: "無効 花子" })).status).toBe("DISABLED");
      expect(userOf(await patch(userId, { status: "ACTIVE" })).status).toBe("INVITED");
    });
  });

  it("of rights or of the reading is nothing that the identity service hears of", async () => {
    const { userId } = await api.aUser(own);
    failing.calls.length = 0;
    for (const change of [{ isDictionaryAdmin: true }, { userNameKana: "カナ" }]) {
      expect(userOf(await patch(userId, change)).identityPending).toBe(false);
      expect(await outbox(userId)).toEqual([]);
    }
    expect(failing.calls).toEqual([]);
  });

  it("of rights keeps the admin session of who is given them back", async () => {
    const user = await api.aUser();
    await patch(user.userId, { isSystemAdmin: false });
    await api.db
      .insertInto("admin_sessions")
      .values({
        session_hash: Buffer.alloc(32, 7),
        user_id: user.userId,
        created_at: new Date(),
        last_seen_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    await patch(user.userId, { isSystemAdmin: true });
    const sessions = api.db.selectFrom("admin_sessions").select("user_id");
    expect(await sessions.where("user_id", "=", user.userId).execute()).toHaveLength(1);
  });

  it("lets a second, stale one know who was first", async () => {
    const { userId } = await api.aUser(own);
    await patch(userId, { userName: "先" }, { "if-match": '"1"' });
    const stale = await patch(userId, { userName: "後" }, { "if-match": '"1"' });
    expect([stale.status, stale.body]).toMatchObject([412, { changedBy: { name: "運営 一郎" } }]);
  });

  describe("stands in the audit log", () => {
    const last = async (operation: string) => (await eventsOf(api.db, operation)).at(-1);

    it("with all that an invited person is, and again when the mail is", async () => {
      const input = newUser({ ...own, isDictionaryAdmin: true });
      const { userId, email } = userOf(await admin.post(USERS, input));
      const invited = await last("inviteUser");
      expect(invited).toMatchObject({ target_id: userId, actor_id: systemAdmin.userId });
      expect(invited?.changes).toEqual(
        expect.arrayContaining([
          { field: "email", before: null, after: email },
          { field: "isDictionaryAdmin", before: null, after: true },
        ]),
      );
      await mailsAge(api, 60);
      await admin.post(`${USERS}/${userId}/invitation`);
      expect(await last("resendInvitation")).toMatchObject({
        organization_id: own.organizationId,
        target_id: userId,
        actor_id: systemAdmin.userId,
      });
    });

    it("with the address that was set back", async () => {
      const { userId } = await api.aUser({ ...own, identityError: "EMAIL_CHANGED" });
      expect((await admin.post(`${USERS}/${userId}/restore-email`, {})).status).toBe(200);
      expect(await last("restoreEmail")).toMatchObject({
        organization_id: own.organizationId,
        target_id: userId,
        actor_id: systemAdmin.userId,
      });
    });
  });

  describe("of an address that was set back", () => {
    const aStranger = async (): Promise<string> => {
      const elsewhere = await api.anOrganization();
      const input = { organizationId: elsewhere, identityError: "EMAIL_CHANGED" } as const;
      return (await api.aUser(input)).userId;
    };
    const nobody = async (): Promise<string> => "nobody";
    const aColleague = async (identityError: "ACCOUNT_LOST" | null): Promise<string> => {
      const input = identityError === null ? {} : { identityError };
      return (await api.aUser({ ...own, ...input })).userId;
    };

    it("ends the sign-ins, here and at the identity service", async () => {
      const { userId } = await api.aUser({ ...own, identityError: "EMAIL_CHANGED" });
      failing.calls.length = 0;
      const restored = await admin.post(`${USERS}/${userId}/restore-email`, {});
      expect(userOf(restored)).toMatchObject({ identityError: null, identityPending: false });
      expect(failing.calls).toContain("revokeTokens");
    });

    it.each([
      ["an unknown user", nobody, 404],
      ["a member of another organization", aStranger, 404],
      ["a user without a changed address", () => aColleague(null), 422],
      ["a user with another error", () => aColleague("ACCOUNT_LOST"), 422],
    ] as const)("is refused for %s, and nothing is asked for", async (_, whom, status) => {
      const head = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
      const userId = await whom();
      const answer = await head.post(`${MEMBERS}/${userId}/restore-email`, {});
      const code = status === 404 ? "NOT_FOUND" : "EMAIL_NOT_CHANGED";
      expect([answer.status, answer.body]).toMatchObject([status, { code }]);
      expect(await outbox(userId)).toEqual([]);
    });
  });

  describe("of an invitation", () => {
    it("marks no account as lost that does not exist yet, though its mail waits", async () => {
      const email = someEmail();
      await api.anonymous.post(RESET, { requestType: "PASSWORD_RESET", email });
      const user = userOf(await admin.post(USERS, newUser({ ...own, email })));
      expect(user).toMatchObject({ mailPending: true, identityError: null });
    });

    const opened = async (userId: string) =>
      api.anonymous.post(OPEN, { token: await anInvitation(api, userId) });

    it("opens with a code and no other call where the account is there", async () => {
      const { userId } = userOf(await admin.post(USERS, newUser(own)));
      failing.calls.length = 0;
      expect((await opened(userId)).status).toBe(200);
      expect(failing.calls).toEqual(["findAccounts", "createPasswordCode"]);
    });

    it("does not open the account of a stranger, which stands in the way", async () => {
      const { userId, email } = userOf(await admin.post(USERS, newUser(own)));
      await api.identity.deleteUser(userId);
      await api.identity.createUser({ userId: `s-${userId}`, email, userName: "他人" });
      failing.away(["deleteUser"]);
      failing.calls.length = 0;
      expect((await opened(userId)).status).toBe(503);
      expect(failing.calls).not.toContain("createPasswordCode");
    });

    it("creates a lost account again when it is opened, without marking it as lost", async () => {
      const { userId } = userOf(await admin.post(USERS, newUser(own)));
      await api.identity.deleteUser(userId);
      expect((await opened(userId)).status).toBe(200);
      expect(userOf(await admin.get(`${USERS}/${userId}`))).toMatchObject({
        identityError: null,
        identityPending: false,
      });
    });
  });
});

describePostgres("the answer to a change whose account is followed later", () => {
  it("is the user, pending, where the database is away by then", async () => {
    const api = await testApi("postgres");
    const organizationId = await api.anOrganization();
    const input = newUser({ organizationId });
    const user = userOf(await api.asSystemAdmin().post(USERS, input));
    const line = await databaseLine(api.database);
    await line.cut();
    const { config, identity, app, clock } = api;
    const deps = { config, db: line.database.db, identity, now: clock.now, log: app.log };
    expect(await settledUser(deps, user)).toEqual({ ...user, identityPending: true });
    await line.close();
    await api.close();
  });
});
