import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { migrate } from "../../server/db/migrate.ts";
import { readMigrations } from "../../server/db/migrationFiles.ts";
import { suiteApi } from "../support/api.ts";
import { csvRows, csvTable } from "../support/csv.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import {
  importOf,
  importsUrl,
  ownCsv,
  storedEntries,
  upload,
  uploadOf,
} from "../support/importRequests.ts";
import { perSuite } from "../support/perSuite.ts";

const READING = "読みはひらがな・カタカナと「ー」で入力してください。";
const HEADINGS = ["表記", "読み", "品詞", "強さ", "備考", "有効", "行", "理由"];

describeDatabase("the error rows of an import", (engine) => {
  const api = suiteApi(engine);
  const own = perSuite(() => api.organization());
  const keeper = api.as(perSuite(() => api.aUser({ ...own, isDictionaryAdmin: true })));
  let dictionaryId: number;

  beforeEach(async () => {
    dictionaryId = await aDictionary(api, own);
  });

  const prepared = async (form: FormData | string) => {
    const answer = await upload(keeper, dictionaryId, form);
    expect(answer.status, answer.text).toBe(201);
    return importOf(answer);
  };
  const errorsOf = async (form: FormData | string) => {
    const { importId } = await prepared(form);
    const { text } = await keeper.get(importsUrl(dictionaryId, `/${importId}/errors`));
    return text;
  };
  const commit = (importId: number, mode: string) =>
    keeper.post(importsUrl(dictionaryId, `/${importId}/commit`), { mode }, { "if-match": "*" });

  /** The file with cells changed by line, as a spreadsheet saves it, all else left as it is. */
  const corrected = (text: string, corrections: Record<number, Record<string, string>>) => {
    const rows = csvRows(text).map((row) => ({ ...row, ...corrections[Number(row.行)] }));
    return stringify(rows, { header: true, bom: true, record_delimiter: "windows" });
  };

  describe("of our own CSV", () => {
    const FILE = ownCsv(
      [
        "漢字,読めない,名詞,2,,有効,山田",
        "=1+1,しき,数式,1,,無効,",
        "東京,とうきょう,地名,九,西の都,はい,",
        '大阪,おおさか,地名,2,"西の\r\n都",たぶん,',
        "京都,きょうと,地名,2,寺,社,有効,山田",
        "橋,はし,名詞,2,,有効,",
      ],
      "表記,読み,品詞,強さ,備考,有効,担当",
    );

    it("are a file of our own CSV with the cells as they stood, their lines and reasons", async () => {
      const { importId } = await prepared(FILE);
      const answer = await keeper.get(importsUrl(dictionaryId, `/${importId}/errors`));
      expect(answer.headers["x-total-count"]).toBe("5");
      const partOfSpeech =
        "品詞「数式」は登録できません。単語の編集で選択できる品詞（名詞、固有名詞、人名など）で入力してください。";
      expect(csvTable(answer.text)).toEqual([
        HEADINGS,
        ["漢字", "読めない", "名詞", "2", "", "有効", "2", READING],
        ["'=1+1", "しき", "数式", "1", "", "無効", "3", partOfSpeech],
        [
          ...["東京", "とうきょう", "地名", "九", "西の都", "はい", "4"],
          "強さは整数で入力してください。",
        ],
        [
          ...["大阪", "おおさか", "地名", "2", "西の\n都", "たぶん", "5"],
          "備考に改行は使用できません。有効は「有効」または「無効」で入力してください。",
        ],
        [
          ...["京都,きょうと,地名,2,寺,社,有効,山田", "", "", "", "", "", "6"],
          '有効は「有効」または「無効」で入力してください。列が見出しより多くあります。区切り文字を含む項目は全体を"で囲んでください。',
        ],
      ]);
    });

    it("are imported as they are once their cells are corrected", async () => {
      const text = corrected(await errorsOf(FILE), {
        2: { 読み: "かんじ" },
        3: { 品詞: "記号" },
        4: { 強さ: "3" },
        5: { 備考: "西の都", 有効: "無効" },
        6: { 表記: "京都", 読み: "きょうと", 備考: "寺,社" },
      });
      const { importId, ...dryRun } = await prepared(text);
      expect(dryRun).toMatchObject({
        format: "csv",
        encoding: "utf-8-bom",
        ignoredColumns: [],
        counts: { new: 5, update: 0, unchanged: 0, duplicate: 0, error: 0 },
      });
      expect((await commit(importId, "add")).body).toMatchObject({ added: 5, skipped: 0 });
      const defaults = { part_of_speech: "地名", weight: 2, enabled: true };
      expect(await storedEntries(api, dictionaryId)).toMatchObject([
        { ...defaults, surface: "漢字", reading: "かんじ", part_of_speech: "名詞", note: "" },
        { surface: "=1+1", reading: "しき", part_of_speech: "記号", weight: 1, enabled: false },
        { ...defaults, surface: "東京", weight: 3, note: "西の都" },
        { ...defaults, surface: "大阪", note: "西の都", enabled: false },
        { surface: "京都", reading: "きょうと", part_of_speech: "名詞", note: "寺,社" },
      ]);
    });

    it("are the same error rows if nothing is corrected", async () => {
      const text = await errorsOf(FILE);
      const [, ...rows] = csvTable(text);
      const [, ...again] = csvTable(await errorsOf(text));
      const cellsOf = (all: string[][]) => all.map((row) => row.slice(0, 6));
      expect(cellsOf(again)).toEqual(cellsOf(rows));
    });

    it("name a column 理由 as not imported where it is not that of error rows", async () => {
      const row = "橋,はし,川の,2";
      expect(await prepared(ownCsv([row], "表記,読み,理由,連番"))).toMatchObject({
        ignoredColumns: ["理由", "連番"],
      });
      expect(await prepared(ownCsv([`${row},3`], "表記,読み,理由,連番,行"))).toMatchObject({
        ignoredColumns: ["連番"],
      });
    });
  });

  describe("of Microsoft IME", () => {
    const FILE = uploadOf(
      [
        "!Microsoft IME Dictionary Tool",
        "",
        "abc\t研究\tさ変名詞\tメモ",
        "壊れた行",
        "!無効\txyz\t書く\tか行五段\t",
        "はし\t橋\t名詞\t",
        "",
      ].join("\r\n"),
      { name: "ime.txt" },
    );

    it("are in our own CSV, with our parts of speech and undivided text", async () => {
      expect(csvTable(await errorsOf(FILE))).toEqual([
        HEADINGS,
        ["研究", "abc", "サ変名詞", "", "メモ", "", "3", READING],
        ["壊れた行", "", "", "", "", "", "4", "列が足りません。2列以上必要です。"],
        ["書く", "xyz", "動詞", "", "", "無効", "5", READING],
      ]);
    });

    it("are imported as they are once their cells are corrected", async () => {
      const text = corrected(await errorsOf(FILE), {
        3: { 読み: "けんきゅう" },
        4: { 読み: "こわれたぎょう" },
        5: { 読み: "かく" },
      });
      const { importId, ...dryRun } = await prepared(text);
      expect(dryRun).toMatchObject({ format: "csv", ignoredColumns: [], counts: { error: 0 } });
      expect((await commit(importId, "add")).body).toMatchObject({ added: 3, skipped: 0 });
      expect(await storedEntries(api, dictionaryId)).toMatchObject([
        { surface: "研究", part_of_speech: "サ変名詞", weight: 2, note: "メモ", enabled: true },
        { surface: "壊れた行", part_of_speech: "名詞" },
        { surface: "書く", part_of_speech: "動詞", enabled: false },
      ]);
    });
  });

  it("are kept in their order, however long they are", async () => {
    const long = "長".repeat(3_000);
    const rows = Array.from({ length: 1_200 }, (_, n) => `${n % 3 ? `語${n}` : long},読めない,,,,`);
    const errors = csvRows(await errorsOf(ownCsv(rows)));
    expect(errors.map(({ 行 }) => 行)).toEqual(rows.map((_, n) => String(n + 2)));
    expect(errors.filter(({ 表記 }) => 表記 === long)).toHaveLength(400);
  });

  it("change no note where the file has none", async () => {
    await someEntries(api, { ...own, dictionaryId }, [
      { surface: "AMI", reading: "あみ", weight: 3, note: "社名" },
    ]);
    const form = uploadOf("AMI abc 固有名詞|語\n", { format: "amivoice" });
    const text = await errorsOf(form);
    expect(csvTable(text)).toEqual([
      ["表記", "読み", "品詞", "強さ", "有効", "行", "理由"],
      ["AMI", "abc", "固有名詞", "", "", "1", READING],
      ["語", "", "", "", "", "1", "読みの列がありません。"],
    ]);
    const rows = csvRows(text).map((row) => ({ ...row, 読み: "あみ" }));
    const { importId } = await prepared(stringify(rows, { header: true }));
    expect((await commit(importId, "merge")).body).toMatchObject({ added: 1, updated: 1 });
    expect((await storedEntries(api, dictionaryId))[0]).toMatchObject({
      part_of_speech: "固有名詞",
      weight: 3,
      note: "社名",
    });
  });

  it("whose columns an earlier version did not keep are undivided text", async () => {
    const migrations = await readMigrations();
    const step = migrations.find(({ name }) => name.startsWith("020_"));
    if (!step) throw new Error("the migration is missing");
    const { importId } = await prepared(ownCsv(["漢字,読めない,名詞,2,,有効"]));
    await sql`alter table dictionary_import_rows drop constraint dictionary_import_rows_error,
      drop column raw, alter column cells type text[]
        using case when cells is not null then '{漢字,読めない,名詞}'::text[] end`.execute(api.db);
    await migrate(api.db, [...migrations, { ...step, name: "900_again.sql" }]);
    const { text } = await keeper.get(importsUrl(dictionaryId, `/${importId}/errors`));
    expect(csvTable(text)[1]).toEqual(["漢字,読めない,名詞", "", "", "", "", "2", READING]);
  });
});
