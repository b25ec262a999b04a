import { subDays } from "date-fns";
import { describe, expect, it } from "vitest";
import type { DictionaryCategory } from "../../domain/dictionaries/rules.ts";
import { forgetTombstones } from "../../server/modules/vocabulary/queries/vocabulary.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES } from "../support/dictionaryRequests.ts";
import { type EntryInput, entriesUrl, entryOf, someEntries } from "../support/entryRequests.ts";
import { importOf, importsUrl, ownCsv, upload } from "../support/importRequests.ts";
import { perSuite, perTest } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { changesSince, VOCABULARY, wordsOf } from "../support/vocabularyRequests.ts";
import { aWorkspace, WORKSPACES } from "../support/workspaceRequests.ts";

const ANY = { "if-match": "*" };

describeDatabase("/vocabulary", (engine) => {
  const api = suiteApi(engine);
  const program = perSuite(async () => withKey(api, (await aServiceKey(api)).key));
  const own = perTest(() => api.organization());
  const admin = api.as(perTest(() => api.aUser({ ...own, isOrganizationAdmin: true })));

  const url = (engineName = "json", more = "") =>
    `${VOCABULARY}?organizationId=${own.organizationId}&engine=${engineName}${more}`;
  const words = async (more = "") => wordsOf(await program.get(url("json", more)));
  const surfaces = async (more = "") => (await words(more)).entries.map(({ surface }) => surface);
  const revision = async () => (await words()).revision;
  const changes = (after: number | string, size?: number) =>
    changesSince(program, own.organizationId, after, size);

  const dictionaryWith = async (
    requested: readonly EntryInput[],
    category: DictionaryCategory = "業務辞書",
  ) => {
    const dictionaryId = await aDictionary(api, { ...own, category });
    const entryIds = await someEntries(api, { ...own, dictionaryId }, requested);
    return { dictionaryId, entryIds, first: entryIds[0] ?? 0 };
  };
  const sendEntry = (dictionaryId: number, body: object) =>
    admin.post(entriesUrl(dictionaryId), body, ANY);

  /** By how much an action raises the revision. */
  const raised = async (action: () => Promise<{ status: number }>) => {
    const before = await revision();
    const { status } = await action();
    expect(status).toBeLessThan(300);
    return (await revision()) - before;
  };

  describe("the revision", () => {
    it("rises by one with each write that engines see", async () => {
      const { dictionaryId, first } = await dictionaryWith([{}]);
      const entry = entriesUrl(dictionaryId, first);
      const seen = [
        () => sendEntry(dictionaryId, { surface: "新語", reading: "しんご" }),
        () => admin.patch(entry, { reading: "べつ" }, ANY),
        () => admin.patch(entry, { surface: "別" }, ANY),
        () => admin.patch(entry, { weight: 3 }, ANY),
        () => admin.patch(entry, { partOfSpeech: "人名" }, ANY),
        () => admin.patch(entry, { enabled: false }, ANY),
        () => admin.patch(entry, { enabled: true, note: "戻した" }, ANY),
        () => admin.delete(entry, ANY),
        () => admin.delete(`${DICTIONARIES}/${dictionaryId}`, ANY),
      ];
      for (const [place, action] of seen.entries())
        expect(await raised(action), `${place}`).toBe(1);
      expect(await surfaces()).toEqual([]);
    });

    it("rises once for many entries written together", async () => {
      const { dictionaryId, entryIds } = await dictionaryWith([{}, {}, {}]);
      const [changed, deleted] = entryIds;
      const batch = () =>
        admin.post(
          `${entriesUrl(dictionaryId)}/batch`,
          {
            create: [{ surface: "一", reading: "いち" }],
            update: [{ entryId: changed, weight: 1 }],
            delete: [{ entryId: deleted }],
          },
          ANY,
        );
      expect(await raised(batch)).toBe(1);
    });

    it("stays for what changes nothing for engines", async () => {
      const { dictionaryId, entryIds } = await dictionaryWith([{}, { enabled: false }]);
      const [used = 0, unused = 0] = entryIds;
      const empty = await aDictionary(api, own);
      const unseen = [
        () => admin.patch(entriesUrl(dictionaryId, used), { note: "覚え書き" }, ANY),
        () => admin.patch(entriesUrl(dictionaryId, used), { weight: 2 }, ANY),
        () => admin.patch(entriesUrl(dictionaryId, unused), { surface: "使わない" }, ANY),
        () => sendEntry(dictionaryId, { surface: "未使用", reading: "みしよう", enabled: false }),
        () => admin.delete(entriesUrl(dictionaryId, unused), ANY),
        () => admin.patch(`${DICTIONARIES}/${dictionaryId}`, { dictionaryName: "改名" }, ANY),
        () => admin.post(DICTIONARIES, { category: "組織辞書", dictionaryName: "空" }),
        () => admin.delete(`${DICTIONARIES}/${empty}`, ANY),
      ];
      for (const [place, action] of unseen.entries()) {
        expect(await raised(action), `${place}`).toBe(0);
      }
    });

    it("stays when a write fails", async () => {
      const { dictionaryId } = await dictionaryWith([{ surface: "語", reading: "ご" }]);
      const before = await revision();
      const { status } = await sendEntry(dictionaryId, { surface: "語", reading: "ご" });
      expect([status, await revision()]).toEqual([409, before]);
    });

    it("rises once for an import and once for its undoing, and tells both", async () => {
      const { dictionaryId, first } = await dictionaryWith([
        { surface: "消える", reading: "きえる" },
        { surface: "強い", reading: "つよい" },
        { surface: "同じ", reading: "おなじ", part_of_speech: "名詞" },
      ]);
      const rows = [
        "強い,つよい,名詞,3,,",
        "同じ,おなじ,名詞,2,備考だけ,",
        "新しい,あたらしい,名詞,2,,",
      ];
      const { importId } = importOf(await upload(admin, dictionaryId, ownCsv(rows)));
      const commit = () =>
        admin.post(importsUrl(dictionaryId, `/${importId}/commit`), { mode: "replace" }, ANY);
      const before = await revision();
      expect(await raised(commit)).toBe(1);
      const committed = await changes(before);
      expect(committed.upserts.map(({ surface }) => surface).toSorted()).toEqual([
        "強い",
        "新しい",
      ]);
      expect(committed.deletes).toEqual([first]);

      const revert = () => admin.post(importsUrl(dictionaryId, `/${importId}/revert`), {}, ANY);
      expect(await raised(revert)).toBe(1);
      const reverted = await changes(committed.revision);
      expect(reverted.upserts.map(({ surface }) => surface).toSorted()).toEqual(["強い", "消える"]);
      expect(reverted.upserts).toContainEqual(expect.objectContaining({ entryId: first }));
      expect(reverted.deletes).toHaveLength(1);
      expect((await changes(0)).deletes).toEqual(reverted.deletes);
    });

    it("stays for an import that changes notes only", async () => {
      const { dictionaryId } = await dictionaryWith([{ surface: "語", reading: "ご" }]);
      const { importId } = importOf(
        await upload(admin, dictionaryId, ownCsv(["語,ご,名詞,2,備考,"])),
      );
      const below = (action: string) => importsUrl(dictionaryId, `/${importId}/${action}`);
      expect(await raised(() => admin.post(below("commit"), { mode: "merge" }, ANY))).toBe(0);
      expect(await raised(() => admin.post(below("revert"), {}, ANY))).toBe(0);
    });
  });

  describe("the words", () => {
    it("are one per surface and reading: by category, weight and the lower id, the most important first", async () => {
      await dictionaryWith([{ surface: "語", reading: "ご", weight: 3 }], "一般辞書");
      await dictionaryWith(
        [
          { surface: "弱", reading: "じゃく", weight: 1 },
          { surface: "語", reading: "ご", weight: 1 },
        ],
        "組織辞書",
      );
      const { entryIds } = await dictionaryWith(
        [
          { surface: "中", reading: "ちゅう", weight: 2, note: "誰も見ない" },
          { surface: "強", reading: "きょう", weight: 3 },
          { surface: "中", reading: "なか", weight: 2 },
          { surface: "無効", reading: "むこう", enabled: false },
        ],
        "業務辞書",
      );
      await dictionaryWith([{ surface: "中", reading: "ちゅう", weight: 2 }], "業務辞書");
      const answer = await program.get(url());
      expect(wordsOf(answer).entries.map((entry) => `${entry.surface} ${entry.reading}`)).toEqual([
        "強 きょう",
        "中 ちゅう",
        "中 なか",
        "弱 じゃく",
        "語 ご",
      ]);
      expect(wordsOf(answer).entries[1]).toEqual({
        entryId: entryIds[0],
        surface: "中",
        reading: "ちゅう",
        partOfSpeech: "名詞",
        weight: 2,
        category: "業務辞書",
      });
      expect(answer.headers).toMatchObject({
        "content-type": "application/json; charset=utf-8",
        "x-vocabulary-revision": String(wordsOf(answer).revision),
        "x-omitted": "0",
      });
    });

    it("are not answered again until they change", async () => {
      const { dictionaryId } = await dictionaryWith([{ surface: "語", reading: "ご" }]);
      const { headers } = await program.get(url());
      const etag = String(headers.etag);
      const again = await program.get(url(), { "if-none-match": etag });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
      const held = { "if-none-match": `W/"1", ${etag}` };
      expect((await program.get(url(), held)).status).toBe(304);
      expect((await program.get(url("google"), { "if-none-match": etag })).status).toBe(200);
      expect((await program.get(url(), { "if-none-match": "broken" })).status).toBe(200);
      await sendEntry(dictionaryId, { surface: "新", reading: "しん" });
      expect((await program.get(url(), { "if-none-match": etag })).status).toBe(200);
    });

    it("fill a file of any length in the same order", async () => {
      const many = Array.from({ length: 450 }, (_, n) => ({
        surface: `語${n}`,
        reading: "ご",
        weight: 1 + (n % 3),
      }));
      await dictionaryWith(many);
      const { entries } = await words();
      expect(entries).toHaveLength(450);
      const weights = entries.map(({ weight }) => weight);
      expect(weights).toEqual(weights.toSorted((one, other) => other - one));
    });

    it("refuse an unknown engine, and names=exclude with any engine but aws", async () => {
      expect(await program.get(url("siri"))).toMatchObject({
        status: 400,
        body: { code: "BAD_QUERY", errors: { engine: "選択肢の中から選択してください。" } },
      });
      expect((await program.get(url("google", "&names=exclude"))).body).toMatchObject({
        errors: { names: "使用できない項目です。" },
      });
    });

    it("come in the form of each engine, with what it does not get", async () => {
      await dictionaryWith([
        { surface: "山田 花子", reading: "やまだはなこ", part_of_speech: "人名", weight: 3 },
        { surface: "5G", reading: "ふぁいぶじー", weight: 1 },
      ]);
      const text = async (name: string, more = "") => {
        const { text: all, headers } = await program.get(url(name, more));
        return [all, headers["x-omitted"]];
      };
      expect(await text("google")).toEqual([
        '{"phrases":[{"value":"山田 花子","boost":15},{"value":"5G","boost":5}]}',
        "0",
      ]);
      expect(await text("amivoice")).toEqual([
        "山田_花子 やまだはなこ 固有名詞|5G ふぁいぶじー",
        "0",
      ]);
      expect(await text("azure")).toEqual(["山田 花子\n5G\n", "0"]);
      expect(await text("deepgram")).toEqual(['{"keyterm":["山田 花子","5G"]}', "0"]);
      expect(await text("whisper")).toEqual(["山田 花子, 5G", "0"]);
      expect(await text("aws")).toEqual(["Phrase\tSoundsLike\tIPA\tDisplayAs\n", "2"]);
      expect(await text("kuromoji")).toEqual(["5G,5G,ファイブジー,名詞\n", "1"]);
      const report = await program.get(
        `${VOCABULARY}/report?organizationId=${own.organizationId}&engine=aws&names=exclude`,
      );
      expect(report.body).toMatchObject({
        total: 2,
        sent: 0,
        reasons: { NAME: 1, CHARACTER: 1 },
        omitted: [
          { surface: "山田 花子", reason: "NAME" },
          {
            surface: "5G",
            reason: "CHARACTER",
            message: "表記に使用できない文字「5」が含まれています。",
          },
        ],
      });
    });

    it("give AmiVoice the more important one of two with a reading, of all dictionaries", async () => {
      await dictionaryWith([
        { surface: "橋", reading: "はし", weight: 1 },
        { surface: "端", reading: "はし", weight: 3 },
        { surface: "A|B", reading: "はしる", weight: 3 },
        { surface: "走る", reading: "はしる", weight: 1 },
      ]);
      const other = await dictionaryWith(
        [{ surface: "箸", reading: "はし", weight: 3 }],
        "一般辞書",
      );
      const { text, headers } = await program.get(url("amivoice"));
      expect([text, headers["x-omitted"]]).toEqual(["端 はし|走る はしる", "3"]);
      const report = await program.get(
        `${VOCABULARY}/report?organizationId=${own.organizationId}&engine=amivoice`,
      );
      const repeated = {
        reason: "REPEATED",
        message: "同じ読みの単語が、別の表記ですでに含まれています。",
      };
      expect(report.body).toMatchObject({
        sent: 2,
        reasons: { REPEATED: 2, CHARACTER: 1 },
        omitted: [
          { surface: "A|B", reason: "CHARACTER" },
          { surface: "橋", ...repeated },
          { surface: "箸", ...repeated },
        ],
      });
      const fitness = await admin.get(`${DICTIONARIES}/${other.dictionaryId}/fitness`);
      expect(Reflect.get(Object(fitness.body), "recognisers")).toMatchObject({
        0: { engine: "amivoice", total: 1, unfit: 1, entries: [{ surface: "箸", ...repeated }] },
      });
    });

    it("come to AmiVoice as JSON too, where that is asked for", async () => {
      await dictionaryWith([
        { surface: "山田 花子", reading: "やまだはなこ", part_of_speech: "人名", weight: 3 },
        { surface: "5G", reading: "ふぁいぶじー", weight: 1 },
      ]);
      const { body, headers } = await program.get(url("amivoice", "&form=json"));
      expect(body).toEqual({
        profilewords: [
          { written: "山田_花子", spoken: "やまだはなこ", classname: "固有名詞" },
          { written: "5G", spoken: "ふぁいぶじー" },
        ],
      });
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      const plain = await program.get(url("amivoice"), { "if-none-match": String(headers.etag) });
      expect(plain).toMatchObject({
        status: 200,
        text: expect.stringContaining("5G ふぁいぶじー"),
      });
      expect((await program.get(url("google", "&form=json"))).body).toMatchObject({
        errors: { form: "使用できない項目です。" },
      });
    });

    it("that do not fit into an engine are reported in the order of sending, and counted", async () => {
      const many = Array.from({ length: 1_800 }, (_, n) => ({ surface: `語${n}`, reading: "ご" }));
      await dictionaryWith(many);
      const answer = await program.get(url("google"));
      expect(Reflect.get(Object(answer.body), "phrases")).toHaveLength(1_200);
      expect(answer.headers["x-omitted"]).toBe("600");
      const report = await program.get(
        `${VOCABULARY}/report?organizationId=${own.organizationId}&engine=google`,
      );
      expect(report.body).toMatchObject({ total: 1_800, sent: 1_200, reasons: { FULL: 600 } });
      const omitted: unknown = Reflect.get(Object(report.body), "omitted");
      expect(omitted).toHaveLength(500);
      expect(omitted).toMatchObject({ 0: { surface: "語1200", reason: "FULL" } });
    });
  });

  describe("a workspace", () => {
    it("gets its dictionaries and those for all, and no others", async () => {
      const [sales, legal] = [await aWorkspace(api, own), await aWorkspace(api, own)];
      const { dictionaryId } = await dictionaryWith([{ surface: "営業", reading: "えいぎょう" }]);
      await dictionaryWith([{ surface: "全員", reading: "ぜんいん" }]);
      const before = await revision();
      const moved = await admin.patch(
        `${DICTIONARIES}/${dictionaryId}`,
        { workspaceIds: [sales] },
        ANY,
      );
      expect(moved).toMatchObject({ status: 200, body: { workspaceIds: [sales], version: 2 } });
      expect(await revision()).toBe(before + 1);
      expect(await surfaces(`&workspaceId=${sales}`)).toEqual(["営業", "全員"]);
      expect(await surfaces(`&workspaceId=${legal}`)).toEqual(["全員"]);
      expect(await surfaces()).toEqual(["営業", "全員"]);
      expect((await changes(before)).upserts).toMatchObject([
        { surface: "営業", workspaceIds: [sales] },
      ]);
      const same = { workspaceIds: [sales] };
      expect(await raised(() => admin.patch(`${DICTIONARIES}/${dictionaryId}`, same, ANY))).toBe(0);
      expect(
        await raised(() =>
          admin.patch(`${DICTIONARIES}/${dictionaryId}`, { workspaceIds: [] }, ANY),
        ),
      ).toBe(1);
    });

    it("that is unknown or of another organization is 404, as is the organization", async () => {
      const elsewhere = await aWorkspace(api, { organizationId: await api.anOrganization() });
      for (const workspaceId of [elsewhere, 999_999]) {
        expect((await program.get(url("json", `&workspaceId=${workspaceId}`))).status).toBe(404);
      }
      const unknown = `${VOCABULARY}?organizationId=999999&engine=json`;
      expect((await program.get(unknown)).status).toBe(404);
    });

    it("of another organization cannot be chosen for a dictionary", async () => {
      const elsewhere = await aWorkspace(api, { organizationId: await api.anOrganization() });
      const dictionaryId = await aDictionary(api, own);
      const refused = {
        status: 422,
        body: { errors: { workspaceIds: "ワークスペースが見つかりませんでした。" } },
      };
      const body = { workspaceIds: [elsewhere] };
      expect(await admin.patch(`${DICTIONARIES}/${dictionaryId}`, body, ANY)).toMatchObject(
        refused,
      );
      const created = { category: "業務辞書", dictionaryName: "他社の", ...body };
      expect(await admin.post(DICTIONARIES, created)).toMatchObject(refused);
    });

    it("cannot be deleted while a dictionary is for it, which would be for all then", async () => {
      const workspaceId = await aWorkspace(api, own);
      await aWorkspace(api, own);
      const body = {
        category: "業務辞書",
        dictionaryName: "営業用語",
        workspaceIds: [workspaceId],
      };
      const created = await admin.post(DICTIONARIES, body);
      expect(created).toMatchObject({ status: 201, body: { workspaceIds: [workspaceId] } });
      const refused = await admin.delete(`${WORKSPACES}/${workspaceId}`, ANY);
      expect(refused).toMatchObject({
        status: 422,
        body: {
          code: "WORKSPACE_HAS_DICTIONARIES",
          message:
            "このワークスペースを対象とする辞書「営業用語」があるため、削除できません。辞書の対象ワークスペースを変更してください。",
        },
      });
    });
  });

  describe("the changes", () => {
    it("are told in pages of any size, each entry once with its last state", async () => {
      const { dictionaryId, entryIds } = await dictionaryWith(
        Array.from({ length: 7 }, (_, n) => ({ surface: `語${n}`, reading: "ご" })),
      );
      const [changed = 0, disabled = 0, deleted = 0] = entryIds;
      await admin.patch(entriesUrl(dictionaryId, changed), { weight: 3 }, ANY);
      await admin.patch(entriesUrl(dictionaryId, disabled), { enabled: false }, ANY);
      await admin.delete(entriesUrl(dictionaryId, deleted), ANY);
      const added = entryOf(await sendEntry(dictionaryId, { surface: "新", reading: "しん" }));
      for (const size of [1, 2, 1_000]) {
        const all = await changes(0, size);
        expect(all.revision).toBe(await revision());
        expect(all.upserts.map(({ entryId }) => entryId).toSorted()).toEqual(
          [...entryIds.slice(3), changed, added.entryId].toSorted(),
        );
        expect(all.deletes).toEqual([disabled, deleted]);
      }
      expect(await changes(await revision())).toMatchObject({ upserts: [], deletes: [] });
    });

    it("tell of an entry that was disabled and then deleted, also after it was brought back", async () => {
      const { dictionaryId, first } = await dictionaryWith([{ surface: "消す", reading: "けす" }]);
      const known = await revision();
      await admin.patch(entriesUrl(dictionaryId, first), { enabled: false }, ANY);
      const csv = ownCsv(["残る,のこる,名詞,2,,"]);
      const { importId } = importOf(await upload(admin, dictionaryId, csv));
      const below = (action: string) => importsUrl(dictionaryId, `/${importId}/${action}`);
      await admin.post(below("commit"), { mode: "replace" }, ANY);
      expect((await changes(known)).deletes).toEqual([first]);
      await admin.post(below("revert"), {}, ANY);
      expect((await changes(known)).deletes).toContain(first);
      await admin.delete(entriesUrl(dictionaryId, first), ANY);
      expect((await changes(known)).deletes).toContain(first);
    });

    it("of another organization are never among them", async () => {
      const elsewhere = await api.anOrganization();
      const dictionaryId = await aDictionary(api, { organizationId: elsewhere });
      await someEntries(api, { organizationId: elsewhere, dictionaryId }, [{}]);
      expect(await changes(0)).toEqual({ revision: 1, upserts: [], deletes: [] });
    });

    it("are 410 once deletions after the revision are forgotten, but never for who starts again", async () => {
      const { dictionaryId, entryIds } = await dictionaryWith([{}, {}, {}]);
      const [first = 0, second = 0] = entryIds;
      const known = await revision();
      await admin.delete(entriesUrl(dictionaryId, first), ANY);
      const later = await revision();
      await admin.delete(entriesUrl(dictionaryId, second), ANY);
      await api.db
        .updateTable("vocabulary_tombstones")
        .set({ deleted_at: subDays(new Date(), 91) })
        .where("entry_id", "=", first)
        .execute();
      await forgetTombstones(api.db, subDays(new Date(), 90));
      const read = (after: number | string) =>
        program.get(
          `${VOCABULARY}/changes?organizationId=${own.organizationId}&after=${after}&size=1`,
        );
      expect(await read(known)).toMatchObject({ status: 410, body: { code: "VOCABULARY_GONE" } });
      expect((await changes(later)).deletes).toEqual([second]);
      expect((await changes(0, 1)).deletes).toEqual([second]);
    });

    it("are the same once housekeeping has deleted what nothing names any more", async () => {
      const { dictionaryId, first } = await dictionaryWith([{}, {}]);
      for (const weight of [1, 2, 3]) {
        await admin.patch(entriesUrl(dictionaryId, first), { weight }, ANY);
      }
      const stored = () =>
        api.db
          .selectFrom("vocabulary_changes")
          .select("revision")
          .where("organization_id", "=", own.organizationId)
          .orderBy("revision")
          .execute();
      const before = await changes(0);
      expect(await stored()).toHaveLength(4);
      await forgetTombstones(api.db, subDays(new Date(), 90));
      expect(await stored()).toEqual([{ revision: 2 }, { revision: before.revision }]);
      expect(await changes(0)).toEqual(before);
      expect(before.upserts).toHaveLength(2);
    });

    it("are 410 after a revision that never was, so that a restored database is noticed", async () => {
      const future = (await revision()) + 1;
      const query = `organizationId=${own.organizationId}&after=${future}`;
      expect(await program.get(`${VOCABULARY}/changes?${query}`)).toMatchObject({
        status: 410,
        body: { code: "VOCABULARY_GONE", message: expect.stringContaining("存在しない") },
      });
    });

    it.each(["x", "-1", "1_2", "1_2_3_4", "", "9999999999999999"])(
      "refuse %j as a place",
      async (after) => {
        const query = `organizationId=${own.organizationId}&after=${after}`;
        expect((await program.get(`${VOCABULARY}/changes?${query}`)).status).toBe(400);
      },
    );
  });
});
