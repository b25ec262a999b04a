import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../../server/app.ts";
import { SAME_ORIGIN, SESSION, suiteApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { describeDatabase } from "../support/database.ts";
import type { TestUser } from "../support/people.ts";
import { perTest } from "../support/perSuite.ts";
import { MEMBERS, PROFILE, USERS } from "../support/userRequests.ts";

const ME = "/admin/api/v1/me";
const OTHERS = "/api/v1/sessions/others";
const ADMIN_OTHERS = "/admin/api/v1/sessions/others";

describeDatabase("the sign-ins of a person", (engine) => {
  const api = suiteApi(engine);
  /** A second copy of the API, with its own remembered tokens. */
  let copy: Awaited<ReturnType<typeof buildApp>>;

  beforeAll(async () => {
    const { config, database, identity, clock } = api;
    const logStream = { write: () => {} };
    copy = await buildApp({ config, database, identity, now: clock.now, logStream });
  });
  afterAll(() => copy.close());

  const bearer = (token: string, app = api.app) =>
    new ApiClient(app, async () => ({ authorization: `Bearer ${token}` }));
  const session = (cookie: string, app = api.app) =>
    new ApiClient(app, async () => ({ cookie, ...SAME_ORIGIN }));
  const aMember = async (flags = {}) =>
    api.aUser({ organizationId: await api.anOrganization(), ...flags });
  /** A token of a sign-in that many seconds from now. */
  const signedInLater = async (user: TestUser, seconds: number) => {
    const at = Math.floor(Date.now() / 1000) + seconds;
    return api.tokenWith(await api.idToken(user), { auth_time: at, iat: at });
  };

  describe("of one second", () => {
    const open = async (token: string) => {
      const client = new ApiClient(api.app, async () => SAME_ORIGIN);
      const { status, headers } = await client.post(SESSION, { idToken: token });
      expect(status).toBe(204);
      return String(headers["set-cookie"]).split(";")[0] ?? "";
    };

    it("are two admin sessions, and logging out of one leaves the other", async () => {
      const token = await api.idToken(await api.aUser());
      const [one, other] = [await open(token), await open(token)];
      expect(one).not.toBe(other);
      expect((await session(one).delete(SESSION)).status).toBe(204);
      expect((await session(one).get(ME)).status).toBe(401);
      expect((await session(other).get(ME)).status).toBe(200);
    });

    it("cannot be told from the identity service's own cookie", async () => {
      const cookie = await open(await api.idToken(await api.aUser()));
      const [name = "", value = ""] = cookie.split("=");
      const withoutSecret = value.slice(value.indexOf(".") + 1);
      expect((await session(`${name}=${withoutSecret}`).get(ME)).status).toBe(401);
      const otherSecret = `${"x".repeat(43)}.${withoutSecret}`;
      expect((await session(`${name}=${otherSecret}`).get(ME)).status).toBe(401);
      expect((await session(cookie).get(ME)).status).toBe(200);
    });
  });

  describe("after a change of the password", () => {
    it("all end but the one that asks, in every copy at once", async () => {
      const user = await aMember();
      const before = await api.idToken(user);
      const since = await signedInLater(user, 2);
      for (const app of [api.app, copy]) {
        expect((await bearer(before, app).get(PROFILE)).status).toBe(200);
        expect((await bearer(since, app).get(PROFILE)).status).toBe(200);
      }
      expect((await bearer(since).delete(OTHERS)).status).toBe(204);
      for (const app of [api.app, copy]) {
        expect((await bearer(before, app).get(PROFILE)).body).toMatchObject({
          status: 401,
          code: "UNAUTHENTICATED",
        });
        expect((await bearer(since, app).get(PROFILE)).status).toBe(200);
      }
    });

    it("an earlier sign-in that asks ends those that came after it, too", async () => {
      const user = await aMember();
      const before = await api.idToken(user);
      const since = await signedInLater(user, 2);
      expect((await bearer(since).get(PROFILE)).status).toBe(200);
      expect((await bearer(before).delete(OTHERS)).status).toBe(204);
      for (const app of [api.app, copy]) {
        expect((await bearer(since, app).get(PROFILE)).status).toBe(401);
        expect((await bearer(before, app).get(PROFILE)).status).toBe(200);
      }
      expect((await bearer(since).delete(OTHERS)).status).toBe(401);
    });

    it("end for no one else", async () => {
      const [user, other] = [await aMember(), await aMember()];
      const token = await api.idToken(other);
      expect((await bearer(await signedInLater(user, 2)).delete(OTHERS)).status).toBe(204);
      expect((await bearer(token).get(PROFILE)).status).toBe(200);
    });

    it("the admin sessions of a system admin end too, but the one that asks", async () => {
      const user = await api.aUser();
      const [own, other] = [await api.openSession(user), await api.openSession(user)];
      const strangers = await api.openSession(await api.aUser());
      expect((await session(own).delete(ADMIN_OTHERS)).status).toBe(204);
      expect((await session(own).get(ME)).status).toBe(200);
      expect((await session(own, copy).get(ME)).status).toBe(200);
      expect((await session(other).get(ME)).status).toBe(401);
      expect((await session(other, copy).get(ME)).status).toBe(401);
      expect((await session(strangers).get(ME)).status).toBe(200);
    });

    it("an admin session ends when a later sign-in asks from the staff area", async () => {
      const user = await api.aUser();
      const cookie = await api.openSession(user);
      expect((await bearer(await signedInLater(user, 2)).delete(OTHERS)).status).toBe(204);
      expect((await session(cookie).get(ME)).status).toBe(401);
    });
  });

  describe("of a user who was disabled and enabled again", () => {
    const admin = perTest(() => api.asSystemAdmin());

    it.each([
      ["by a system admin", async () => ({ client: admin, path: USERS, user: await aMember() })],
      [
        "by an organization admin",
        async () => {
          const head = await aMember({ isOrganizationAdmin: true });
          const user = await api.aUser({ organizationId: head.organizationId });
          return { client: api.as(head), path: MEMBERS, user };
        },
      ],
    ])("stay ended in every copy, remembered as they may be: %s", async (_, people) => {
      const { client, path, user } = await people();
      const token = await api.idToken(user);
      expect((await bearer(token, copy).get(PROFILE)).status).toBe(200);
      // The identity service gives the time of a sign-in in whole seconds.
      api.clock.set(new Date(Date.now() + 2_000));
      expect((await client.patch(`${path}/${user.userId}`, { status: "DISABLED" })).status).toBe(
        200,
      );
      expect((await bearer(token, copy).get(PROFILE)).body).toMatchObject({
        code: "ACCOUNT_DISABLED",
      });
      expect((await client.patch(`${path}/${user.userId}`, { status: "ACTIVE" })).status).toBe(200);
      for (const app of [api.app, copy]) {
        expect((await bearer(token, app).get(PROFILE)).status).toBe(401);
      }
      expect((await bearer(await signedInLater(user, 3)).get(PROFILE)).status).toBe(200);
    });
  });
});
