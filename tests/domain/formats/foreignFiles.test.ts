import { readFileSync } from "node:fs";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { type FileHints, readDictionaryFile } from "../../../server/formats/readFile.ts";

/** Files as other programs write them. */
function fileOf(name: string): Buffer {
  return readFileSync(new URL(`../../support/dictionaryFiles/${name}`, import.meta.url));
}

function read(bytes: Uint8Array, hints: FileHints = {}) {
  const file = readDictionaryFile(new Uint8Array(bytes), hints);
  if ("problem" in file) throw new Error(file.problem.message);
  const { format, encoding, ignoredColumns } = file;
  const rows = file.rows.map((row) => {
    if ("reason" in row) return `${row.line} ${row.reason}`;
    const { surface, reading, partOfSpeech = "－", note } = row.entry;
    return [row.line, surface, reading, partOfSpeech, ...(note ? [note] : [])].join(" ");
  });
  return { format, encoding, ignoredColumns, rows };
}

const refusal = (bytes: Uint8Array) => {
  const file = readDictionaryFile(new Uint8Array(bytes));
  return "problem" in file ? file.problem.message : file.format;
};

describe("the headings of a spreadsheet", () => {
  test.each([
    ["excel-headings.csv", ["2 議事録 ぎじろく －", "3 稟議書 りんぎしょ －"]],
    ["excel-required.csv", ["2 議事録 ぎじろく 名詞 会議の記録", "3 稟議書 りんぎしょ 名詞"]],
    ["excel-title.csv", ["5 議事録 ぎじろく 名詞 会議の記録", "6 稟議書 りんぎしょ 名詞"]],
    ["excel-sep.csv", ["4 議事録 ぎじろく － 会議の記録"]],
  ])("of %s are those of our own CSV, in UTF-8 as in CP932", (name, rows) => {
    const bytes = fileOf(name);
    const own = { format: "csv", ignoredColumns: [], rows };
    expect(read(bytes)).toEqual({ ...own, encoding: "utf-8" });
    expect(read(iconv.encode(bytes.toString(), "cp932"))).toEqual({ ...own, encoding: "cp932" });
    expect(read(bytes, { format: "csv" })).toEqual({ ...own, encoding: "utf-8" });
  });

  test.each([
    [
      "単語,よみ",
      "ヨミ",
      "ﾖﾐ",
      "読み仮名",
      "ふりがな",
      "フリガナ",
      "読み（ひらがな）",
      "*読み",
      "ヨミ※",
    ],
    ["用語,よみ", "よみ【必須】", "読みがな", "振り仮名", "読み方"],
  ])("may be called %s, %s and so on", (first, ...readings) => {
    const [surface] = first.split(",");
    for (const reading of readings) {
      const file = read(Buffer.from(`${surface},${reading}\n議事録,ぎじろく`));
      expect(file, reading).toMatchObject({ format: "csv", rows: ["2 議事録 ぎじろく －"] });
    }
  });

  test("of our own come before others of the same meaning, which are named as ignored", () => {
    const file = read(Buffer.from("用語,表記,ふりがな,よみ,メモ\nA,議事録,ぎじろく,×,記録\n"));
    expect(file).toMatchObject({
      ignoredColumns: ["用語", "よみ"],
      rows: ["2 議事録 ぎじろく － 記録"],
    });
  });

  test("that are there twice are refused by the name that they have", () => {
    const bytes = Buffer.from("単語,よみ,単語\n議事録,ぎじろく,会議");
    expect(refusal(bytes)).toBe("1行目：見出しの「単語」が重複しています。");
  });

  test("are not made of words: neither the words nor those above them are lost", () => {
    expect(read(Buffer.from("用語,ようご\n議事録,ぎじろく"))).toMatchObject({
      format: "amivoice",
      rows: ["1 用語 ようご －", "2 議事録 ぎじろく －"],
    });
    expect(read(Buffer.from("用語,用語,ヨウゴ,名詞\n単語,単語,タンゴ,名詞"))).toMatchObject({
      format: "kuromoji",
      rows: ["1 用語 ようご 名詞", "2 単語 たんご 名詞"],
    });
    expect(read(Buffer.from("議事録,ぎじろく\n表記,ひょうき\n読み,よみ")).rows).toHaveLength(3);
  });

  test("that are fewer than the cells of a row make it an error", () => {
    expect(read(fileOf("excel-shifted.csv")).rows).toEqual([
      '2 列が見出しより多くあります。区切り文字を含む項目は全体を"で囲んでください。',
      "3 稟議書 りんぎしょ －",
    ]);
  });
});

