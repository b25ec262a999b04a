import { beforeEach, expect, it } from "vitest";
import { MOST_CANDIDATES, MOST_IGNORED } from "../../domain/candidates/rules.ts";
import { type Candidate, candidates } from "../../domain/candidates/schemas.ts";
import { metricsText } from "../../server/metrics/metricsServer.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { databaseContent } from "../support/databaseContent.ts";
import { aDictionary, DICTIONARIES } from "../support/dictionaryRequests.ts";
import { anEntry } from "../support/entryRequests.ts";
import { perTest } from "../support/perSuite.ts";
import { analyserIsLoaded } from "../support/readingRequests.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { VOCABULARY } from "../support/vocabularyRequests.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const URL = "/api/v1/candidates";
const IGNORED = `${URL}/ignored`;
const before = "会西商事の件で電話しました。患者は五円性肺炎です。会西商事に送ります。";
const after = "葛西商事の件でご連絡しました。患者は誤嚥性肺炎です。葛西商事に送付します。";

describeDatabase("POST /candidates", (engine) => {
  const api = suiteApi(engine);
  const own = perTest(() => api.organization());
  const staff = api.as(perTest(() => api.aUser(own)));
  const admin = api.as(perTest(() => api.aUser({ ...own, isDictionaryAdmin: true })));
  let key: { organizationId: number; dictionaryId: number };

  beforeEach(async () => {
    key = { ...own, dictionaryId: await aDictionary(api, own) };
    await analyserIsLoaded(api, own);
  });

  const find = async (body: object = { before, after }, as = staff): Promise<Candidate[]> => {
    const answer = await as.post(URL, body);
    expect(answer.status).toBe(200);
    return candidates.parse(answer.body);
  };
  const company = async (body?: object) =>
    (await find(body)).find(({ surface }) => surface === "葛西商事");
  const aCompany = (input: object = {}) =>
    anEntry(api, key, { surface: "葛西商事", reading: "かさいしょうじ", ...input });
  const fetched = async () => {
    const { key } = await aServiceKey(api);
    const url = `${VOCABULARY}?organizationId=${own.organizationId}&engine=amivoice`;
    expect((await withKey(api, key).get(url)).status).toBe(200);
  };

  it("finds what was misheard, with its readings and the places, and no rewording", async () => {
    const found = await find();
    expect(found.map(({ surface }) => surface).toSorted()).toEqual(["葛西商事", "誤嚥性肺炎"]);
    expect(found.find(({ surface }) => surface === "葛西商事")).toEqual({
      surface: "葛西商事",
      readings: expect.arrayContaining([{ reading: "かさいしょうじ", source: "PARTS" }]),
      partOfSpeech: "組織名",
      kind: "NEW",
      score: expect.any(Number),
      evidence: [
        {
          ...{ before: "会西商事", after: "葛西商事", count: 2 },
          ...{ sentence: "葛西商事の件でご連絡しました", at: 0 },
        },
      ],
    });
  });

  it("finds the terms of one text, and takes the readings that it states", async () => {
    const found = await find({ after: "出席者は蓬莱川（ほうらいがわ）委員長、ゾルピデムの担当。" });
    expect(found).toEqual([
      expect.objectContaining({
        surface: "蓬莱川",
        evidence: [expect.objectContaining({ before: null, after: "蓬莱川" })],
      }),
      expect.objectContaining({ surface: "ゾルピデム", kind: "NEW" }),
    ]);
    expect(found[0]?.readings[0]).toEqual({ reading: "ほうらいがわ", source: "TEXT" });
  });

  it("says of a known word which version the engines have, then that it was misheard", async () => {
    const entryId = await aCompany();
    const of = { entryId, dictionaryId: key.dictionaryId };
    expect(await company()).toMatchObject({
      ...of,
      kind: "KNOWN_NOT_REFLECTED",
      versions: { entry: 2, fetched: null },
    });
    await fetched();
    expect(await company()).toMatchObject({
      kind: "KNOWN_MISHEARD",
      known: { reading: "かさいしょうじ", weight: 2, version: 1 },
      proposal: { weight: 3 },
    });
    await anEntry(api, key, { surface: "葛西商事", reading: "かさい" });
    expect((await company())?.kind).toBe("KNOWN_MISHEARD");
  });

  it("knows words that are disabled, read otherwise, or of another workspace", async () => {
    await aCompany({ enabled: false });
    expect((await company())?.kind).toBe("KNOWN_DISABLED");
    await aCompany({ reading: "とみたしょうじ" });
    expect(await company()).toMatchObject({
      kind: "READING",
      known: { reading: "とみたしょうじ" },
    });
    const workspaceId = await aWorkspace(api, own);
    const elsewhere = await aWorkspace(api, own);
    const dictionaryId = await aDictionary(api, own);
    const url = `${DICTIONARIES}/${dictionaryId}`;
    await admin.patch(url, { workspaceIds: [elsewhere] }, { "if-match": "*" });
    await anEntry(
      api,
      { ...own, dictionaryId },
      { surface: "誤嚥性肺炎", reading: "ごえんせいはいえん" },
    );
    const all = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
    const found = await find({ before, after, workspaceId }, all);
    expect(found.find(({ surface }) => surface === "誤嚥性肺炎")).toMatchObject({
      kind: "KNOWN_OTHER_WORKSPACE",
      dictionaryId,
    });
  });

  it("leaves out what the organization ignores, of which it keeps digests", async () => {
    expect((await admin.post(IGNORED, { surfaces: ["葛西商事", "葛西商事"] })).status).toBe(204);
    expect((await find()).map(({ surface }) => surface)).toEqual(["誤嚥性肺炎"]);
    const other = await api.organization();
    const theirs = await find(undefined, api.as(await api.aUser(other)));
    expect(theirs).toHaveLength(2);
    const rows = await api.db.selectFrom("ignored_candidates").selectAll().execute();
    expect(rows.filter((row) => row.organization_id === own.organizationId)).toHaveLength(1);
  });

  it("offers again what is taken off, and leaves out the others", async () => {
    const surfaces = ["葛西商事", "誤嚥性肺炎"];
    expect((await admin.post(IGNORED, { surfaces })).status).toBe(204);
    const back = { surfaces: ["葛西商事", "未知の語"], ignored: false };
    expect((await admin.post(IGNORED, back)).status).toBe(204);
    expect((await find()).map(({ surface }) => surface)).toEqual(["葛西商事"]);
    expect((await admin.post(IGNORED, back)).status).toBe(204);
  });

  it("keeps the latest of what is ignored", async () => {
    const many = Array.from({ length: MOST_IGNORED }, (_, at) => ({
      organization_id: own.organizationId,
      digest: Buffer.alloc(32, `digest ${at} `),
      ignored_at: new Date("2020-01-01T00:00:00Z"),
    }));
    for (let at = 0; at < many.length; at += 2_000) {
      await api.db
        .insertInto("ignored_candidates")
        .values(many.slice(at, at + 2_000))
        .execute();
    }
    expect((await admin.post(IGNORED, { surfaces: ["葛西商事"] })).status).toBe(204);
    const rows = await api.db
      .selectFrom("ignored_candidates")
      .select("ignored_at")
      .where("organization_id", "=", own.organizationId)
      .orderBy("ignored_at", "desc")
      .execute();
    expect(rows).toHaveLength(MOST_IGNORED);
    expect(rows[0]?.ignored_at.getFullYear()).toBeGreaterThan(2020);
  });

  it("leaves nothing of the texts in database, log and metrics", async () => {
    const secret = { before: "蓮実沼の猪鹿川計画。", after: "蓮見沼の井鹿川計画。" };
    expect(await find(secret)).not.toEqual([]);
    expect((await staff.post(URL, { ...secret, workspaceId: 999_999 })).status).toBe(422);
    await staff.post(URL, { ...secret, after: `蓮見沼${"字".repeat(20_000)}` });
    const surfaces = (await find(secret)).map(({ surface }) => surface);
    expect((await admin.post(IGNORED, { surfaces })).status).toBe(204);
    const left = [
      ...Object.values(await databaseContent(api.db)),
      ...api.log,
      await metricsText(api.app.readings),
    ].join("\n");
    for (const word of ["蓮実沼", "蓮見沼", "猪鹿川", "井鹿川"]) expect(left).not.toContain(word);
  });

  it.each([
    [422, "no text", () => staff.post(URL, { before: "会議" })],
    [422, "an empty text", () => staff.post(URL, { after: "" })],
    [422, "a text that is too long", () => staff.post(URL, { after: "字".repeat(20_001) })],
    [422, "nothing to ignore", () => admin.post(IGNORED, { surfaces: [] })],
    [
      431,
      "too much to ignore",
      () => admin.post(IGNORED, { surfaces: Array(MOST_CANDIDATES + 1).fill("字") }),
    ],
  ] as const)("answers %i to %s", async (status, _, send) => {
    expect((await send()).status).toBe(status);
  });
});
