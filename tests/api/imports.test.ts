import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { DICTIONARY_FORMATS } from "../../domain/files/formats.ts";
import { fileSentences } from "../../domain/files/sentences.ts";
import { importRow } from "../../domain/imports/schemas.ts";
import { actAsSystem } from "../../server/audit/acting.ts";
import { transactOn } from "../../server/db/transact.ts";
import { DictionaryFiles } from "../../server/formats/dictionaryFiles.ts";
import { commitImport } from "../../server/modules/imports/service/commitImport.ts";
import { prepareImport } from "../../server/modules/imports/service/prepareImport.ts";
import { suiteAnnounced } from "../support/announced.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES, dictionaryOf, lockFor } from "../support/dictionaryRequests.ts";
import { anEntry, entriesUrl, someEntries } from "../support/entryRequests.ts";
import { formRequest } from "../support/formRequest.ts";
import { keepHouse } from "../support/housekeeping.ts";
import {
  importOf,
  importsUrl,
  ownCsv,
  storedEntries,
  upload,
  uploadOf,
} from "../support/importRequests.ts";
import { withToken } from "../support/lockScene.ts";
import { perSuite } from "../support/perSuite.ts";

const NOW = "2026-04-15T10:00:00+09:00";
const current = { "if-match": "*" };
const DAY_MS = 86_400_000;

const FILE = ownCsv([
  "東京,とうきょう,地名,2,,有効",
  "大阪,オオサカ,地名,3,西,有効",
  "橋,はし,名詞,2,,有効",
  "橋,ハシ,名詞,3,,有効",
  "漢字,読めない,名詞,2,,有効",
  "=1+1,しき,記号,1,,無効",
]);

