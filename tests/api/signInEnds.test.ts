import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../server/bytes.ts";
import { suiteAnnounced, withOrganization } from "../support/announced.ts";
import { SAME_ORIGIN, SESSION, suiteApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { eventsDuring, eventsOf } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { PASSWORD, someEmail, type TestUser } from "../support/people.ts";
import { perTest } from "../support/perSuite.ts";
import { signIn } from "../support/signIn.ts";
import { PROFILE } from "../support/userRequests.ts";

const ME = "/admin/api/v1/me";
const OTHERS = "/api/v1/sessions/others";

describeDatabase("a sign-in that is over", (engine) => {
  const api = suiteApi(engine);
  const heard = suiteAnnounced(api, withOrganization);
  const admin = perTest(() => api.aUser());

  beforeEach(() => heard());

  const bearer = (token: string) =>
    new ApiClient(api.app, async () => ({ authorization: `Bearer ${token}` }));
  const session = (cookie: string) =>
    new ApiClient(api.app, async () => ({ cookie, ...SAME_ORIGIN }));
  const aMember = async () => api.aUser({ organizationId: await api.anOrganization() });
  const signedInAt = async (user: TestUser, seconds: number) => {
    const at = Math.floor(Date.now() / 1000) + seconds;
    return api.tokenWith(await api.idToken(user), { auth_time: at, iat: at });
  };
  const open = async (idToken: string, cookie = "") => {
    const { status, headers } = await session(cookie).post(SESSION, { idToken });
    expect(status).toBe(204);
    return String(headers["set-cookie"]).split(";")[0] ?? "";
  };
  const ended = ({ userId }: TestUser) => `null deleted resource/sessions/${userId}`;

  describe("in the admin area", () => {
    it("is announced, for its open streams, once however often it is ended", async () => {
      const cookie = await open(await api.idToken(admin));
      await heard();
      for (const _ of [1, 2]) expect((await session(cookie).delete(SESSION)).status).toBe(204);
      expect(await heard()).toEqual([ended(admin)]);
    });

    it("is announced, but is no sign-out in the log, where another took its place", async () => {
      const token = await api.idToken(admin);
      const cookie = await open(token);
      await heard();
      await open(token, cookie);
      expect(await heard()).toEqual([ended(admin)]);
      expect(await eventsOf(api.db, "endSession", admin)).toEqual([]);
      expect(await eventsOf(api.db, "openSession", admin)).toHaveLength(2);
    });

    it("is nobody else's: a session counts for the person of its cookie alone", async () => {
      const cookie = await open(await api.idToken(admin));
      const other = await api.aUser();
      const [name = "", value = ""] = cookie.split("=");
      const sent = `${"x".repeat(43)}${value.slice(value.indexOf("."))}`;
      const now = new Date();
      await api.db
        .insertInto("admin_sessions")
        .values({
          session_hash: sha256(sent),
          user_id: other.userId,
          created_at: now,
          last_seen_at: now,
          expires_at: new Date(now.getTime() + 3_600_000),
        })
        .execute();
      expect((await session(`${name}=${sent}`).get(ME)).status).toBe(401);
      expect((await session(cookie).get(ME)).status).toBe(200);
    });
  });

  describe("after a change of the password", () => {
    it.each([
      ["staff area", async () => bearer(await api.idToken(admin)).delete(OTHERS)],
      [
        "admin area",
        async () => session(await open(await api.idToken(admin))).delete(`/admin${OTHERS}`),
      ],
    ])("is announced from the %s, for its open streams", async (_, end) => {
      expect((await end()).status).toBe(204);
      expect(await heard()).toEqual([ended(admin)]);
    });

    it("is an admin session that was opened later, too", async () => {
      const before = await api.idToken(admin);
      const cookie = await open(await signedInAt(admin, 2));
      expect((await bearer(before).delete(OTHERS)).status).toBe(204);
      expect((await session(cookie).get(ME)).status).toBe(401);
      expect((await bearer(before).get(PROFILE)).status).toBe(200);
    });
  });

  it("is announced when the person is disabled", async () => {
    const member = await aMember();
    const client = api.asSystemAdmin(admin);
    await client.get(ME);
    await heard();
    await client.patch(`/admin/api/v1/users/${member.userId}`, { status: "DISABLED" });
    expect(await heard()).toContain(ended(member));
  });

  it("is no refusal in the log where the identity service has ended it", async () => {
    const member = await aMember();
    const seconds = Math.floor(Date.now() / 1000) - 10;
    const token = api.tokenWith(await api.idToken(member), {
      auth_time: seconds,
      iat: seconds,
    });
    await api.identity.revokeTokens(member.userId);
    const events = await eventsDuring(api.db, async () => {
      expect((await bearer(token).get(PROFILE)).status).toBe(401);
    });
    expect(events).toEqual([]);
  });

  it("of a disabled account that is not one of ours is 401 and leaves no event", async () => {
    const email = someEmail("stranger");
    const userId = `s-${email}`;
    await api.identity.createUser({ userId, email, userName: "他人", password: PASSWORD });
    const token = await signIn(api.identity, email);
    await api.identity.updateUser(userId, { disabled: true });
    const events = await eventsDuring(api.db, async () => {
      expect((await bearer(token).get(PROFILE)).body).toMatchObject({
        status: 401,
        code: "ACCOUNT_DISABLED",
      });
    });
    expect(events).toEqual([]);
  });
});
