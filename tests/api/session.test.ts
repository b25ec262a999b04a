import { beforeEach, describe, expect, it } from "vitest";
import { IdentityUnavailableError } from "../../server/identity/identity.ts";
import { SAME_ORIGIN, SESSION, suiteApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { describeDatabase, usualEngine } from "../support/database.ts";
import { keepHouse } from "../support/housekeeping.ts";
import type { TestUser } from "../support/people.ts";

const ME = "/admin/api/v1/me";
const UNAUTHENTICATED = {
  status: 401,
  code: "UNAUTHENTICATED",
  message: "セッションの有効期限が切れました。もう一度ログインしてください。",
};
const DISABLED = {
  status: 401,
  code: "ACCOUNT_DISABLED",
  message: "このアカウントは無効になっています。管理者にお問い合わせください。",
};

describeDatabase("the admin session", (engine) => {
  const api = suiteApi(engine, {
    env: { TRUST_PROXY: "true", PUBLIC_URL: "https://console.example.com" },
    identity: (real) => ({
      ...real,
      verifySessionCookie: (text) =>
        identityIsAway
          ? Promise.reject(new IdentityUnavailableError("away"))
          : real.verifySessionCookie(text),
    }),
  });
  let identityIsAway = false;
  let admin: TestUser;
  let cookie: string;
  let start: Date;

  const nobody = (headers: Record<string, string> = SAME_ORIGIN) =>
    new ApiClient(api.app, async () => headers);
  const post = async (user: TestUser, headers?: Record<string, string>) =>
    nobody(headers).post(SESSION, { idToken: await api.idToken(user) });
  const me = (sent = cookie) => nobody({ cookie: sent }).get(ME);
  const aMember = async () => api.aUser({ organizationId: await api.anOrganization() });
  const at = (minutes: number) => api.clock.set(new Date(start.getTime() + minutes * 60_000));

  beforeEach(async () => {
    start = new Date();
    api.clock.set(start);
    admin = await api.aUser({ userName: "管理 者" });
    cookie = await api.openSession(admin);
  });

  describe("opening", () => {
    it("sets a strict, script-proof cookie for 8 hours and says nothing else", async () => {
      const { status, text, headers } = await post(admin);
      expect([status, text]).toEqual([204, ""]);
      expect(String(headers["set-cookie"])).toMatch(
        /^ki_admin_session=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/,
      );
    });

    it.each([
      ["https behind a proxy", { "x-forwarded-proto": "https", host: "console.example.com" }],
      ["https on loopback", { "x-forwarded-proto": "https" }],
      ["http elsewhere", { host: "console.example.com" }],
    ])("makes the cookie secure on %s", async (_, headers) => {
      const answer = await post(admin, { ...SAME_ORIGIN, ...headers });
      expect(String(answer.headers["set-cookie"])).toMatch(
        /^__Host-ki_admin_session=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
      const [sent = ""] = String(answer.headers["set-cookie"]).split(";");
      const same = nobody({ ...headers, cookie: sent });
      expect((await same.get(ME)).status).toBe(200);
    });

    it.each([
      [{ host: "console.example.com", "x-forwarded-host": "localhost" }, true],
      [{ host: "console.example.com", "x-forwarded-host": "localhost:3000, 127.0.0.1" }, true],
      [{ host: "console.example.com", "x-forwarded-proto": "http" }, true],
      [{ host: "localhost", "x-forwarded-host": "console.example.com" }, false],
      [{ host: "localhost:3000", "x-forwarded-host": "evil.example" }, false],
    ])("does not let a forwarded host decide: %o", async (headers, secure) => {
      const answer = await post(admin, { ...SAME_ORIGIN, ...headers });
      expect(answer.status).toBe(204);
      const isSecure = String(answer.headers["set-cookie"]).includes("; Secure;");
      expect(isSecure).toBe(secure);
    });

    it("keeps no cookie in the database, only its hash", async () => {
      const rows = await api.db.selectFrom("admin_sessions").selectAll().execute();
      expect(rows.every(({ session_hash }) => session_hash.length === 32)).toBe(true);
    });

    it("is for system admins alone", async () => {
      const { status, body, headers } = await post(await aMember());
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: "FORBIDDEN",
        message: "この操作を行う権限がありません。",
      });
      expect(headers["set-cookie"]).toBeUndefined();
    });

    it("needs a sign-in of the last 5 minutes", async () => {
      await api.idToken(admin);
      api.clock.advance(4.9);
      expect((await post(admin)).status).toBe(204);
      api.clock.advance(0.2);
      expect((await post(admin)).body).toMatchObject({ status: 401, code: "SIGN_IN_TOO_OLD" });
    });

    it.each(["garbage", "a.b.c", ""])("refuses the token %j", async (idToken) => {
      const { status } = await nobody().post(SESSION, { idToken });
      expect(status).toBe(idToken === "" ? 422 : 401);
    });

    it("accepts 16 kB at most, and says so", async () => {
      const ofSize = (size: number) => nobody().post(SESSION, { idToken: "x".repeat(size - 14) });
      expect((await ofSize(16_384)).status).toBe(422);
      expect((await ofSize(16_385)).body).toMatchObject({
        status: 413,
        code: "PAYLOAD_TOO_LARGE",
        message: "送信データが大きすぎます。16KB以内にしてください。",
      });
    });

    it("refuses a user who is not in our database", async () => {
      await api.idToken(admin);
      await api.db.deleteFrom("admin_sessions").where("user_id", "=", admin.userId).execute();
      await api.db.deleteFrom("sign_ins").where("user_id", "=", admin.userId).execute();
      await api.db.deleteFrom("users").where("user_id", "=", admin.userId).execute();
      expect((await post(admin)).body).toMatchObject(UNAUTHENTICATED);
    });

    it("refuses a disabled user, disabled here or at the identity service", async () => {
      await api.idToken(admin);
      await api.db
        .updateTable("users")
        .set({ status: "DISABLED" })
        .where("user_id", "=", admin.userId)
        .execute();
      expect((await post(admin)).body).toMatchObject(DISABLED);

      const other = await api.aUser();
      await api.idToken(other);
      await api.identity.updateUser(other.userId, { disabled: true });
      expect((await post(other)).body).toMatchObject(DISABLED);
    });

    it("accepts the invitation of an invited system admin", async () => {
      const invited = await api.aUser({ status: "INVITED" });
      expect((await post(invited)).status).toBe(204);
      const user = await api.db
        .selectFrom("users")
        .select(["status", "version"])
        .where("user_id", "=", invited.userId)
        .executeTakeFirst();
      expect(user).toEqual({ status: "ACTIVE", version: 2 });
    });

    it("ends the session that the browser had before", async () => {
      const { headers } = await post(admin, { ...SAME_ORIGIN, cookie });
      const next = String(headers["set-cookie"]).split(";")[0];
      expect((await me()).status).toBe(401);
      expect((await me(next)).status).toBe(200);
    });

    it("is allowed 10 times a minute and address, then 429 with Retry-After", async () => {
      const client = nobody();
      const send = () => client.post(SESSION, { idToken: "garbage" });
      for (let attempt = 1; attempt <= 10; attempt += 1) expect((await send()).status).toBe(401);
      const { status, headers, body } = await send();
      expect(status).toBe(429);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
      expect(headers["content-type"]).toContain("application/problem+json");
      expect(body).toMatchObject({
        code: "TOO_MANY_REQUESTS",
        message: `試行回数が上限に達しました。${headers["retry-after"]}秒後にお試しください。`,
      });
      expect((await post(admin)).status).toBe(204);
    });
  });

  describe("a write", () => {
    const own = "https://console.example.com";
    it.each([
      ["same-origin", { "sec-fetch-site": "same-origin" }, true],
      ["same-origin with whatever Origin", { ...SAME_ORIGIN, origin: "null" }, true],
      ["our Origin, of an older browser", { origin: own }, true],
      ["nothing", {}, false],
      ["cross-site", { "sec-fetch-site": "cross-site" }, false],
      ["same-site", { "sec-fetch-site": "same-site" }, false],
      ["none", { "sec-fetch-site": "none" }, false],
      ["cross-site with our Origin", { "sec-fetch-site": "cross-site", origin: own }, false],
      ["another Origin", { origin: "http://evil.example" }, false],
      ["another port", { origin: `${own}:8443` }, false],
      ["another scheme", { origin: "http://console.example.com" }, false],
      ["the Host behind the proxy", { origin: "http://localhost:80" }, false],
      [
        "what a forged X-Forwarded-Host says",
        {
          origin: "https://evil.example",
          "x-forwarded-host": "evil.example",
          "x-forwarded-proto": "https",
        },
        false,
      ],
      ["Origin null", { origin: "null" }, false],
      ["Referer alone", { referer: `${own}/admin` }, false],
    ])("that says %s", async (_, headers: Record<string, string>, allowed) => {
      const opened = await post(admin, headers);
      const ended = await nobody({ ...headers, cookie }).delete(SESSION);
      expect([opened.status, ended.status]).toEqual(allowed ? [204, 204] : [403, 403]);
      if (allowed) return;
      expect(opened.body).toMatchObject({ code: "CROSS_SITE_REQUEST" });
      expect((await me()).status).toBe(200);
    });
  });

  describe("a request", () => {
    it("answers the current user and nothing more", async () => {
      const { status, body } = await me();
      expect(status).toBe(200);
      expect(body).toEqual({ userName: "管理 者", email: admin.email, isSystemAdmin: true });
    });

    it("is read by its cookie, never by a bearer token", async () => {
      const authorization = `Bearer ${await api.idToken(admin)}`;
      expect((await nobody({ authorization }).get(ME)).body).toMatchObject(UNAUTHENTICATED);
      expect((await nobody({ authorization: "Bearer x", cookie }).get(ME)).status).toBe(200);
    });

    it("does not open the staff area by its cookie", async () => {
      const { body } = await nobody({ cookie }).get("/api/v1/users/me");
      expect(body).toMatchObject(UNAUTHENTICATED);
    });

    it.each(["ki_admin_session=garbage", "ki_admin_session=", "other=1", "%%%"])(
      "is refused with the cookie %s",
      async (sent) => expect((await me(sent)).body).toMatchObject(UNAUTHENTICATED),
    );

    it("is refused once the session is not in our database, even if the cookie is valid", async () => {
      await api.db.deleteFrom("admin_sessions").where("user_id", "=", admin.userId).execute();
      expect((await me()).body).toMatchObject(UNAUTHENTICATED);
    });

    it("finds a disabled user out at once", async () => {
      await api.db
        .updateTable("users")
        .set({ status: "DISABLED" })
        .where("user_id", "=", admin.userId)
        .execute();
      expect((await me()).body).toMatchObject(DISABLED);
    });

    it("notices a withdrawn flag at once", async () => {
      await api.db
        .updateTable("users")
        .set({ is_system_admin: false, organization_id: await api.anOrganization() })
        .where("user_id", "=", admin.userId)
        .execute();
      expect((await me()).body).toMatchObject({ status: 403, code: "FORBIDDEN" });
    });

    it("is 503 with Retry-After while the identity service is away, not signed out", async () => {
      identityIsAway = true;
      const { status, headers } = await me().finally(() => {
        identityIsAway = false;
      });
      expect(status).toBe(503);
      expect(headers["retry-after"]).toBeDefined();
      expect(headers["set-cookie"]).toBeUndefined();
    });
  });

  describe("ends", () => {
    it("after 30 minutes without a request", async () => {
      at(29);
      expect((await me()).status).toBe(200);
      at(29 + 29);
      expect((await me()).status).toBe(200);
      at(29 + 29 + 31);
      expect((await me()).body).toMatchObject(UNAUTHENTICATED);
    });

    it("after 30 minutes in which only an unattended page has read", async () => {
      const address = "192.0.2.77";
      const browser = new ApiClient(api.app, async () => SAME_ORIGIN, address);
      const opened = await browser.post(SESSION, { idToken: await api.idToken(admin) });
      const own = { cookie: String(opened.headers["set-cookie"]).split(";")[0] ?? "" };
      const headers = { ...own, "x-unattended": "true" };
      const unattended = new ApiClient(api.app, async () => headers, address);
      for (const minutes of [10, 20, 29]) {
        at(minutes);
        expect((await unattended.get(ME)).status).toBe(200);
      }
      at(31);
      expect((await unattended.get(ME)).body).toMatchObject(UNAUTHENTICATED);
    });

    it("after 8 hours, however busy it was", async () => {
      for (let minutes = 25; minutes < 8 * 60; minutes += 25) {
        at(minutes);
        expect((await me()).status).toBe(200);
      }
      at(8 * 60 + 1);
      expect((await me()).body).toMatchObject(UNAUTHENTICATED);
    });

    it("at logout, on the server too", async () => {
      const { status, headers } = await nobody({ ...SAME_ORIGIN, cookie }).delete(SESSION);
      expect(status).toBe(204);
      expect(String(headers["set-cookie"])).toMatch(
        /^ki_admin_session=; .*Path=\/; Expires=Thu, 01 Jan 1970/,
      );
      expect((await me()).body).toMatchObject(UNAUTHENTICATED);
    });

    it("without an error if there is none", async () => {
      expect((await nobody().delete(SESSION)).status).toBe(204);
    });
  });

  it("records that it was seen at most once a minute", async () => {
    const seen = async () => {
      const rows = await api.db
        .selectFrom("admin_sessions")
        .select("last_seen_at")
        .where("user_id", "=", admin.userId)
        .execute();
      return rows.map(({ last_seen_at }) => last_seen_at.getTime());
    };
    const before = await seen();
    at(0.9);
    await me();
    expect(await seen()).toEqual(before);
    at(1.1);
    await me();
    expect(await seen()).not.toEqual(before);
  });

  it("leaves no row once it has ended", async () => {
    at(31);
    await keepHouse(api);
    const left = await api.db
      .selectFrom("admin_sessions")
      .select("user_id")
      .where("user_id", "=", admin.userId)
      .execute();
    expect(left).toEqual([]);
  });
});

