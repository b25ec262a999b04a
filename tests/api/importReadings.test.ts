import { expect, it } from "vitest";
import type { DictionaryImport } from "../../domain/imports/schemas.ts";
import { importRow } from "../../domain/imports/schemas.ts";
import { pageOf } from "../../domain/paging.ts";
import { MOST_AT_ONCE } from "../../domain/readings/rules.ts";
import { acceptedReadings } from "../../domain/readings/schemas.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import { importOf, importsUrl, ownCsv, storedEntries, upload } from "../support/importRequests.ts";
import { perTest } from "../support/perSuite.ts";
import { analyserIsLoaded } from "../support/readingRequests.ts";

const rowPage = pageOf(importRow);

describeDatabase("a file of words without readings", (engine) => {
  const api = suiteApi(engine);
  const own = perTest(() => api.organization());
  const admin = api.as(perTest(() => api.aUser({ ...own, isDictionaryAdmin: true })));
  const dictionary = perTest(async () => {
    await analyserIsLoaded(api, own);
    return { dictionaryId: await aDictionary(api, own) };
  });

  const read = async (rows: readonly string[], head?: string) =>
    importOf(await upload(admin, dictionary.dictionaryId, ownCsv(rows, head)));
  const send = ({ importId }: DictionaryImport, body: { after?: number } = {}) =>
    admin.post(importsUrl(dictionary.dictionaryId, `/${importId}/accept-readings`), body);
  async function rowsOf({ importId }: DictionaryImport) {
    const url = importsUrl(dictionary.dictionaryId, `/${importId}/rows`);
    return rowPage.parse((await admin.get(url)).body).content;
  }

  it("waits with error rows, and takes the readings on which two sources agree", async () => {
    const prepared = await read(["東京,都", "偕楽園,", "渋沢栄一,人"], "表記,備考");
    expect(prepared).toMatchObject({ counts: { new: 0, error: 3 }, withoutReading: 3 });
    const answer = await send(prepared);
    expect(answer.status).toBe(200);
    expect(acceptedReadings.parse(answer.body)).toMatchObject({
      ...{ counts: { new: 2, error: 1 }, withoutReading: 1, next: null },
    });
    const rows = (await rowsOf(prepared)).map(({ verdict, after, cells }) => [
      verdict,
      after?.surface ?? cells?.surface,
      after?.reading,
      after?.note,
    ]);
    expect(rows).toEqual([
      ["NEW", "東京", "とうきょう", "都"],
      ["ERROR", "偕楽園", undefined, undefined],
      ["NEW", "渋沢栄一", "しぶさわえいいち", "人"],
    ]);
    const { importId } = prepared;
    const commit = { mode: "add", skipErrors: true };
    const url = importsUrl(dictionary.dictionaryId, `/${importId}/commit`);
    expect((await admin.post(url, commit, { "if-match": "*" })).status).toBe(200);
    const stored = await storedEntries(api, dictionary.dictionaryId);
    expect(stored.map(({ surface, reading }) => [surface, reading])).toEqual([
      ["東京", "とうきょう"],
      ["渋沢栄一", "しぶさわえいいち"],
    ]);
    expect((await send(prepared)).status).toBe(409);
  });

  it("agrees with the own words, and tells which rows repeat an earlier one", async () => {
    await someEntries(api, { ...own, ...dictionary }, [{ surface: "東京", reading: "とうきょう" }]);
    const prepared = await read(["東京,", "東京,とうきょう", "大阪,おおさか"], "表記,読み");
    expect(prepared).toMatchObject({ counts: { unchanged: 1, new: 1, error: 1 } });
    await send(prepared);
    const verdicts = (await rowsOf(prepared)).map(({ verdict, reason }) => [verdict, reason]);
    expect(verdicts).toEqual([
      ["UNCHANGED", null],
      ["DUPLICATE", "2行目と表記と読みが同じです。"],
      ["NEW", null],
    ]);
  });

  it("reads a large file part by part, each of which stays whatever comes after it", async () => {
    const unread = Array.from({ length: MOST_AT_ONCE - 1 }, (_, n) => `偕楽園${n}号,`);
    const prepared = await read(["既読,きどく", "大阪,", ...unread, "東京,"], "表記,読み");
    const first = acceptedReadings.parse((await send(prepared)).body);
    expect(first).toMatchObject({ withoutReading: MOST_AT_ONCE, next: MOST_AT_ONCE + 1 });
    const last = acceptedReadings.parse((await send(prepared, { after: first.next ?? 0 })).body);
    expect(last).toMatchObject({ withoutReading: MOST_AT_ONCE - 1, next: null });
  });

  it("keeps rows that break another rule as errors", async () => {
    const prepared = await read(["東京,,造語"], "表記,読み,品詞");
    expect(prepared.withoutReading).toBe(1);
    expect(importOf(await send(prepared))).toMatchObject({
      counts: { error: 1 },
      withoutReading: 1,
    });
  });
});
