import { addDays, addMinutes } from "date-fns";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { adminEndpoints, staffEndpoints } from "../../domain/api/areas.ts";
import type { Endpoint } from "../../domain/api/endpoint.ts";
import { buildApp } from "../../server/app.ts";
import { peopleHousekeeping } from "../../server/modules/people/jobs.ts";
import { SAME_ORIGIN, SESSION, suiteApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { eventsOf } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { listening, openEvents, STAFF_EVENTS } from "../support/eventStream.ts";
import type { TestUser } from "../support/people.ts";
import { aSignIn } from "../support/signInRows.ts";
import { MEMBERS, PROFILE, USERS } from "../support/userRequests.ts";
import { WORKSPACES } from "../support/workspaceRequests.ts";

const STAFF = "/api/v1/sessions";
const OWN_EVENTS = "/api/v1/audit-events";
const ADMIN = "/admin/api/v1/sessions";
const ME = "/admin/api/v1/me";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

/** After the accounts were made: an earlier sign-in is none. In seconds. */
const SIGNED_IN = Math.floor(Date.now() / 1000) + 600;

const page = z.object({
  content: z.array(
    z.object({
      sessionId: z.int(),
      signedInAt: z.string(),
      lastSeenAt: z.string(),
      address: z.string(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
      userAgent: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
  totalElements: z.int(),
});

describeDatabase("the own sign-ins", (engine) => {
  const api = suiteApi(engine);
  /** A second copy of the API. */
  let copy: Awaited<ReturnType<typeof buildApp>>;

  beforeAll(async () => {
    const { config, database, identity, clock } = api;
    const logStream = { write: () => {} };
    copy = await buildApp({ config, database, identity, now: clock.now, logStream });
  });
  afterEach(() => api.clock.release());
  afterAll(() => copy.close());

  const aMember = async () => api.aUser({ organizationId: await api.anOrganization() });
  /** A token of a sign-in after those with smaller numbers. */
  const tokenOf = async (user: TestUser, order: number, renewed = 0) => {
    const at = SIGNED_IN + order;
    return api.tokenWith(await api.idToken(user), { auth_time: at, iat: at + renewed });
  };
  /** A browser of the staff area. */
  const device = async (user: TestUser, order: number, userAgent = CHROME) => {
    const token = await tokenOf(user, order);
    const headers = { authorization: `Bearer ${token}`, "user-agent": userAgent };
    return new ApiClient(api.app, async () => headers);
  };
  /** A browser of the admin area. */
  const adminDevice = async (user: TestUser, order: number, userAgent = CHROME) => {
    const idToken = await tokenOf(user, order);
    const own = { ...SAME_ORIGIN, "user-agent": userAgent };
    const { status, headers } = await new ApiClient(api.app, async () => own).post(SESSION, {
      idToken,
    });
    expect(status).toBe(204);
    const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
    return new ApiClient(api.app, async () => ({ ...own, cookie }));
  };
  const listed = async (client: ApiClient, path = STAFF, query = "") =>
    page.parse((await client.get(`${path}${query}`)).body);
  const idOf = async (client: ApiClient, path = STAFF) => {
    const { content } = await listed(client, path);
    return content.find(({ isCurrent }) => isCurrent)?.sessionId ?? 0;
  };
  const isIn = async (client: ApiClient) => (await client.get(PROFILE)).status === 200;

  it("are listed with browser, system, address and times, the last used first", async () => {
    const user = await aMember();
    const phone = await device(user, 1, SAFARI);
    await phone.get(PROFILE);
    const desk = await device(user, 2);
    const { content, totalElements } = await listed(desk);
    expect(totalElements).toBe(2);
    expect(content).toMatchObject([
      { browser: "Chrome", system: "Windows", address: desk.address, isCurrent: true },
      { browser: "Safari", system: "iOS", address: phone.address, isCurrent: false },
    ]);
    expect(content.map(({ signedInAt }) => Date.parse(signedInAt) / 1000 - SIGNED_IN)).toEqual([
      2, 1,
    ]);
    expect((await listed(phone)).content.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  it("have no names where a program says nothing that is known", async () => {
    const user = await aMember();
    const program = await device(user, 1, "");
    await aSignIn(api, user, { userAgent: "いろは" });
    const { content } = await listed(program);
    expect(content).toMatchObject([
      { browser: null, system: null, userAgent: "" },
      { browser: null, system: null, userAgent: "いろは" },
    ]);
  });

  it("are pages, and sorted as asked", async () => {
    const user = await aMember();
    const client = await device(user, 1);
    for (const _ of [1, 2, 3]) await aSignIn(api, user);
    expect(await listed(client, STAFF, "?size=2&page=1")).toMatchObject({ totalElements: 4 });
    const times = (await listed(client, STAFF, "?sort=signedInAt,asc")).content.map(
      ({ signedInAt }) => signedInAt,
    );
    expect(times).toEqual(times.toSorted());
    expect((await client.get(`${STAFF}?sort=address,asc`)).status).toBe(400);
  });

  it("are nobody else's", async () => {
    const [user, other] = [await aMember(), await aMember()];
    const others = await device(other, 1);
    const theirs = await idOf(others);
    const client = await device(user, 1);
    expect((await listed(client)).totalElements).toBe(1);
    expect((await client.delete(`${STAFF}/${theirs}`)).status).toBe(404);
    expect(await isIn(others)).toBe(true);
  });

  describe("of which one is ended", () => {
    it("is 401 from the next request on, in every copy, and the others go on", async () => {
      const user = await aMember();
      const [desk, phone] = [await device(user, 1), await device(user, 2)];
      const phoneInCopy = new ApiClient(copy, () => phone.credentials());
      expect(await isIn(phoneInCopy)).toBe(true);
      const id = await idOf(phone);
      expect((await desk.delete(`${STAFF}/${id}`)).status).toBe(204);
      for (const client of [phone, phoneInCopy]) {
        expect((await client.get(PROFILE)).body).toMatchObject({
          status: 401,
          code: "UNAUTHENTICATED",
        });
      }
      expect(await listed(desk)).toMatchObject({ totalElements: 1 });
      expect(await eventsOf(api.db, "endOneSignIn", user)).toMatchObject([
        { target_kind: "user", target_id: user.userId, outcome: "DONE" },
      ]);
    });

    it("stays ended with a renewed token, and a new sign-in is none of it", async () => {
      const user = await aMember();
      const [desk, phone] = [await device(user, 1), await device(user, 2)];
      const id = await idOf(phone);
      await desk.delete(`${STAFF}/${id}`);
      const bearer = { authorization: `Bearer ${await tokenOf(user, 2, 60)}` };
      expect((await api.anonymous.get(PROFILE, bearer)).status).toBe(401);
      expect(await isIn(await device(user, 3))).toBe(true);
    });

    it("is ended once: the second time changes nothing, and is in no log", async () => {
      const user = await aMember();
      const desk = await device(user, 1);
      const id = await aSignIn(api, user);
      const answers = await Promise.all([1, 2, 3].map(() => desk.delete(`${STAFF}/${id}`)));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
      expect(await eventsOf(api.db, "endOneSignIn", user)).toHaveLength(1);
    });

    it("ends its streams at once, and those of the others stay", async () => {
      const user = await aMember();
      const { address } = await listening(api);
      const [desk, phone] = [await device(user, 1), await device(user, 2)];
      const streamOf = async (client: ApiClient) =>
        openEvents(address + STAFF_EVENTS, await client.credentials());
      const [ofDesk, ofPhone] = [await streamOf(desk), await streamOf(phone)];
      await desk.delete(`${STAFF}/${await idOf(phone)}`);
      await ofPhone.ended;
      await desk.get(PROFILE);
      expect(ofDesk.hasEnded()).toBe(false);
      await ofDesk.close();
    });

    it("may be the one that asks", async () => {
      const client = await device(await aMember(), 1);
      const id = await idOf(client);
      expect((await client.delete(`${STAFF}/${id}`)).status).toBe(204);
      expect(await isIn(client)).toBe(false);
    });

    it("takes its admin session along, and opens no other", async () => {
      const admin = await api.aUser();
      const [desk, phone] = [await adminDevice(admin, 1), await adminDevice(admin, 2, SAFARI)];
      const { content } = await listed(desk, ADMIN);
      expect(content).toMatchObject([
        { browser: "Safari", isCurrent: false },
        { browser: "Chrome", isCurrent: true },
      ]);
      const id = content[0]?.sessionId;
      expect((await desk.delete(`${ADMIN}/${id}`)).status).toBe(204);
      expect((await phone.get(ME)).status).toBe(401);
      expect((await desk.get(ME)).status).toBe(200);
      const idToken = await tokenOf(admin, 2, 1);
      expect((await api.anonymous.post(SESSION, { idToken }, SAME_ORIGIN)).status).toBe(401);
      expect(await isIn(await device(admin, 2))).toBe(false);
      expect(await eventsOf(api.db, "endOneSession", admin)).toHaveLength(1);
    });
  });

  describe("of which all others are ended", () => {
    it("leaves the one that asks, with earlier and later ones ended", async () => {
      const user = await aMember();
      const [first, own, last] = [
        await device(user, 1),
        await device(user, 2),
        await device(user, 3),
      ];
      for (const client of [first, own, last]) expect(await isIn(client)).toBe(true);
      expect((await own.delete(`${STAFF}/others`)).status).toBe(204);
      expect([await isIn(first), await isIn(own), await isIn(last)]).toEqual([false, true, false]);
      expect(await listed(own)).toMatchObject({ totalElements: 1, content: [{ isCurrent: true }] });
    });
  });

  describe("that are over by themselves", () => {
    it("are not listed after the sign-out", async () => {
      const user = await aMember();
      const [desk, phone] = [await device(user, 1), await device(user, 2)];
      await phone.get(PROFILE);
      expect((await listed(desk)).totalElements).toBe(2);
      await phone.delete("/api/v1/session");
      expect((await listed(desk)).totalElements).toBe(1);
    });

    it("are not listed after the sign-out of an admin session, of which no other is left", async () => {
      const admin = await api.aUser();
      const desk = await adminDevice(admin, 1);
      const [phone, second] = [await adminDevice(admin, 2), await adminDevice(admin, 2)];
      await phone.delete(SESSION);
      expect((await listed(desk, ADMIN)).totalElements).toBe(2);
      await second.delete(SESSION);
      expect((await listed(desk, ADMIN)).totalElements).toBe(1);
    });

    it("are not listed once an admin session is idle", async () => {
      const admin = await api.aUser();
      await adminDevice(admin, 1);
      api.clock.set(addMinutes(new Date(), 31));
      const desk = await adminDevice(admin, 25 * 60);
      expect((await listed(desk, ADMIN)).totalElements).toBe(1);
    });

    it("are not listed once a user was disabled", async () => {
      const user = await aMember();
      await (await device(user, 1)).get(PROFILE);
      api.clock.set(new Date((SIGNED_IN + 10) * 1000));
      const admin = api.asSystemAdmin();
      for (const status of ["DISABLED", "ACTIVE"]) {
        expect((await admin.patch(`${USERS}/${user.userId}`, { status })).status).toBe(200);
      }
      expect((await listed(await device(user, 20))).totalElements).toBe(1);
    });

    it("leave the list after 90 days, and come back with their next use; ended ones stay ended", async () => {
      const user = await aMember();
      const [desk, old, ended] = [
        await device(user, 1),
        await device(user, 2),
        await device(user, 3),
      ];
      for (const client of [desk, old]) await client.get(PROFILE);
      await desk.delete(`${STAFF}/${await idOf(ended)}`);
      await api.db
        .updateTable("sign_ins")
        .set({ last_seen_at: addDays(new Date(), -91) })
        .where("user_id", "=", user.userId)
        .execute();
      await peopleHousekeeping({ db: api.db, now: api.clock.now })["forget unused sign-ins"]?.();
      expect((await listed(desk)).totalElements).toBe(1);
      const signIns = await eventsOf(api.db, "signIn", user);
      expect(await isIn(old)).toBe(true);
      expect((await listed(desk)).totalElements).toBe(2);
      expect(await eventsOf(api.db, "signIn", user)).toHaveLength(signIns.length);
      expect(await isIn(ended)).toBe(false);
    });
  });

  describe("when they are used", () => {
    const lastSeen = async (client: ApiClient) =>
      (await listed(client)).content.find(({ isCurrent }) => isCurrent)?.lastSeenAt ?? "";

    it("say so at most every 5 minutes, with the address of then", async () => {
      const user = await aMember();
      const client = await device(user, 2);
      const first = await lastSeen(client);
      api.clock.set(addMinutes(new Date(first), 4));
      expect(await lastSeen(client)).toBe(first);
      api.clock.set(addMinutes(new Date(first), 6));
      const moved = new ApiClient(api.app, () => client.credentials());
      expect(await lastSeen(moved)).toBe(addMinutes(new Date(first), 6).toISOString());
      expect((await listed(client)).content).toMatchObject([{ address: moved.address }]);
    });

    describe("by what says that nobody looks at it", () => {
      const unattended = { "x-unattended": "true" };
      /** Whether what is sent 6 minutes later is noted as a use. */
      const isUse = async (
        send: (client: ApiClient, elsewhere: ApiClient) => Promise<unknown>,
      ): Promise<boolean> => {
        const client = await device(await aMember(), 2);
        const first = await lastSeen(client);
        api.clock.set(addMinutes(new Date(first), 6));
        await send(client, new ApiClient(api.app, () => client.credentials()));
        api.clock.set(first);
        return (await lastSeen(client)) !== first;
      };

      it("are not used where it reads a live screen again", async () => {
        expect(await isUse((client) => client.get(PROFILE, unattended))).toBe(false);
        expect(await isUse((client) => client.get(`${MEMBERS}/x`, unattended))).toBe(false);
      });

      it.each<[string, (client: ApiClient, elsewhere: ApiClient) => Promise<unknown>]>([
        ["writes", (client) => client.post(WORKSPACES, { workspaceName: "営業部" }, unattended)],
        ["downloads a file", (client) => client.get(`${MEMBERS}/export`, unattended)],
        ["reads what no live screen does", (client) => client.get(OWN_EVENTS, unattended)],
        ["comes from elsewhere", (_, elsewhere) => elsewhere.get(PROFILE, unattended)],
        [
          "comes from another browser",
          (client) => client.get(PROFILE, { ...unattended, "user-agent": SAFARI }),
        ],
      ])("are used where it %s", async (_, send) => {
        expect(await isUse(send)).toBe(true);
      });

      it("counts only for reads that are no files", () => {
        const all: [string, Endpoint][] = [staffEndpoints, adminEndpoints].flatMap(Object.entries);
        const live = all.filter(([, endpoint]) => endpoint.live);
        expect(live.length).toBeGreaterThan(20);
        for (const [key, { file, audit }] of live) {
          expect([key, file, audit]).toEqual([
            expect.stringMatching(/^GET /),
            undefined,
            undefined,
          ]);
        }
      });
    });

    it("say so in the admin area, too", async () => {
      const admin = await api.aUser();
      const client = await adminDevice(admin, 2);
      const [before] = (await listed(client, ADMIN)).content;
      api.clock.set(addMinutes(new Date(before?.lastSeenAt ?? ""), 6));
      const [after] = (await listed(client, ADMIN)).content;
      expect(after?.lastSeenAt).toBe(api.clock.now().toISOString());
    });
  });
});
