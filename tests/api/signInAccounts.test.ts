import { beforeEach, describe, expect, it } from "vitest";
import { SAME_ORIGIN, SESSION, suiteApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { eventsDuring, eventsOf } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { someEmail, type TestUser } from "../support/people.ts";
import { perSuite, perTest } from "../support/perSuite.ts";
import { MEMBERS, PROFILE } from "../support/userRequests.ts";

const ME = "/admin/api/v1/me";
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describeDatabase("what a sign-in says about its account", (engine) => {
  const api = suiteApi(engine);
  const own = perSuite(() => api.organization());

  const aMember = () => api.aUser(own);
  const bearer = (token: string) =>
    api.anonymous.get(PROFILE, { authorization: `Bearer ${token}` });
  const rowOf = ({ userId }: TestUser) =>
    api.db.selectFrom("users").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow();
  const mark = ({ userId }: TestUser, at: Date | null) =>
    api.db
      .updateTable("users")
      .set({ identity_error: "ACCOUNT_LOST", identity_error_at: at })
      .where("user_id", "=", userId)
      .execute();
  /** A token of the user and when that sign-in was. */
  const signedIn = async (user: TestUser) => {
    const token = await api.idToken(user);
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return { token, at: new Date(Number(claims.auth_time) * SECOND) };
  };

  describe("with another address", () => {
    it("marks the user once, refuses each request, and the log says who was refused", async () => {
      const user = await aMember();
      const moved = api.tokenWith(await api.idToken(user), { email: someEmail("moved") });
      const events = await eventsDuring(api.db, async () => {
        for (const _ of [1, 2]) {
          const { status, body } = await bearer(moved);
          expect([status, body]).toMatchObject([403, { code: "EMAIL_CHANGED" }]);
        }
      });
      const person = {
        actor_kind: "user",
        actor_id: user.userId,
        organization_id: own.organizationId,
      };
      expect(events).toMatchObject([
        {
          ...person,
          operation: "signIn",
          outcome: "DONE",
          target_id: user.userId,
          changes: [{ field: "identityError", before: null, after: "EMAIL_CHANGED" }],
        },
        { ...person, operation: "signIn", outcome: "REFUSED", target_id: user.userId },
      ]);
      expect(await rowOf(user)).toMatchObject({ identity_error: "EMAIL_CHANGED", version: 1 });
    });

    it("leaves an invited person invited, and is no sign-in", async () => {
      const user = await api.aUser({ ...own, status: "INVITED" });
      const moved = api.tokenWith(await api.idToken(user), { email: someEmail("moved") });
      expect((await bearer(moved)).status).toBe(403);
      expect(await rowOf(user)).toMatchObject({ status: "INVITED", signed_in_at: null });
    });

    it("is refused as before after the address came back by itself", async () => {
      const user = await api.aUser({ ...own, identityError: "EMAIL_CHANGED" });
      const { status, body } = await api.as(user).get(PROFILE);
      expect([status, body]).toMatchObject([403, { code: "EMAIL_CHANGED" }]);
      expect(await rowOf(user)).toMatchObject({ identity_error: "EMAIL_CHANGED" });
    });
  });

  describe("of an account that was lost", () => {
    it("forgives it if it came after the loss, and the log says so", async () => {
      const user = await aMember();
      const { token, at } = await signedIn(user);
      await mark(user, new Date(at.getTime() - 1));
      expect((await bearer(token)).status).toBe(200);
      expect(await rowOf(user)).toMatchObject({ identity_error: null, identity_error_at: null });
      const [event] = await eventsOf(api.db, "signIn", user);
      expect(event).toMatchObject({
        outcome: "DONE",
        changes: [{ field: "identityError", before: "ACCOUNT_LOST", after: null }],
      });
    });

    it("does not forgive it if it is from before the loss, or from an unknown time", async () => {
      const user = await aMember();
      const { token, at } = await signedIn(user);
      for (const lost of [at, new Date(at.getTime() + SECOND), null]) {
        await mark(user, lost);
        expect((await bearer(token)).status).toBe(200);
        expect(await rowOf(user)).toMatchObject({ identity_error: "ACCOUNT_LOST" });
      }
    });
  });

  it("of an invited person is the acceptance, which the log has as done by that person", async () => {
    const user = await api.aUser({ ...own, status: "INVITED" });
    expect((await api.as(user).get(MEMBERS)).status).toBe(200);
    const [accepted, signIn, ...others] = await eventsOf(api.db, "signIn", user);
    expect(accepted).toMatchObject({
      organization_id: own.organizationId,
      target_id: user.userId,
      changes: [{ field: "status", before: "INVITED", after: "ACTIVE" }],
    });
    expect(signIn).toMatchObject({ outcome: "DONE", changes: [] });
    expect(others).toEqual([]);
  });

  it("of who was disabled at the identity service is a refusal in the log", async () => {
    const user = await aMember();
    const token = await api.idToken(user);
    await api.identity.updateUser(user.userId, { disabled: true });
    const events = await eventsDuring(api.db, async () => {
      expect((await bearer(token)).body).toMatchObject({ status: 401, code: "ACCOUNT_DISABLED" });
      expect((await bearer(`${token}x`)).status).toBe(401);
      expect((await bearer("a.b.c")).status).toBe(401);
    });
    expect(events).toMatchObject([
      {
        operation: "signIn",
        outcome: "REFUSED",
        actor_id: user.userId,
        actor_name: user.userName,
        organization_id: own.organizationId,
        target_id: user.userId,
      },
    ]);
  });

  it("is one only for a bearer that is the whole header", async () => {
    const token = await api.idToken(await aMember());
    const answers = [
      `Bearer ${token}`,
      `bearer ${token}`,
      `x Bearer ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer  ${token}`,
      token,
    ].map((authorization) => api.anonymous.get(PROFILE, { authorization }));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 401, 401, 401, 401, 401]);
  });

  describe("in the admin area", () => {
    const admin = perTest(() => api.aUser());
    let start: number;
    beforeEach(async () => {
      const { at } = await signedIn(admin);
      start = at.getTime();
    });

    const at = (ms: number) => api.clock.set(new Date(start + ms));
    const open = async () => {
      const client = new ApiClient(api.app, async () => SAME_ORIGIN);
      const { status, headers } = await client.post(SESSION, { idToken: await api.idToken(admin) });
      return { status, cookie: String(headers["set-cookie"] ?? "").split(";")[0] ?? "" };
    };
    const me = async (cookie: string) => (await api.anonymous.get(ME, { cookie })).status;
    const seen = async () => {
      const row = await api.db
        .selectFrom("admin_sessions")
        .select("last_seen_at")
        .where("user_id", "=", admin.userId)
        .executeTakeFirstOrThrow();
      return row.last_seen_at.getTime() - start;
    };

    it("opens a session until it is 5 minutes old, to the millisecond", async () => {
      at(5 * MINUTE);
      expect((await open()).status).toBe(204);
      at(5 * MINUTE + 1);
      expect((await open()).status).toBe(401);
    });

    it("holds for less than 30 idle minutes, to the millisecond", async () => {
      at(0);
      const { cookie } = await open();
      at(30 * MINUTE - 1);
      expect(await me(cookie)).toBe(200);
      expect(await seen()).toBe(30 * MINUTE - 1);
      at(60 * MINUTE - 1);
      expect(await me(cookie)).toBe(401);
    });

    it("holds for less than 8 hours, to the millisecond", async () => {
      at(0);
      const { cookie } = await open();
      for (let minutes = 29; minutes < 480; minutes += 29) {
        at(minutes * MINUTE);
        expect(await me(cookie)).toBe(200);
      }
      at(480 * MINUTE - 1);
      expect(await me(cookie)).toBe(200);
      at(480 * MINUTE);
      expect(await me(cookie)).toBe(401);
    });

    it("counts a request as use only if it comes more than a minute after the last", async () => {
      at(0);
      const { cookie } = await open();
      at(MINUTE);
      expect(await me(cookie)).toBe(200);
      expect(await seen()).toBe(0);
      at(MINUTE + 1);
      expect(await me(cookie)).toBe(200);
      expect(await seen()).toBe(MINUTE + 1);
    });

    it("counts as one of the staff area as well, so that no second one is logged", async () => {
      api.clock.set(new Date(start));
      expect((await open()).status).toBe(204);
      expect((await api.as(admin).get(PROFILE)).status).toBe(200);
      expect(await eventsOf(api.db, "openSession", admin)).toHaveLength(1);
      expect(await eventsOf(api.db, "signIn", admin)).toEqual([]);
    });
  });
});