describe("lists of other programs", () => {
  const atok = fileOf("atok.txt").toString();

  test.each([
    ["utf-16le", iconv.encode(atok, "utf-16le", { addBOM: true })],
    ["cp932", iconv.encode(atok, "cp932")],
    ["utf-8", Buffer.from(atok)],
  ])("of ATOK are read in %s", (encoding, bytes) => {
    expect(read(bytes)).toEqual({
      format: "atok",
      encoding,
      ignoredColumns: [],
      rows: [
        "6 ヴァイオリン うぁいおりん 名詞",
        "7 ヴィトン ゔぃとん 固有名詞",
        "8 薄 すすき 姓 メモ",
        "9 太郎 たろう 名",
        "10 山田太郎 やまだたろう 人名",
        "11 千代田区 ちよだく 地名",
        "12 いすゞ自動車 いすずじどうしゃ 組織名",
        "13 検索 けんさく サ変名詞",
        "14 書く かく 動詞",
        "15 静か しずか 形容動詞",
        "16 お世話になります。 おせわになります その他",
      ],
    });
  });

  test("of ATOK are known without a header by a part of speech that it has", () => {
    const rows = "ぎじろく\t議事録\t名詞\nもり\t森\t固有人姓\n";
    expect(read(Buffer.from(rows))).toMatchObject({
      format: "atok",
      rows: ["1 議事録 ぎじろく 名詞", "2 森 もり 姓"],
    });
  });

  test.each([
    [
      "unidic-2.1.2-lex.csv",
      [
        "1 東京 とうきょう 地名",
        "2 先生 せんせい 名詞",
        "3 書い かい 動詞",
        "4 コンピューター こんぴゅーたー 名詞",
        "5 静か しずか 形容動詞",
        "6 私 わたし 名詞",
      ],
    ],
    [
      "unidic-cwj-3.1.0-lex.csv",
      [
        "1 東京 とうきょう 地名",
        "2 書い かい 動詞",
        "3 山田 やまだ 姓",
        "4 協議 きょうぎ サ変名詞",
      ],
    ],
  ])("of UniDic are read by their own columns: %s", (name, rows) => {
    expect(read(fileOf(name))).toMatchObject({ format: "unidic", rows });
  });

  const asCsv =
    "は取り込めません。1行目に「表記」「読み」などの見出しを入れたCSVにしてから、選択してください。";

  test.each([
    ["mozc-dictionary00.txt", `Mozcのシステム辞書${asCsv}`],
    ["juman-ContentW.csv", `JUMANの辞書${asCsv}`],
    ["juman-info.csv", `JUMANの辞書${asCsv}`],
    ["juman-Noun.dic", `JUMANの辞書${asCsv}`],
    [
      "iso-2022-jp.csv",
      "文字コードがISO-2022-JP（JIS）のファイルは取り込めません。UTF-8やShift_JISで保存してから、選択してください。",
    ],
  ])("are refused by name: %s", (name, sentence) => {
    expect(refusal(fileOf(name))).toBe(sentence);
  });

  test("are not what only looks like ISO-2022-JP: ␛@ in UTF-16", () => {
    const bytes = Buffer.from("\uFEFF表記\t読み\r\n␛@\tあ\r\n", "utf16le");
    expect(read(bytes).rows).toEqual([expect.stringContaining("␛@ あ")]);
  });

  test.each([
    [
      "gboard-dictionary.txt",
      "gboard",
      [
        "2 議事録 ぎじろく －",
        "3 よろしくお願いします よろ －",
        "4 読みはひらがな・カタカナと「ー」で入力してください。",
      ],
    ],
    ["apple-user-dictionary.txt", "macosPlist", ["5 議事録 ぎじろく －"]],
  ])("of phones are read: %s", (name, format, rows) => {
    expect(read(fileOf(name))).toMatchObject({ format, rows });
  });

  test("are read nevertheless in a format that the user has chosen", () => {
    const { rows } = read(fileOf("mozc-dictionary00.txt"), { format: "google" });
    expect(rows).toHaveLength(6);
  });
});

test("readings with marks of repetition, middle dots and marks of voice are resolved", () => {
  expect(read(fileOf("readings.csv")).rows).toEqual([
    "2 いすゞ自動車 いすずじどうしゃ －",
    "3 ラプラス・ダークネス らぷらすだーくねす －",
    "4 ヴァイオリン ゔぁいおりん －",
    "5 学生 がくせい －",
    "6 少しずつ すこしづつ －",
    "7 ほぼ ほぼ －",
  ]);
});
