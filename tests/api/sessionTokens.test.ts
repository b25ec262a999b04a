import { hash } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { sha256 } from "../../server/bytes.ts";
import { claimToken } from "../../server/modules/people/session/queries.ts";
import { SAME_ORIGIN, SESSION, suiteApi, type TestApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { gate } from "../support/gate.ts";
import { keepHouse } from "../support/housekeeping.ts";
import type { TestUser } from "../support/people.ts";

const ME = "/admin/api/v1/me";

function browserOf({ app }: TestApi) {
  const client = (cookie = "") =>
    new ApiClient(app, async () => ({ ...SAME_ORIGIN, ...(cookie ? { cookie } : {}) }));
  return {
    /** The status, and the cookie if there is one. */
    open: async (idToken: string, cookie?: string) => {
      const { status, headers } = await client(cookie).post(SESSION, { idToken });
      return { status, cookie: String(headers["set-cookie"] ?? "").split(";")[0] ?? "" };
    },
    signOut: async (cookie: string) => (await client(cookie).delete(SESSION)).status,
    lives: async (cookie: string) => (await client(cookie).get(ME)).status === 200,
  };
}

function sessionsOf({ db }: TestApi, { userId }: TestUser): Promise<unknown[]> {
  return db.selectFrom("admin_sessions").select("user_id").where("user_id", "=", userId).execute();
}

describeDatabase("the ID token that opened an admin session", (engine) => {
  const api = suiteApi(engine);
  let browser: ReturnType<typeof browserOf>;
  let admin: TestUser;
  let token: string;

  beforeAll(async () => {
    browser = browserOf(api);
  });
  beforeEach(async () => {
    api.clock.set(new Date());
    admin = await api.aUser();
    token = await api.idToken(admin);
  });

  const ofLaterSignIn = () => {
    const seconds = Math.floor(Date.now() / 1000) + 2;
    return api.tokenWith(token, { auth_time: seconds, iat: seconds });
  };

  it("opens no second one after the sign-out", async () => {
    const { cookie } = await browser.open(token);
    expect(await browser.signOut(cookie)).toBe(204);
    expect(await browser.open(token)).toEqual({ status: 401, cookie: "" });
    expect(await sessionsOf(api, admin)).toEqual([]);
    expect((await browser.open(ofLaterSignIn())).status).toBe(204);
  });

  it("opens another while its session lives, because the first answer may be lost", async () => {
    const [lost, used] = [await browser.open(token), await browser.open(token)];
    expect([lost.status, used.status]).toEqual([204, 204]);
    expect(await browser.signOut(used.cookie)).toBe(204);
    expect([await browser.lives(lost.cookie), await browser.lives(used.cookie)]).toEqual([
      true,
      false,
    ]);
    expect((await browser.open(token)).status).toBe(401);
  });

  it("may be sent again by the browser that has the session", async () => {
    let { cookie } = await browser.open(token);
    for (let again = 0; again < 3; again += 1) {
      const next = await browser.open(token, cookie);
      expect(next.status).toBe(204);
      expect([await browser.lives(cookie), await browser.lives(next.cookie)]).toEqual([
        false,
        true,
      ]);
      cookie = next.cookie;
    }
    await browser.signOut(cookie);
    expect((await browser.open(token)).status).toBe(401);
  });

  it("opens no second one after another sign-in took the place of its session", async () => {
    const { cookie } = await browser.open(token);
    expect((await browser.open(ofLaterSignIn(), cookie)).status).toBe(204);
    expect((await browser.open(token)).status).toBe(401);
  });

  it("is kept as a hash, until it is too old for a session anyway", async () => {
    const { cookie } = await browser.open(token);
    await browser.signOut(cookie);
    const stored = async () => {
      const { rows } = await sql<{ hash: Uint8Array }>`
        select token_hash as hash from admin_session_tokens`.execute(api.db);
      return rows.map(({ hash }) => Buffer.from(hash).toString("hex"));
    };
    const own = hash("sha256", token, "hex");
    expect(await stored()).toContain(own);
    api.clock.advance(5);
    await keepHouse(api);
    expect(await stored()).toContain(own);
    api.clock.advance(6);
    await keepHouse(api);
    expect(await stored()).not.toContain(own);
    expect((await browser.open(token)).status).toBe(401);
  });
});

describePostgres("a sign-out and a second opening at once", () => {
  const api = suiteApi("postgres", {
    identity: (real) => ({
      ...real,
      createSessionCookie: async (...given) => {
        const cookie = await real.createSessionCookie(...given);
        await held?.passed;
        return cookie;
      },
    }),
  });
  let browser: ReturnType<typeof browserOf>;
  let held: ReturnType<typeof gate> | undefined;

  beforeAll(async () => {
    browser = browserOf(api);
  });

  it("leave no session that was opened after the sign-out was answered", async () => {
    const admin = await api.aUser();
    const token = await api.idToken(admin);
    const { cookie } = await browser.open(token);
    held = gate();
    const opening = browser.open(token);
    expect(await browser.signOut(cookie)).toBe(204);
    held.open();
    held = undefined;
    expect(await opening).toEqual({ status: 401, cookie: "" });
    expect(await sessionsOf(api, admin)).toEqual([]);
  });

  it("wait for each other, so that an opening that was first is written first", async () => {
    const admin = await api.aUser();
    const token = await api.idToken(admin);
    const { cookie } = await browser.open(token);
    const [claimed, written] = [gate(), gate()];
    const opening = api.db.transaction().execute(async (trx) => {
      await claimToken(trx, sha256(token), new Date());
      claimed.open();
      await written.passed;
    });
    await claimed.passed;
    const ending = browser.signOut(cookie);
    await vi.waitUntil(async () => (await waiting()) === 1);
    written.open();
    await opening;
    expect(await ending).toBe(204);
  });

  it("leave one session or none, and a token that opens nothing", async () => {
    for (let round = 0; round < 20; round += 1) {
      const admin = await api.aUser();
      const token = await api.idToken(admin);
      const { cookie } = await browser.open(token);
      const release = await lockTokens();
      const [opening, ending] = [browser.open(token), browser.signOut(cookie)];
      await vi.waitUntil(async () => (await waiting()) === 2);
      await release();
      expect(await ending).toBe(204);
      const { status } = await opening;
      expect([204, 401]).toContain(status);
      expect(await sessionsOf(api, admin)).toHaveLength(status === 204 ? 1 : 0);
      expect((await browser.open(token)).status).toBe(401);
    }
  });

  /** Holds everything that writes a token; call the result to let it go on. */
  async function lockTokens(): Promise<() => Promise<void>> {
    const [locked, done] = [gate(), gate()];
    const ended = api.db.transaction().execute(async (trx) => {
      await sql`lock table admin_session_tokens in exclusive mode`.execute(trx);
      locked.open();
      await done.passed;
    });
    await locked.passed;
    return () => {
      done.open();
      return ended;
    };
  }

  async function waiting(): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
    return rows[0]?.waiting ?? 0;
  }
});
