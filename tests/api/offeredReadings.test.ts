import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { MOST_SURFACES } from "../../domain/readings/rules.ts";
import { type SurfaceReadings, surfaceReadings } from "../../domain/readings/schemas.ts";
import { katakana } from "../../domain/text/katakana.ts";
import { Analyser } from "../../server/analyser/analyser.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { anEntry } from "../support/entryRequests.ts";
import { perTest } from "../support/perSuite.ts";
import { analyserIsLoaded, READINGS as URL } from "../support/readingRequests.ts";
import { PARTS_OF_NAMES, REAL_NAMES, SPACED_NAMES } from "../support/realNames.ts";

describeDatabase("GET and POST /readings", (engine) => {
  const api = suiteApi(engine);
  const own = perTest(() => api.organization());
  const staff = api.as(perTest(() => api.aUser(own)));
  let key: { organizationId: number; dictionaryId: number };

  beforeEach(async () => {
    key = { ...own, dictionaryId: await aDictionary(api, own) };
    await analyserIsLoaded(api, own);
  });

  const readingsOf = async (...surfaces: string[]): Promise<SurfaceReadings> => {
    const { status, body } = await staff.post(URL, { surfaces });
    expect(status).toBe(200);
    return surfaceReadings.parse(body);
  };
  const firstOf = async (surface: string) => (await readingsOf(surface))[0]?.readings ?? [];

  it("answers several surfaces in their order, by address and by body alike", async () => {
    const surfaces = ["議事録", "渋沢栄一", "議事録"];
    const query = surfaces.map((surface) => `surface=${encodeURIComponent(surface)}`).join("&");
    const { status, body } = await staff.get(`${URL}?${query}`);
    expect(status).toBe(200);
    expect(body).toEqual(await readingsOf(...surfaces));
    expect(body).toMatchObject(surfaces.map((surface) => ({ surface })));
    const { body: one } = await staff.get(`${URL}?surface=${encodeURIComponent("議事録")}`);
    expect(one).toEqual(await readingsOf("議事録"));
  });

  it.each([
    ["東京", { reading: "とうきょう", source: "WORD" }],
    ["日本", { reading: "にっぽん", source: "WORD" }],
    ["日本", { reading: "にほん", source: "PARTS" }],
    ["議事録", { reading: "ぎじろく", source: "PARTS" }],
    ["渋沢栄一", { reading: "しぶさわえいいち", source: "NAME" }],
    ["損益計算書", { reading: "そんえきけいさんしょ", source: "PARTS" }],
    ["AI", { reading: "えーあい", source: "LETTERS" }],
    ["ＡＩ", { reading: "えーあい", source: "LETTERS" }],
    ["生成AI", { reading: "せいせいえーあい", source: "PARTS" }],
    ["18", { reading: "じゅうはち", source: "LETTERS" }],
    ["21世紀", { reading: "にじゅういっせいき", source: "PARTS" }],
    ["お～いお茶", { reading: "おーいおちゃ", source: "PARTS" }],
    ["髙橋", { reading: "たかはし", source: "WORD" }],
    ["新百合ヶ丘", { reading: "しんゆりがおか", source: "PARTS" }],
  ])("reads %s as %j", async (surface, reading) => {
    expect(await firstOf(surface)).toContainEqual(reading);
  });

  it("offers the readings of own words first, whole before parts", async () => {
    await anEntry(api, key, { surface: "双日", reading: "そうじつ" });
    await anEntry(api, key, { surface: "双日会", reading: "ふたひかい" });
    expect((await firstOf("双日会")).slice(0, 2)).toEqual([
      { reading: "ふたひかい", source: "OWN" },
      { reading: "そうじつかい", source: "OWN" },
    ]);
  });

  it("offers nothing of disabled words and of other organizations", async () => {
    await anEntry(api, key, { surface: "双日", reading: "そうじつ", enabled: false });
    const other = await api.organization();
    const foreign = { ...other, dictionaryId: await aDictionary(api, other) };
    await anEntry(api, foreign, { surface: "双日", reading: "そうじつ" });
    expect((await firstOf("双日")).map(({ source }) => source)).not.toContain("OWN");
  });

  it("has no readings for what cannot be read", async () => {
    expect(await firstOf("𰻞")).toEqual([]);
  });

  it.each([
    [400, "no surface", () => staff.get(URL)],
    [400, "an empty surface", () => staff.get(`${URL}?surface=`)],
    [422, "an empty list", () => staff.post(URL, { surfaces: [] })],
    [422, "a surface that is too long", () => staff.post(URL, { surfaces: ["字".repeat(101)] })],
    [
      431,
      "too many surfaces",
      () => staff.post(URL, { surfaces: Array(MOST_SURFACES + 1).fill("字") }),
    ],
  ] as const)("answers %i to %s", async (status, _, send) => {
    expect((await send()).status).toBe(status);
  });

  it("reads the longest surfaces", async () => {
    const longest = `${"東京都議会".repeat(20)}`;
    expect(await firstOf(longest)).not.toEqual([]);
  });
});

describe("the analyser", () => {
  const analyser = new Analyser();
  afterAll(() => analyser.close());

  /** The percentage of names whose reading is among the offered ones. */
  const recall = async (
    names: readonly { surface: string; reading: string }[],
    ofNames = false,
  ) => {
    const written = (reading: string) => (ofNames ? katakana(reading) : reading);
    let met = 0;
    for (let at = 0; at < names.length; at += MOST_SURFACES) {
      const some = names.slice(at, at + MOST_SURFACES);
      const asked = some.map(({ surface }) => ({ surface, own: [] }));
      const offered = await analyser.readings(asked, { organizationId: 1, ofNames });
      met += some.filter(({ reading }, n) =>
        offered[n]?.readings.some((one) => written(one.reading) === reading),
      ).length;
    }
    return (100 * met) / names.length;
  };
  const of = (partOfSpeech: string) =>
    [...REAL_NAMES, ...PARTS_OF_NAMES].filter((name) => name.partOfSpeech === partOfSpeech);

  // docs/product/readings.md has these figures.
  it.each([
    ["人名", 89],
    ["姓", 97],
    ["名", 91],
    ["組織名", 92],
    ["固有名詞", 90],
    ["地名", 82],
    ["名詞", 96],
  ])("offers the reading of names of kind %s for at least %i percent", async (kind, least) => {
    expect(await recall(of(kind))).toBeGreaterThanOrEqual(least);
  });

  it("offers the フリガナ of names of people, with their space, for at least 92 percent", async () => {
    expect(await recall(SPACED_NAMES, true)).toBeGreaterThanOrEqual(92);
  });

  it("starts with the first question and ends when idle", async () => {
    const idle = new Analyser({ idleMs: 100 });
    expect(idle.isStarted).toBe(false);
    await idle.readings([{ surface: "東京", own: [] }], { organizationId: 1 });
    expect(idle.isStarted).toBe(true);
    await expect.poll(() => idle.isStarted, { timeout: 10_000 }).toBe(false);
    await idle.readings([{ surface: "東京", own: [] }], { organizationId: 1 });
    await idle.close();
  });
});
