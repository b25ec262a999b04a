import { connect } from "node:net";
import { subMinutes } from "date-fns";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { publishUnlogged } from "../../server/events/publishChange.ts";
import {
  SAME_ORIGIN,
  SESSION,
  type TestApi,
  type TestApiOptions,
  testApi,
} from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { ADMIN_EVENTS, type Listening, listening, STAFF_EVENTS } from "../support/eventStream.ts";
import { gate } from "../support/gate.ts";
import type { TestUser } from "../support/people.ts";

/** Before the first heartbeat, which comes after 15 s. */
const AT_ONCE = { timeout: 10_000, interval: 10 };

describeDatabase("the end of an event stream", (engine) => {
  let api: TestApi;
  let people: Listening;
  let organizationId: number;

  /** One app for several tests: starting one takes longer than the test. */
  const describeApp = (name: string, options: TestApiOptions, tests: () => void) =>
    describe(name, () => {
      beforeAll(async () => {
        api = await testApi(engine, options);
        people = await listening(api);
        organizationId = await api.anOrganization();
      });
      afterAll(() => api.close());
      tests();
    });
  const disable = (user: TestUser, announced: boolean) =>
    api.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("users")
        .set({ status: "DISABLED" })
        .where("user_id", "=", user.userId)
        .execute();
      const record = { organizationId: user.organizationId, resource: "users", id: user.userId };
      if (announced) await publishUnlogged(trx, record, "updated");
    });
  const nobodyIsLeft = () => vi.waitFor(() => expect(api.app.events.size).toBe(0), AT_ONCE);
  const linesOf = ({ userId }: TestUser) =>
    api.log
      .map((line): unknown => JSON.parse(line))
      .filter((line) => JSON.stringify(line).includes(userId));

  describeApp("with its usual beat", {}, () => {
    it("comes at once for a user who is disabled, and for nobody else", async () => {
      const user = await api.aUser({ organizationId });
      const stream = await people.staff(user);
      const other = await people.staff(await api.aUser({ organizationId }));
      await disable(user, true);
      await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), AT_ONCE);
      const again = await people.staff(user);
      expect(again.status).toBe(401);
      await again.ended;
      expect(JSON.parse(again.text())).toMatchObject({ code: "ACCOUNT_DISABLED" });
      await other.hears(1);
      expect(other.hasEnded()).toBe(false);
      await other.close();
      await nobodyIsLeft();
    });

    it("comes at once for a session of the admin area that is ended", async () => {
      const user = await api.aUser();
      const cookie = await api.openSession(user);
      const stream = await people.open(ADMIN_EVENTS, { cookie });
      const elsewhere = await people.admin(await api.aUser());
      const { status } = await api.anonymous.delete(SESSION, { cookie, ...SAME_ORIGIN });
      expect(status).toBe(204);
      await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), AT_ONCE);
      expect((await people.open(ADMIN_EVENTS, { cookie })).status).toBe(401);
      expect(elsewhere.hasEnded()).toBe(false);
      await elsewhere.close();
      await nobodyIsLeft();
    });

    it("comes for a reader who does not read, before much is buffered", async () => {
      const user = await api.aUser({ organizationId });
      const witness = await people.staff(await api.aUser({ organizationId }));
      const token = await api.idToken(user);
      const { port } = new URL(people.address);
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      socket.pause();
      socket.write(
        `GET ${STAFF_EVENTS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      await vi.waitFor(() => expect(api.app.events.size).toBe(2));
      const long = "x".repeat(3_500);
      for (let id = 0; api.app.events.size === 2 && id < 10_000; id += 1) {
        const record = { organizationId, resource: "users", id: `${id}${long}` };
        await publishUnlogged(api.db, record, "updated");
      }
      expect(api.app.events.size).toBe(1);
      expect(witness.hasEnded()).toBe(false);
      socket.destroy();
      await witness.close();
    });

    it("comes at once when the server closes, with one line in the log for each end", async () => {
      const user = await api.aUser({ organizationId });
      const left = await people.staff(user);
      await left.close();
      await nobodyIsLeft();
      const streams = await Promise.all(Array.from({ length: 10 }, () => people.staff(user)));
      const closing = api.app.close();
      await Promise.all([closing, ...streams.map(({ ended }) => ended)]);
      expect(api.app.events.size).toBe(0);
      const lines = linesOf(user);
      expect(lines).toHaveLength(11);
      for (const line of lines) expect(line).toMatchObject({ level: 30, status: 200 });
      expect(api.log.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    });
  });

  describeApp("with a beat every 20 ms", { parts: { eventHeartbeatMs: 20 } }, () => {
    it("comes after a while for a user who lost the right without an announcement", async () => {
      const user = await api.aUser({ organizationId });
      const stream = await people.staff(user);
      await disable(user, false);
      await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), AT_ONCE);
      // Forty heartbeats end it anyway.
      expect(stream.text().match(/^:$/gm)?.length ?? 0).toBeLessThan(30);
      await nobodyIsLeft();
    });

    it("comes for a session that is idle for 30 minutes, which no stream keeps alive", async () => {
      const user = await api.aUser();
      const cookie = await api.openSession(user);
      const lastSeen = async () => {
        const sessions = api.db.selectFrom("admin_sessions").where("user_id", "=", user.userId);
        return (await sessions.select("last_seen_at").executeTakeFirstOrThrow()).last_seen_at;
      };
      await api.db
        .updateTable("admin_sessions")
        .set({ last_seen_at: subMinutes(api.clock.now(), 29) })
        .where("user_id", "=", user.userId)
        .execute();
      // From where the stream is opened; from elsewhere it would be a use.
      await api.db
        .updateTable("sign_ins")
        .set({ address: "127.0.0.1", user_agent: "" })
        .where("user_id", "=", user.userId)
        .execute();
      const before = await lastSeen();
      const stream = await people.open(ADMIN_EVENTS, { cookie });
      expect(stream.status).toBe(200);
      expect(await lastSeen()).toEqual(before);
      api.clock.advance(2);
      await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), AT_ONCE);
      expect((await people.open(ADMIN_EVENTS, { cookie })).status).toBe(401);
    });
  });

  describeApp("with a beat every 5 ms", { parts: { eventHeartbeatMs: 5 } }, () => {
    it("comes for everybody after forty heartbeats", async () => {
      const stream = await people.staff(await api.aUser({ organizationId }));
      await stream.ended;
      expect(stream.text()).toMatch(/^retry: 2000\n\nevent: streams\n.+\n\n(:\n\n){40}$/);
      await nobodyIsLeft();
    });
  });

  const asked = gate();
  const answer = gate();
  const slowToListen: TestApiOptions = {
    database: (real) => ({
      ...real,
      listen: async (channel, listener) => {
        asked.open();
        await answer.passed;
        return real.listen(channel, listener);
      },
    }),
  };
  describeApp("whose database is slow to listen", slowToListen, () => {
    it("comes at once for a user who is disabled while the stream opens", async () => {
      const user = await api.aUser({ organizationId });
      const opening = people.staff(user);
      await asked.passed;
      await disable(user, true);
      answer.open();
      const stream = await opening;
      await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), AT_ONCE);
      await nobodyIsLeft();
    });
  });
});
