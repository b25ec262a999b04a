import { describe, expect, it, vi } from "vitest";
import { readConfig } from "../../server/config.ts";
import { startWarnings } from "../../server/start/startMessages.ts";
import { SAME_ORIGIN, SESSION, suiteApi, testApi } from "../support/api.ts";
import { eventsOf } from "../support/auditEvents.ts";
import { usualEngine } from "../support/database.ts";
import { emulatorOfFile } from "../support/emulatorIdentity.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { signIn } from "../support/signIn.ts";
import { TEST_PROJECT } from "../support/testFirebase.ts";
import { USERS } from "../support/userRequests.ts";
import { tokenBy, withSso } from "../support/ways.ts";

const PROFILE = "/api/v1/users/me";
const required = {
  status: 401,
  body: {
    code: "SECOND_FACTOR_REQUIRED",
    message: "2段階認証が必要です。もう一度ログインして、2段階認証を設定してください。",
  },
};

describe.each(["none", "admin", "all"])("REQUIRE_MFA=%s", (REQUIRE_MFA) => {
  const api = suiteApi(usualEngine, { env: { REQUIRE_MFA } });
  const member = perSuite(async () => api.aUser({ organizationId: await api.anOrganization() }));
  const admin = perSuite(() => api.aUser());

  const tokenOf = async ({ email }: TestUser, factor?: string) => {
    const token = await signIn(api.identity, email);
    return factor !== undefined ? api.tokenWith(token, { sign_in_second_factor: factor }) : token;
  };
  const profile = async (user: TestUser, factor?: string) =>
    api.anonymous.get(PROFILE, { authorization: `Bearer ${await tokenOf(user, factor)}` });
  const session = async (factor?: string) =>
    api.anonymous.post(SESSION, { idToken: await tokenOf(admin, factor) }, SAME_ORIGIN);
  const isRefused = (answer: unknown) => expect(answer).toMatchObject(required);

  it("asks members for a second factor as it says", async () => {
    expect((await profile(member, "totp")).status).toBe(200);
    const answer = await profile(member);
    if (REQUIRE_MFA === "all") isRefused(answer);
    else expect(answer.status).toBe(200);
  });

  it("asks for one before an admin session as it says", async () => {
    const answer = await session();
    if (REQUIRE_MFA === "none") expect(answer.status).toBe(204);
    else isRefused(answer);
    if (REQUIRE_MFA !== "none") isRefused(await session(""));
    expect((await session("totp")).status).toBe(204);
  });

  it("tells the browser", async () => {
    expect((await api.anonymous.get("/config.json")).body).toMatchObject({
      requireMfa: REQUIRE_MFA,
    });
  });
});

describe("a second factor that is required", () => {
  const api = suiteApi(usualEngine, { env: { REQUIRE_MFA: "all" } });

  it("is required of sessions from before it was", async () => {
    const before = await testApi(usualEngine);
    const cookie = await before.openSession(await before.aUser());
    before.config.requireMfa = "admin";
    isRefused(await before.anonymous.get("/admin/api/v1/me", { cookie }));
    before.config.requireMfa = "none";
    expect((await before.anonymous.get("/admin/api/v1/me", { cookie })).status).toBe(200);
    await before.close();
  });

  it("keeps an invitation open, and records the refusal", async () => {
    const user = await api.aUser({
      organizationId: await api.anOrganization(),
      status: "INVITED",
    });
    isRefused(await api.as(user).get(PROFILE));
    const { status } = await api.db
      .selectFrom("users")
      .select("status")
      .where("user_id", "=", user.userId)
      .executeTakeFirstOrThrow();
    expect(status).toBe("INVITED");
    expect(await eventsOf(api.db, "signIn", user)).toMatchObject([{ outcome: "REFUSED" }]);
  });

  it("is said at the start to be impossible with embedded parts", () => {
    expect(startWarnings(readConfig({ REQUIRE_MFA: "admin" }))).toEqual([
      "REQUIRE_MFA=admin: the Auth Emulator has no codes of an app, so those who need one cannot sign in.",
    ]);
  });

  it("is that of the identity provider where the organization says that it asks for one", async () => {
    const own = await api.organization();
    const user = await api.aUser(own);
    const asked = async (asksForSecondFactor: boolean, by?: string) => {
      const provider = await withSso(api, own.organizationId, { asksForSecondFactor });
      const token = await tokenBy(api, user, by ?? provider);
      return api.anonymous.get(PROFILE, { authorization: `Bearer ${token}` });
    };
    isRefused(await asked(false));
    expect((await asked(true)).status).toBe(200);
    isRefused(await asked(true, "password"));
  });

  const isRefused = (answer: unknown) => expect(answer).toMatchObject(required);
});

describe("a lost second factor", () => {
  const emulator = emulatorOfFile();
  const api = suiteApi(usualEngine, () => ({ identityService: emulator.identity() }));
  const admin = api.asSystemAdmin();

  const call = async (path: string, body: object) => {
    const url = `${emulator.url()}/identitytoolkit.googleapis.com/v1/projects/${TEST_PROJECT}${path}`;
    const answer = await fetch(url, {
      method: "POST",
      headers: { authorization: "Bearer owner", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return JSON.stringify(await answer.json());
  };
  /** The emulator has factors by SMS alone; firebase-admin removes all kinds by the same call. */
  const enrol = ({ userId }: TestUser) =>
    call("/accounts:update", {
      localId: userId,
      emailVerified: true,
      mfa: { enrollments: [{ mfaEnrollmentId: "lost", phoneInfo: "+15555550100" }] },
    });
  const factorsOf = ({ userId }: TestUser) => call("/accounts:lookup", { localId: [userId] });

  it("is removed by a system admin, which ends all sign-ins", async () => {
    const user = await api.aUser({ organizationId: await api.anOrganization() });
    const client = api.as(user);
    expect((await client.get(PROFILE)).status).toBe(200);
    const { authTime } = await api.identity.verifyIdToken(await api.idToken(user));
    await enrol(user);
    expect(await factorsOf(user)).toContain("lost");
    // The identity service and our row know the time of a sign-in in whole seconds.
    await vi.waitUntil(() => Date.now() >= authTime.getTime() + 1_000, { timeout: 3_000 });
    const { status } = await admin.delete(`${USERS}/${user.userId}/second-factors`);
    expect(status).toBe(204);
    expect(await factorsOf(user)).not.toContain("lost");
    expect((await client.get(PROFILE)).status).toBe(401);
    expect(await signIn(api.identity, user.email)).toBeTruthy();
    expect(await eventsOf(api.db, "removeSecondFactors")).toMatchObject([
      { target_id: user.userId, outcome: "DONE", actor_kind: "user" },
    ]);
  });

  it("of oneself is not removed this way", async () => {
    const own = await api.aUser();
    const answer = await api.asSystemAdmin(own).delete(`${USERS}/${own.userId}/second-factors`);
    expect([answer.status, answer.body]).toMatchObject([422, { code: "OWN_FLAGS" }]);
  });
});
