import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { announceChange } from "../../server/events/announceChange.ts";
import { type TestApi, testApi } from "../support/api.ts";
import { describeEachEngine } from "../support/database.ts";
import { ADMIN_EVENTS, type Listening, listening, STAFF_EVENTS } from "../support/eventStream.ts";

const NO_CREDENTIAL = { code: "UNAUTHENTICATED" };

describeEachEngine("GET /events", (engine) => {
  let api: TestApi;
  let people: Listening;
  let organizationId: number;
  let elsewhere: number;

  beforeAll(async () => {
    api = await testApi(engine);
    people = await listening(api);
    organizationId = await api.anOrganization("自社");
    elsewhere = await api.anOrganization("他社");
  });
  afterAll(() => api.close());

  const dictionary = (id: number, organization = organizationId) =>
    announceChange(
      api.db,
      { organizationId: organization, resource: "dictionaries", id },
      "updated",
    );
  const topicsOf = (events: readonly { topic: string }[]) => events.map(({ topic }) => topic);

  it("opens at once as an event stream that nothing on the way may keep or hold back", async () => {
    const stream = await people.staff(await api.aUser({ organizationId }));
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.headers.get("cache-control")).toBe("no-store");
    expect(stream.headers.get("x-accel-buffering")).toBe("no");
    expect(stream.headers.get("x-content-type-options")).toBe("nosniff");
    await vi.waitFor(() => expect(stream.text()).toBe("retry: 2000\n\n"));
    await stream.close();
  });

  it("tells of a change once it is committed, and of none that is rolled back", async () => {
    const stream = await people.staff(await api.aUser({ organizationId }));
    const rolledBack = api.db.transaction().execute(async (trx) => {
      const record = { organizationId, resource: "dictionaries", id: 1 };
      await announceChange(trx, record, "created");
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await api.db.transaction().execute(async (trx) => {
      const record = { organizationId, resource: "dictionaries", id: 2 };
      await announceChange(trx, record, "created");
      await announceChange(trx, record, "locked");
    });
    expect(await stream.hears(2)).toEqual([
      { topic: "resource/dictionaries/2", type: "created", payload: { ids: [2] } },
      { topic: "lock/dictionaries/2", type: "locked", payload: { ids: [2] } },
    ]);
    await stream.close();
  });

  it("tells nothing of another organization", async () => {
    const stream = await people.staff(await api.aUser({ organizationId }));
    await dictionary(3, elsewhere);
    await dictionary(4);
    expect(topicsOf(await stream.hears(1))).toEqual(["resource/dictionaries/4"]);
    await stream.close();
  });

  it("refuses whoever has no credential of the area", async () => {
    const user = await api.aUser({ organizationId });
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

  it("answers HEAD without opening a stream", async () => {
    const user = await api.aUser({ organizationId });
    const { status, headers } = await api.as(user).send("HEAD", STAFF_EVENTS);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/event-stream");
    await vi.waitFor(() => expect(api.app.events.size).toBe(0));
  });
});