describeDatabase("/dictionaries/{id}/imports", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const announced = suiteAnnounced(api);
  const own = perSuite(() => api.organization());
  const keeperUser = perSuite(() =>
    api.aUser({ ...own, userName: "辞書 花子", isDictionaryAdmin: true }),
  );
  const keeper = api.as(keeperUser);
  const admin = api.as(perSuite(() => api.aUser({ ...own, isOrganizationAdmin: true })));
  let dictionaryId: number;
  let key: { organizationId: number; dictionaryId: number };

  beforeEach(async () => {
    dictionaryId = await aDictionary(api, own);
    key = { ...own, dictionaryId };
    api.clock.set(NOW);
    await announced();
  });

  const prepared = async (form: FormData | string = FILE) => {
    const answer = await upload(keeper, dictionaryId, form);
    expect(answer.status, answer.text).toBe(201);
    return importOf(answer);
  };
  const write = (importId: number, step: "commit" | "revert", body: object) =>
    keeper.post(importsUrl(dictionaryId, `/${importId}/${step}`), body, current);
  const commit = (importId: number, mode: string, skipErrors = true) =>
    write(importId, "commit", { mode, skipErrors });
  const revert = (importId: number) => write(importId, "revert", {});
  const stored = () => storedEntries(api, dictionaryId);
  const surfaces = async () => (await stored()).map(({ surface }) => surface);
  const storedRows = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from dictionary_import_rows where dictionary_id = ${dictionaryId}`.execute(
      api.db,
    );
    return rows[0]?.count;
  };
  const count = async () =>
    dictionaryOf(await keeper.get(`${DICTIONARIES}/${dictionaryId}`)).entryCount;
  const expectProblem = (answer: Answer, status: number, body: object) =>
    expect([answer.status, answer.body]).toMatchObject([status, body]);

  /** 東京 as in the file, 橋 with another weight, and one that the file does not have. */
  const aFew = () =>
    someEntries(api, key, [
      { surface: "東京", reading: "とうきょう", part_of_speech: "地名" },
      { surface: "橋", reading: "はし", weight: 1, note: "川の" },
      { surface: "独自", reading: "どくじ" },
    ]);

  describe("the dry run", () => {
    it("recognises the file, counts what would happen, and changes nothing", async () => {
      await aFew();
      const before = await stored();
      expect(await prepared()).toMatchObject({
        dictionaryId,
        fileName: "単語.csv",
        format: "csv",
        encoding: "utf-8",
        recognised: { format: "csv", encoding: "utf-8" },
        warning: null,
        createdAt: "2026-04-15T01:00:00.000Z",
        createdByName: "辞書 花子",
        committedAt: null,
        result: null,
        revertibleUntil: null,
        counts: { new: 2, update: 1, unchanged: 1, duplicate: 1, error: 1, deletedByReplace: 1 },
      });
      expect(await stored()).toEqual(before);
      expect(await announced()).toEqual([]);
    });

    it("shows each row with its entry before and after, paged and by verdict", async () => {
      await aFew();
      const { importId } = await prepared();
      const rows = async (query = "") => {
        const url = importsUrl(dictionaryId, `/${importId}/rows?${query}`);
        const { body } = await keeper.get(url);
        return importRow.array().parse(Reflect.get(Object(body), "content"));
      };
      expect((await rows()).map(({ line, verdict }) => [line, verdict])).toEqual([
        [2, "UNCHANGED"],
        [3, "NEW"],
        [4, "UPDATE"],
        [5, "DUPLICATE"],
        [6, "ERROR"],
        [7, "NEW"],
      ]);
      const errorsFirst = await rows("sort=verdict,asc");
      expect(errorsFirst.map(({ line }) => line)).toEqual([6, 2, 3, 4, 5, 7]);
      expect(errorsFirst.map(({ wrong }) => wrong)).toEqual([["reading"], [], [], [], [], []]);
      expect(await rows("verdict=UPDATE")).toMatchObject([
        { before: { weight: 1, note: "川の" }, after: { weight: 2, note: "" }, reason: null },
      ]);
      expect(await rows("verdict=DUPLICATE")).toMatchObject([
        { reason: "4行目と表記と読みが同じです。" },
      ]);
      expect(await rows("verdict=ERROR")).toMatchObject([
        {
          before: null,
          after: null,
          reason: "読みはひらがな・カタカナと「ー」で入力してください。",
          cells: {
            surface: "漢字",
            reading: "読めない",
            partOfSpeech: "名詞",
            weight: "2",
            note: "",
            enabled: "有効",
          },
          raw: null,
        },
      ]);
      expect(await rows("verdict=NEW&page=1&size=1")).toMatchObject([
        { line: 7, after: { surface: "=1+1", partOfSpeech: "記号", enabled: false } },
      ]);
      const page = await keeper.get(importsUrl(dictionaryId, `/${importId}/rows?size=4`));
      expect(page.body).toMatchObject({ totalElements: 6, totalPages: 2 });
      const wrong = await keeper.get(importsUrl(dictionaryId, `/${importId}/rows?verdict=X`));
      expect(wrong.status).toBe(400);
    });

    it("takes format and encoding from the user, and refuses what they are not", async () => {
      const form = uploadOf("あいさつ\t挨拶\t名詞\r\n", { format: "msime", encoding: "utf-8" });
      expect(await prepared(form)).toMatchObject({ format: "msime", counts: { new: 1 } });
      const wrong = await upload(keeper, dictionaryId, uploadOf(FILE, { format: "xml" }));
      expectProblem(wrong, 422, { errors: { format: "形式は選択肢の中から選択してください。" } });
      const twice = uploadOf(FILE, { format: "csv" });
      twice.append("format", "tsv");
      expect((await upload(keeper, dictionaryId, twice)).status).toBe(400);
      const unknown = uploadOf(FILE);
      unknown.set("mode", "add");
      expectProblem(await upload(keeper, dictionaryId, unknown), 422, {
        errors: { mode: "使用できない項目です。" },
      });
      const none = new FormData();
      none.set("format", "csv");
      expectProblem(await upload(keeper, dictionaryId, none), 422, {
        errors: { file: expect.stringMatching(/。$/) },
      });
    });

    it("keeps 200 characters of a name, however many marks it has", async () => {
      const name = `${"か\u3099".repeat(600)}.csv`;
      expect(await prepared(uploadOf(FILE, { name }))).toMatchObject({
        fileName: "が".repeat(200),
      });
      const marks = `a${"\u0301\u0323".repeat(3_000)}.csv`;
      const { fileName } = await prepared(uploadOf(FILE, { name: marks }));
      expect(fileName).toHaveLength(200);
    });

    it("says what is wrong with a file as a whole, with the line", async () => {
      const answer = await upload(keeper, dictionaryId, '表記,読み\r\n"東京,とうきょう\r\n');
      expectProblem(answer, 422, {
        code: "FILE_UNREADABLE",
        message: expect.stringMatching(/引用符.*。$/),
        errors: { file: expect.stringMatching(/。$/) },
        file: { code: "QUOTE_NOT_CLOSED" },
      });
      const empty = await upload(keeper, dictionaryId, "");
      expectProblem(empty, 422, { file: { code: "EMPTY", line: null } });
    });

    it("asks for the format of a doubtful file, with rows as each format reads them", async () => {
      const doubtful = "さくら\tすみれ\nもみじ\tかえで\n";
      const answer = await upload(keeper, dictionaryId, uploadOf(doubtful, { name: "語.txt" }));
      const row = { line: 1, partOfSpeech: null };
      expectProblem(answer, 422, {
        code: "FILE_UNREADABLE",
        message: fileSentences.FORMAT_DOUBTFUL,
        file: {
          code: "FORMAT_DOUBTFUL",
          candidates: [
            {
              format: "google",
              share: 1,
              rows: [{ ...row, surface: "すみれ", reading: "さくら" }, { line: 2 }],
            },
            { format: "amivoice", rows: [{ ...row, surface: "さくら", reading: "すみれ" }, {}] },
          ],
        },
      });
      const chosen = uploadOf(doubtful, { name: "語.txt", format: "amivoice" });
      expect(await prepared(chosen)).toMatchObject({ format: "amivoice", counts: { new: 2 } });
    });

    it("names the rows that a spreadsheet seems to have converted, also when it is read again", async () => {
      const rows = Array.from({ length: 25 }, (_, n) => `${n + 1}月1日,ひづけ`);
      const { importId, converted } = await prepared(ownCsv(rows, "表記,読み"));
      const lines = Array.from({ length: 20 }, (_, n) => n + 2);
      expect(converted).toEqual({ total: 25, lines });
      const read = await keeper.get(importsUrl(dictionaryId, `/${importId}`));
      expect(importOf(read).converted).toEqual(converted);
      expect((await prepared(FILE)).converted).toEqual({ total: 0, lines: [] });
    });

    it("takes 5 MB and 10,000 rows, and no more", async () => {
      const long = ownCsv(Array.from({ length: 10_001 }, (_, n) => `語${n},ご,,,,`));
      expectProblem(await upload(keeper, dictionaryId, long), 431, {
        code: "LIMIT_EXCEEDED",
        message: expect.stringContaining("10,000件"),
      });
      const message = "ファイルは5MB以内にしてください。";
      for (const size of [5 * 1024 * 1024 + 1, 6 * 1024 * 1024]) {
        const large = await upload(keeper, dictionaryId, "a".repeat(size));
        expectProblem(large, 431, { code: "LIMIT_EXCEEDED", message });
      }
    });

    it.each(["multipart/form-data", "Multipart/Form-Data", "MULTIPART/FORM-DATA"])(
      "is a form, and nothing else is: %s",
      async (mediaType) => {
        const { payload, headers } = await formRequest(uploadOf(FILE));
        const type = headers["content-type"].replace("multipart/form-data", mediaType);
        const form = { payload, headers: { "content-type": type } };
        const json = await keeper.post(importsUrl(dictionaryId), { file: "x" });
        const elsewhere = await keeper.send("POST", entriesUrl(dictionaryId), form);
        const lock = await keeper.send("POST", `${DICTIONARIES}/${dictionaryId}/lock`, form);
        const broken = await keeper.send("POST", importsUrl(dictionaryId), {
          ...form,
          payload: payload.subarray(0, 60),
        });
        const whole = await keeper.send("POST", importsUrl(dictionaryId), form);
        const statuses = [json, elsewhere, lock, broken, whole].map(({ status }) => status);
        expect(statuses).toEqual([415, 415, 415, 400, 201]);
      },
    );

    it.each(["単語.csv", "単語.TSV", "a.b.Txt"])("takes a file named %s", async (name) => {
      const answer = await upload(keeper, dictionaryId, uploadOf(FILE, { name }));
      expect(answer.status).toBe(201);
    });

    it.each(["words.exe", "単語.xlsx", "csv", "単語.csv.zip", "単語.csv "])(
      "refuses a file named %j, whatever is in it",
      async (name) => {
        const message = "このファイル形式はサポートされていません。";
        expectProblem(await upload(keeper, dictionaryId, uploadOf(FILE, { name })), 422, {
          code: "VALIDATION_FAILED",
          errors: { file: message },
        });
      },
    );

    it("takes the place of the own one that was not committed", async () => {
      const first = await prepared();
      const before = await storedRows();
      const second = await prepared();
      expect(await storedRows()).toBe(before);
      const { status } = await keeper.get(importsUrl(dictionaryId, `/${first.importId}`));
      expect(status).toBe(404);
      await upload(admin, dictionaryId, FILE);
      expect((await keeper.get(importsUrl(dictionaryId, `/${second.importId}`))).body).toEqual(
        second,
      );
    });

    it("is cancelled until its commit", async () => {
      const { importId } = await prepared();
      const url = importsUrl(dictionaryId, `/${importId}`);
      expectProblem(await keeper.delete(url), 200, { importId, committedAt: null });
      expect((await keeper.get(url)).status).toBe(404);
      expect(await storedRows()).toBe(0);
      expect((await commit(importId, "add")).status).toBe(404);
      const other = await prepared();
      await commit(other.importId, "add");
      const late = await keeper.delete(importsUrl(dictionaryId, `/${other.importId}`));
      expectProblem(late, 409, { code: "ALREADY_COMMITTED" });
    });
  });

  describe("the commit", () => {
    it.each([
      ["add", { added: 2, updated: 0, deleted: 0, unchanged: 1, skipped: 3 }, 1],
      ["merge", { added: 2, updated: 1, deleted: 0, unchanged: 1, skipped: 2 }, 2],
      ["replace", { added: 2, updated: 1, deleted: 1, unchanged: 1, skipped: 2 }, 2],
    ])("by %s is one change for everybody", async (mode, result, weight) => {
      const [, bridge] = await aFew();
      const { importId } = await prepared();
      api.clock.set("2026-04-16T10:00:00+09:00");
      const answer = await commit(importId, mode);
      expect([answer.status, answer.body]).toEqual([200, result]);
      expect(await announced()).toEqual([`updated resource/dictionaries/${dictionaryId}`]);
      const entries = await stored();
      expect(entries.map(({ surface }) => surface)).toEqual([
        "東京",
        "橋",
        ...(mode === "replace" ? [] : ["独自"]),
        "大阪",
        "=1+1",
      ]);
      expect(entries[1]).toMatchObject({ entry_id: bridge, weight });
      expect(await count()).toBe(entries.length);
      expect((await keeper.get(importsUrl(dictionaryId))).body).toMatchObject({
        content: [
          {
            importId,
            mode,
            result,
            committedAt: "2026-04-16T01:00:00.000Z",
            revertibleUntil: "2026-04-23T01:00:00.000Z",
          },
        ],
        totalElements: 1,
      });
      const found = await keeper.get(`${entriesUrl(dictionaryId)}?q=おおさか`);
      expect(found.body).toMatchObject({ content: [{ surface: "大阪", version: 1, weight: 3 }] });
    });

    it("of the same file again finds nothing to do", async () => {
      await commit((await prepared()).importId, "merge");
      const again = await prepared();
      expect(again.counts).toMatchObject({ new: 0, update: 0, unchanged: 4, deletedByReplace: 0 });
      await announced();
      expect((await commit(again.importId, "replace")).body).toMatchObject({ unchanged: 4 });
      expect(await announced()).toEqual([]);
    });

    it("writes nothing while rows have errors, unless they are left out", async () => {
      const { importId } = await prepared();
      expectProblem(await commit(importId, "add", false), 422, {
        code: "IMPORT_HAS_ERRORS",
        message: "エラー行が1件あります。修正するか、エラー行を除いて取り込んでください。",
      });
      expectProblem(await write(importId, "commit", {}), 422, {
        errors: { mode: "取り込み方法を選択してください。" },
      });
      expect(await stored()).toEqual([]);
      expect((await commit(importId, "add")).status).toBe(200);
    });

    it.each(["merge", "replace"])(
      "leaves what the file does not state as it is (%s)",
      async (mode) => {
        const values = {
          surface: "京都",
          reading: "きょうと",
          weight: 3,
          note: "西",
          enabled: false,
        };
        await someEntries(api, key, [{ ...values, part_of_speech: "地名" }]);
        const { importId, counts } = await prepared("表記,読み,品詞\r\n京都,きょうと,組織名\r\n");
        expect(counts).toMatchObject({ update: 1 });
        expect((await commit(importId, mode)).body).toMatchObject({ updated: 1 });
        expect(await stored()).toMatchObject([{ ...values, part_of_speech: "組織名" }]);
        expect((await revert(importId)).status).toBe(200);
        expect(await stored()).toMatchObject([{ ...values, part_of_speech: "地名" }]);
      },
    );

    it("gives a new entry defaults for what the file does not state", async () => {
      const { importId } = await prepared("表記,読み\r\n京都,きょうと\r\n");
      await commit(importId, "add");
      expect(await stored()).toMatchObject([
        { part_of_speech: "名詞", weight: 2, note: "", enabled: true },
      ]);
      expect((await revert(importId)).status).toBe(200);
      expect(await stored()).toEqual([]);
    });

    it("clears a note where its column is empty", async () => {
      await someEntries(api, key, [{ surface: "京都", reading: "きょうと", note: "西" }]);
      const { importId } = await prepared("表記,読み,備考\r\n京都,きょうと,\r\n");
      await commit(importId, "merge");
      expect(await stored()).toMatchObject([{ note: "" }]);
    });

    it.each(DICTIONARY_FORMATS)("of an export as %s changes nothing", async (format) => {
      await someEntries(api, key, [
        { surface: "京都", reading: "きょうと", weight: 3, note: "西", part_of_speech: "固有名詞" },
        { surface: "大阪", reading: "おおさか", weight: 1, enabled: false },
      ]);
      const { text } = await keeper.get(
        `${DICTIONARIES}/${dictionaryId}/export?format=${format}&encoding=utf-8&lossy=true`,
      );
      const { counts, ...dryRun } = await prepared(uploadOf(text));
      expect(dryRun.format).toBe(format);
      expect(counts).toMatchObject({ new: 0, update: 0, error: 0 });
      expect(counts.unchanged).toBeGreaterThan(0);
    });

    it("compares again what was changed after the dry run", async () => {
      const { importId } = await prepared();
      await anEntry(api, key, { surface: "大阪", reading: "おおさか" });
      expect((await commit(importId, "merge")).body).toMatchObject({ added: 3, updated: 1 });
    });

    it("of more than 10,000 entries is refused whole, and replacing makes room", async () => {
      await someEntries(api, key, [{ surface: "前から", reading: "まえから" }]);
      const rows = Array.from({ length: 10_000 }, (_, n) => `語${n},ご,名詞,2,,有効`);
      const { importId } = await prepared(ownCsv(rows));
      expectProblem(await commit(importId, "add"), 422, { code: "TOO_MANY_ENTRIES" });
      expect(await surfaces()).toEqual(["前から"]);
      expect((await commit(importId, "replace")).body).toMatchObject({ added: 10_000, deleted: 1 });
      expect(await count()).toBe(10_000);
      const again = await prepared(ownCsv(rows.map((row) => row.replace(",2,", ",3,"))));
      expect(again.counts).toMatchObject({ update: 10_000, deletedByReplace: 0 });
      expect((await commit(again.importId, "merge")).body).toMatchObject({ updated: 10_000 });
      expect((await revert(again.importId)).status).toBe(200);
      expect((await revert(importId)).status).toBe(200);
      expect(await surfaces()).toEqual(["前から"]);
      expect(await count()).toBe(1);
    });

    it("happens once, by one Idempotency-Key or by several", async () => {
      const { importId } = await prepared();
      const url = importsUrl(dictionaryId, `/${importId}/commit`);
      const body = { mode: "add", skipErrors: true };
      const headers = { ...current, "idempotency-key": `commit-${importId}` };
      const first = await keeper.post(url, body, headers);
      expect((await keeper.post(url, body, headers)).text).toBe(first.text);
      expectProblem(await commit(importId, "add"), 409, {
        code: "ALREADY_COMMITTED",
        message: "この取り込みはすでに完了しています。",
      });
      expect(await count()).toBe(4);
    });

    it("that two people send at once is done for one of them", async () => {
      const { importId } = await prepared();
      const url = importsUrl(dictionaryId, `/${importId}/commit`);
      const body = { mode: "merge", skipErrors: true };
      const answers = await Promise.all(
        [keeper, admin].map((client) => client.post(url, body, current)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.map(codeOf)).toContain("ALREADY_COMMITTED");
      expect(await announced()).toHaveLength(1);
      expect(await count()).toBe(4);
    });
  });

  describe("and the lock", () => {
    const held = (userId: string) => lockFor(api, { ...key, userId });
    const commitWith = (importId: number, headers: Record<string, string>) =>
      keeper.post(
        importsUrl(dictionaryId, `/${importId}/commit`),
        { mode: "replace", skipErrors: true },
        headers,
      );

    it("is needed for commit and undoing; a lost one writes nothing and leaves the import", async () => {
      await aFew();
      const before = await stored();
      const lost = withToken(await held(keeperUser.userId));
      const { importId } = await prepared();
      expect(codeOf(await commitWith(importId, {}))).toBe("LOCKED");
      await admin.delete(`${DICTIONARIES}/${dictionaryId}/lock?force=true&reason=x`);
      expectProblem(await commitWith(importId, lost), 423, {
        code: "LOCK_LOST",
        release: { reason: "x" },
      });
      expect(codeOf(await commitWith(importId, {}))).toBe("PRECONDITION_REQUIRED");
      const stale = await commitWith(importId, { "if-match": '"7"' });
      expectProblem(stale, 412, { current: { dictionaryId } });
      expect(await stored()).toEqual(before);
      const again = withToken(await held(keeperUser.userId));
      expect((await commitWith(importId, again)).status).toBe(200);
      expectProblem(await revert(importId), 423, { code: "LOCKED" });
      const url = importsUrl(dictionaryId, `/${importId}/revert`);
      expect((await keeper.post(url, {}, lost)).status).toBe(423);
      expect((await keeper.post(url, {}, again)).status).toBe(200);
      expect(await stored()).toEqual(before);
    });

    it("broken during a commit is lost before it or after it, never in between", async () => {
      for (let round = 0; round < 5; round += 1) {
        dictionaryId = await aDictionary(api, own);
        key = { ...own, dictionaryId };
        await aFew();
        const before = await stored();
        const token = withToken(await held(keeperUser.userId));
        const { importId } = await prepared();
        const [answer] = await Promise.all([
          commitWith(importId, token),
          admin.delete(`${DICTIONARIES}/${dictionaryId}/lock?force=true&reason=x`),
        ]);
        expect([200, 423]).toContain(answer.status);
        const after = answer.status === 200 ? ["東京", "橋", "大阪", "=1+1"] : undefined;
        expect(await surfaces()).toEqual(after ?? before.map(({ surface }) => surface));
      }
    });
  });

  it("whose client has gone write nothing", async () => {
    const { importId } = await prepared();
    const target = { ...key, userId: keeperUser.userId, lockToken: undefined };
    const deps = { db: api.db, now: api.clock.now, transact: transactOn(api.db) };
    const gone = AbortSignal.abort();
    const write = { ...target, importId, ifMatch: "any" as const };
    const mode = { mode: "add", skipErrors: true } as const;
    const committing = actAsSystem("test", () => commitImport(deps, write, mode, gone));
    await expect(committing).rejects.toThrow(/abort/i);
    expect(await stored()).toEqual([]);
    const files = new DictionaryFiles();
    const upload = { file: new File([FILE], "b.csv") };
    await expect(prepareImport({ ...deps, files }, target, upload, gone)).rejects.toThrow(/abort/i);
    await files.close();
    expect((await keeper.get(importsUrl(dictionaryId, `/${importId}`))).status).toBe(200);
  });

  describe("the undoing", () => {
    it.each(["add", "merge", "replace"])(
      "of %s brings back the very same entries",
      async (mode) => {
        await aFew();
        const before = await stored();
        const { importId } = await prepared();
        await commit(importId, mode);
        await announced();
        api.clock.set("2026-04-22T10:00:00+09:00");
        expectProblem(await revert(importId), 200, {
          importId,
          revertedAt: "2026-04-22T01:00:00.000Z",
          revertibleUntil: null,
        });
        expect(await stored()).toEqual(before);
        expect(await announced()).toEqual([`updated resource/dictionaries/${dictionaryId}`]);
        expect(await count()).toBe(3);
        expectProblem(await revert(importId), 409, { code: "ALREADY_REVERTED" });
      },
    );

    it("of two imports goes back step by step", async () => {
      await aFew();
      const before = await stored();
      const first = await prepared();
      await commit(first.importId, "replace");
      const second = await prepared(
        ownCsv(["大阪,おおさか,地名,1,,無効", "京都,きょうと,地名,2,,"]),
      );
      await commit(second.importId, "replace");
      expectProblem(await revert(first.importId), 409, { code: "ENTRIES_CHANGED" });
      expect((await revert(second.importId)).status).toBe(200);
      expect((await revert(first.importId)).status).toBe(200);
      expect(await stored()).toEqual(before);
    });

    it("is refused where an entry has changed and changed back", async () => {
      const [, bridge] = await aFew();
      const { importId } = await prepared();
      await commit(importId, "replace");
      const { note } = (await stored()).find(({ entry_id }) => entry_id === bridge) ?? {};
      for (const text of ["直した", note ?? null]) {
        await keeper.patch(entriesUrl(dictionaryId, bridge), { note: text }, current);
      }
      expectProblem(await revert(importId), 409, { entries: [{ entryId: bridge }] });
    });

    it("is refused where an entry has changed since, and says which", async () => {
      const [, bridge] = await aFew();
      const { importId } = await prepared();
      await commit(importId, "replace");
      const all = await stored();
      const osaka = all.find(({ surface }) => surface === "大阪")?.entry_id;
      const formula = all.find(({ surface }) => surface === "=1+1")?.entry_id;
      await keeper.patch(entriesUrl(dictionaryId, bridge), { note: "直した" }, current);
      await keeper.delete(entriesUrl(dictionaryId, osaka), current);
      const again = await anEntry(api, key, { surface: "独自", reading: "どくじ" });
      const left = await stored();
      const answer = await revert(importId);
      expectProblem(answer, 409, {
        code: "ENTRIES_CHANGED",
        message: "取り込み後に変更された単語があるため、取り消せません。",
        entries: [
          { entryId: bridge, surface: "橋", reading: "はし" },
          { entryId: osaka, surface: "大阪", reading: "おおさか" },
          { entryId: again, surface: "独自", reading: "どくじ" },
        ],
      });
      expect(answer.text).not.toContain(`"entryId":${formula}`);
      expect(await stored()).toEqual(left);
    });

    it("is possible for 7 days, and not before the commit", async () => {
      const { importId } = await prepared();
      expectProblem(await revert(importId), 422, { code: "NOT_COMMITTED" });
      await commit(importId, "add");
      api.clock.set(new Date(Date.parse(NOW) + 7 * DAY_MS + 1).toISOString());
      expectProblem(await revert(importId), 422, {
        code: "TOO_LATE",
        message: "取り込みから7日を過ぎたため、取り消せません。",
      });
      api.clock.set(new Date(Date.parse(NOW) + 7 * DAY_MS).toISOString());
      expect((await revert(importId)).status).toBe(200);
    });
  });

  it("are removed a day after the dry run, or 14 days after the commit", async () => {
    const { importId } = await prepared();
    await commit(importId, "add");
    const open = await prepared();
    const statuses = async (days: number) => {
      api.clock.set(new Date(Date.parse(NOW) + days * DAY_MS + 1).toISOString());
      await keepHouse(api);
      const urls = [importId, open.importId].map((id) => importsUrl(dictionaryId, `/${id}`));
      return Promise.all(urls.map(async (url) => (await keeper.get(url)).status));
    };
    expect(await statuses(0.9)).toEqual([200, 200]);
    expect(await statuses(1)).toEqual([200, 404]);
    expect(await statuses(14)).toEqual([404, 404]);
    expect(await count()).toBe(4);
    expect(await storedRows()).toBe(0);
  });

  it("are removed with their dictionary", async () => {
    await prepared();
    expect(await storedRows()).toBeGreaterThan(0);
    expect((await keeper.delete(`${DICTIONARIES}/${dictionaryId}`, current)).status).toBe(200);
    expect(await storedRows()).toBe(0);
  });
});
