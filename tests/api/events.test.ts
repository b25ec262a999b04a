import { sql } from "kysely";
import { beforeAll, expect, it, vi } from "vitest";
import { spreadMs } from "../../domain/events.ts";
import { CHANGES, publishUnlogged } from "../../server/events/publishChange.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { ADMIN_EVENTS, listening, STAFF_EVENTS } from "../support/eventStream.ts";
import { perSuite } from "../support/perSuite.ts";

const NO_CREDENTIAL = { code: "UNAUTHENTICATED" };

describeDatabase("GET /events", (engine) => {
  const api = suiteApi(engine);
  const people = perSuite(() => listening(api));
  const own = perSuite(() => api.organization("自社"));
  let elsewhere: number;

  beforeAll(async () => {
    elsewhere = await api.anOrganization("他社");
  });

  const dictionary = (id: number, organization = own.organizationId) =>
    publishUnlogged(
      api.db,
      { organizationId: organization, resource: "dictionaries", id },
      "updated",
    );

  it("opens at once as an event stream that proxies must not store or buffer", async () => {
    const stream = await people.staff(await api.aUser(own));
    expect(stream.status).toBe(200);
    expect(stream.headers["content-type"]).toBe("text/event-stream");
    expect(stream.headers["cache-control"]).toBe("no-store");
    expect(stream.headers["x-accel-buffering"]).toBe("no");
    expect(stream.headers["x-content-type-options"]).toBe("nosniff");
    await vi.waitFor(() =>
      expect(stream.text()).toBe('retry: 2000\n\nevent: streams\ndata: {"open":1}\n\n'),
    );
    await stream.close();
  });

  it("sends a change once it is committed, and none that is rolled back", async () => {
    const stream = await people.staff(await api.aUser(own));
    const rolledBack = api.db.transaction().execute(async (trx) => {
      const record = { ...own, resource: "dictionaries", id: 1 };
      await publishUnlogged(trx, record, "created");
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await api.db.transaction().execute(async (trx) => {
      const record = { ...own, resource: "dictionaries", id: 2 };
      await publishUnlogged(trx, record, "created");
      await publishUnlogged(trx, record, "locked");
    });
    expect(await stream.hears(2)).toEqual([
      { topic: "resource/dictionaries/2", type: "created", payload: { ids: [2] } },
      { topic: "lock/dictionaries/2", type: "locked", payload: { ids: [2] } },
    ]);
    await stream.close();
  });

  it("tells nothing of another organization", async () => {
    const stream = await people.staff(await api.aUser(own));
    await dictionary(3, elsewhere);
    await dictionary(4);
    expect(await stream.hearsOf("resource/dictionaries/4")).toEqual([]);
    await stream.close();
  });

  it("takes the longest id that there can be", async () => {
    const id = "\u{1f4d6}".repeat(128);
    const stream = await people.staff(await api.aUser(own));
    await publishUnlogged(api.db, { ...own, resource: "users", id }, "updated");
    expect(await stream.hears(1)).toMatchObject([{ payload: { ids: [id] } }]);
    await stream.close();
  });

  it("skips what it cannot read, and logs it", async () => {
    const stream = await people.staff(await api.aUser(own));
    for (const said of ["", "{", '{"organizationId":1}', '{"event":null}']) {
      await sql`select pg_notify(${CHANGES}, ${said})`.execute(api.db);
    }
    await dictionary(5);
    expect(await stream.hearsOf("resource/dictionaries/5")).toEqual([]);
    const logged = api.log.filter((line) => line.includes("could not parse a published change"));
    expect(logged).toHaveLength(4);
    await stream.close();
  });

  it("refuses requests without a credential of the area", async () => {
    const user = await api.aUser(own);
    const authorization = `Bearer ${await api.idToken(user)}`;
    for (const [path, headers] of [
      [STAFF_EVENTS, {}],
      [ADMIN_EVENTS, {}],
      [ADMIN_EVENTS, { authorization }],
    ] as const) {
      const refused = await people.open(path, headers);
      expect(refused.status).toBe(401);
      await refused.ended;
      expect(JSON.parse(refused.text())).toMatchObject(NO_CREDENTIAL);
    }
  });

  it("lets a user have 20 streams at once and no more, until one of them closes", async () => {
    const user = await api.aUser(own);
    const streams = await Promise.all(Array.from({ length: 20 }, () => people.staff(user)));
    expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refused = await people.staff(user);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const other = await people.staff(await api.aUser(own));
    expect(other.status).toBe(200);

    await streams[0]?.close();
    await vi.waitFor(async () => {
      const again = await people.staff(user);
      expect(again.status).toBe(200);
      streams.push(again);
    });
    for (const stream of [...streams, other]) await stream.close();
  });

  it("reaches 200 open streams with one change, and forgets all that have closed", async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => api.aUser(own)));
    const streams = await Promise.all(
      users.flatMap((user) => Array.from({ length: 20 }, () => people.staff(user))),
    );
    expect(api.app.events.size).toBeGreaterThanOrEqual(200);
    await dictionary(6);
    const heard = await Promise.all(streams.map((stream) => stream.hears(1)));
    expect(heard.flat().map(({ topic }) => topic)).toEqual(
      Array(200).fill("resource/dictionaries/6"),
    );
    await Promise.all(streams.map((stream) => stream.close()));
    await vi.waitFor(() => expect(api.app.events.size).toBe(0));
  });

  it("answers HEAD without opening a stream", async () => {
    const user = await api.aUser(own);
    const { status, headers } = await api.as(user).send("HEAD", STAFF_EVENTS);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/event-stream");
    await vi.waitFor(() => expect(api.app.events.size).toBe(0));
  });
});

/** A client spreads its reads by at most so much less or more than it should. */
const NOTICEABLE_MS = 100;

describeDatabase("the number of open streams", (engine) => {
  const api = suiteApi(engine, { parts: { eventHeartbeatMs: 200 } });
  const people = perSuite(() => listening(api));

  it("is told when a stream opens, and with a heartbeat once it has changed noticeably", async () => {
    const organizationId = await api.anOrganization();
    const first = await people.staff(await api.aUser({ organizationId }));
    const second = await people.staff(await api.aUser({ organizationId }));
    await vi.waitFor(() => expect(second.openStreams()).toEqual([2]));
    await vi.waitFor(() => expect(second.text()).toContain(":\n\n:\n\n"));
    expect(first.openStreams()).toEqual([1]);

    const user = await api.aUser({ organizationId });
    const other = await api.aUser({ organizationId });
    const more = await Promise.all(
      [user, other].flatMap((one) => Array.from({ length: 20 }, () => people.staff(one))),
    );
    const logged = () => first.openStreams().at(-1) ?? 0;
    const late = () => spreadMs(42) - spreadMs(logged());
    await vi.waitFor(() => expect(late()).toBeLessThan(NOTICEABLE_MS), { timeout: 5_000 });
    // Not with each of the 40 that have opened.
    expect(first.openStreams().length).toBeLessThan(20);
    for (const stream of [first, second, ...more]) await stream.close();
  });
});