describe("a write without a proxy in front, from a browser without Sec-Fetch-Site", () => {
  const api = suiteApi(usualEngine);

  it.each([
    ["the address of PUBLIC_URL", { origin: "http://127.0.0.1:3000" }, 204],
    ["the address that was opened", { origin: "http://localhost:3000" }, 204],
    ["another port", { origin: "http://localhost:4000" }, 403],
    ["another scheme", { origin: "https://localhost:3000" }, 403],
    [
      "a forwarded host",
      { origin: "http://evil.example", "x-forwarded-host": "evil.example" },
      403,
    ],
  ])("from %s", async (_, sent, expected) => {
    const client = new ApiClient(api.app, async () => ({ host: "localhost:3000", ...sent }));
    const idToken = await api.idToken(await api.aUser());
    expect((await client.post(SESSION, { idToken })).status).toBe(expected);
  });
});

describeDatabase("the staff area", (engine) => {
  const api = suiteApi(engine);

  const aMember = async (status?: "INVITED") =>
    api.aUser({ organizationId: await api.anOrganization(), ...(status ? { status } : {}) });
  const PROFILE = "/api/v1/users/me";

  it.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Bearer garbage",
    "Bearer a.b.c",
    "Basic dXNlcjpwYXNz",
    "Bearer owner",
    `Bearer ${"x".repeat(9000)}`,
  ])("answers 401 to the Authorization %s", async (authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    expect((await api.anonymous.get(PROFILE, headers)).body).toMatchObject(UNAUTHENTICATED);
  });

  it("names the organization of a member, as it is called now", async () => {
    const user = await aMember();
    await api.db
      .updateTable("organizations")
      .set({ organization_name: "改名商事" })
      .where("organization_id", "=", user.organizationId)
      .execute();
    expect((await api.as(user).get(PROFILE)).body).toMatchObject({
      organizationId: user.organizationId,
      organizationName: "改名商事",
    });
  });

  it("names no organization for a system admin", async () => {
    const admin = await api.aUser({ isSystemAdmin: true });
    expect((await api.as(admin).get(PROFILE)).body).toMatchObject({
      organizationId: 0,
      organizationName: null,
    });
  });

  it("finds a disabled user out at once", async () => {
    const user = await aMember();
    expect((await api.as(user).get(PROFILE)).status).toBe(200);
    await api.db
      .updateTable("users")
      .set({ status: "DISABLED" })
      .where("user_id", "=", user.userId)
      .execute();
    expect((await api.as(user).get(PROFILE)).body).toMatchObject(DISABLED);
  });

  it("accepts an invitation with the first request", async () => {
    const user = await aMember("INVITED");
    await Promise.all([api.as(user).get(PROFILE), api.as(user).get(PROFILE)]);
    const row = await api.db
      .selectFrom("users")
      .select(["status", "version"])
      .where("user_id", "=", user.userId)
      .executeTakeFirst();
    expect(row).toEqual({ status: "ACTIVE", version: 2 });
  });

  it("refuses a user who is missing in our database", async () => {
    const user = await aMember();
    await api.idToken(user);
    await api.db.deleteFrom("users").where("user_id", "=", user.userId).execute();
    expect((await api.as(user).get(PROFILE)).body).toMatchObject(UNAUTHENTICATED);
  });

  it("needs no header of a browser for a write", async () => {
    const user = await aMember();
    const { status } = await api.as(user).patch(PROFILE, { lastSelectedWorkspaceId: null });
    expect(status).toBe(200);
  });
});
