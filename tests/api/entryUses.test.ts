import { subDays } from "date-fns";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { type Entry, entry } from "../../domain/entries/schemas.ts";
import { pageOf } from "../../domain/paging.ts";
import { addDays, tokyoDate } from "../../domain/text/dates.ts";
import { usageResults } from "../../domain/usage/events.ts";
import { addUpUses } from "../../server/modules/vocabulary/queries/entryUses.ts";
import { suiteApi } from "../support/api.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { entriesUrl, someEntries } from "../support/entryRequests.ts";
import { keepHouse } from "../support/housekeeping.ts";
import { perSuite, perTest } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { VOCABULARY, wordsOf } from "../support/vocabularyRequests.ts";

const EVENTS = "/api/v1/usage-events";
const entryPage = pageOf(entry);

describeDatabase("words that usage events name", (engine) => {
  const api = suiteApi(engine);
  const program = perSuite(async () => withKey(api, (await aServiceKey(api)).key));
  const own = perTest(() => api.organization());
  const admin = api.as(perTest(() => api.aUser({ ...own, isOrganizationAdmin: true })));
  const words = perTest(async () => {
    const today = tokyoDate(new Date());
    const period = { startDate: addDays(today, -80), endDate: addDays(today, 80) };
    await aContract(api.db, { ...own, ...period, maxTranscriptCount: 20 });
    const dictionaryId = await aDictionary(api, own);
    const names = ["春", "夏", "秋"].map((surface) => ({ surface, reading: "きせつ" }));
    const [spring = 0, summer = 0, autumn = 0] = await someEntries(
      api,
      { ...own, dictionaryId },
      names,
    );
    return { dictionaryId, spring, summer, autumn };
  });

  let ids = 0;
  const anEvent = (counts: readonly (readonly [entryId: number, count: number])[], daysAgo = 0) => {
    ids += 1;
    return {
      eventId: `words-${ids}`,
      organizationId: own.organizationId,
      occurredAt: subDays(new Date(), daysAgo).toISOString(),
      seconds: 60,
      words: counts.map(([entryId, count]) => ({ entryId, count })),
    };
  };
  async function report(...events: object[]) {
    const { status, body, text } = await program.post(EVENTS, { events });
    expect(status, text).toBe(200);
    await addUpUses(api.db);
    return usageResults.parse(body).results.map(({ result }) => result);
  }
  async function listed(query = ""): Promise<Entry[]> {
    const { body } = await admin.get(`${entriesUrl(words.dictionaryId)}?${query}`);
    return entryPage.parse(body).content;
  }
  const uses = async () =>
    Object.fromEntries((await listed()).map((one) => [one.surface, one.uses30Days]));

  it("are unknown while no event names one", async () => {
    await report({ ...anEvent([]), words: undefined }, anEvent([]));
    expect(await uses()).toEqual({ 春: null, 夏: null, 秋: null });
  });

  it("are added up over 30 days, by the day in Tokyo", async () => {
    const { spring, summer } = words;
    await report(
      anEvent([
        [spring, 2],
        [spring, 1],
      ]),
      anEvent([[spring, 4]], 29),
      anEvent([[summer, 7]], 30),
    );
    await report(anEvent([[spring, 10]]));
    expect(await uses()).toEqual({ 春: 17, 夏: 0, 秋: 0 });
  });

  it("count when their event is recorded, once, and not beyond a cap", async () => {
    const event = anEvent([[words.spring, 1]]);
    expect(await report(event)).toEqual(["recorded"]);
    expect(await report(event, { ...event, seconds: 61 })).toEqual(["duplicate", "conflict"]);
    const full = Array.from({ length: 20 }, () => anEvent([[words.summer, 1]]));
    expect(new Set(await report(...full))).toEqual(new Set(["recorded", "quota_exceeded"]));
    expect(await uses()).toEqual({ 春: 1, 夏: 19, 秋: 0 });
  });

  it("are ignored where the organization has no such entry", async () => {
    const other = await api.organization();
    const foreign = await someEntries(
      api,
      { ...other, dictionaryId: await aDictionary(api, other) },
      [{}],
    );
    const counts = [...foreign, 999_999].map((entryId) => [entryId, 5] as const);
    expect(await report(anEvent([...counts, [words.autumn, 1]]))).toEqual(["recorded"]);
    expect(await uses()).toEqual({ 春: 0, 夏: 0, 秋: 1 });
    const { rows } = await sql`select 1 from entry_uses where entry_id = any(${foreign})`.execute(
      api.db,
    );
    expect(rows).toEqual([]);
  });

  it("sort and filter the words of a dictionary", async () => {
    await report(
      anEvent([
        [words.summer, 3],
        [words.autumn, 5],
      ]),
    );
    const surfaces = async (query: string) => (await listed(query)).map(({ surface }) => surface);
    expect(await surfaces("sort=uses30Days,desc")).toEqual(["秋", "夏", "春"]);
    expect(await surfaces("used=false")).toEqual(["春"]);
    expect(await surfaces("used=true&sort=uses30Days,asc")).toEqual(["夏", "秋"]);
  });

  it("come first for an engine that asks for that order, from the next day on", async () => {
    await report(anEvent([[words.autumn, 5]], 1), anEvent([[words.summer, 9]]));
    const url = `${VOCABULARY}?organizationId=${own.organizationId}&engine=json`;
    const order = async (more = "") =>
      wordsOf(await program.get(url + more)).entries.map(({ surface }) => surface);
    expect(await order()).toEqual(["春", "夏", "秋"]);
    expect(await order("&order=use")).toEqual(["秋", "春", "夏"]);
    const { headers } = await program.get(`${url}&order=use`);
    expect(headers.etag).toContain(`use-${tokyoDate(new Date())}`);
  });

  it("are at most 500 in an event, each counted at least once", async () => {
    const many = Array.from({ length: 501 }, (_, place) => [place + 1, 1] as const);
    for (const event of [anEvent(many), anEvent([[words.spring, 0]]), anEvent([[0, 1]])])
      expect((await program.post(EVENTS, { events: [event] })).status).toBe(422);
  });

  it("are deleted once their days count no more", async () => {
    await report(anEvent([[words.spring, 2]], 40), anEvent([[words.spring, 1]]));
    await keepHouse(api);
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from entry_uses
      where organization_id = ${own.organizationId}`.execute(api.db);
    expect(rows).toEqual([{ count: 1 }]);
  });
});
