import { deflateRawSync, gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import type { FileEncoding } from "../../../domain/files/formats.ts";
import { type FileHints, readDictionaryFile } from "../../../server/formats/readFile.ts";

const bytesOf = (text: string, encoding = "utf-8") => new Uint8Array(iconv.encode(text, encoding));

function read(text: string | Uint8Array, hints: FileHints = {}) {
  const file = readDictionaryFile(typeof text === "string" ? bytesOf(text) : text, hints);
  if ("problem" in file) throw new Error(file.problem.message);
  return file;
}

function problem(bytes: string | Uint8Array, hints: FileHints = {}) {
  const file = readDictionaryFile(typeof bytes === "string" ? bytesOf(bytes) : bytes, hints);
  return "problem" in file ? file.problem.message : file;
}

const summary = (file: ReturnType<typeof read>) =>
  file.rows.map((row) =>
    "reason" in row
      ? `${row.line} ${row.reason}`
      : [row.line, row.entry.surface, row.entry.reading, row.entry.partOfSpeech ?? "－"].join(" "),
  );

describe("our own CSV", () => {
  test("is read by its headings, in any order, with other columns named and no missing ones invented", () => {
    const file = read("備考,読み,担当,表記,有効,強さ\nメモ,カタカナ,山田,片仮名,無効,３\n");
    expect(file).toMatchObject({ format: "csv", encoding: "utf-8", ignoredColumns: ["担当"] });
    expect(file.rows).toEqual([
      {
        line: 2,
        entry: {
          surface: "片仮名",
          reading: "かたかな",
          weight: 3,
          note: "メモ",
          enabled: false,
        },
      },
    ]);
  });

  test("is read as Excel saves it: CP932, CRLF, quotes, a blank row", () => {
    const text =
      '表記,読み,品詞\r\n"A,""B""",えーびー,固有名詞\r\n,,\r\n㈱髙﨑,たかさき,組織名\r\n';
    const file = read(bytesOf(text, "cp932"));
    expect(file.encoding).toBe("cp932");
    expect(summary(file)).toEqual(['2 A,"B" えーびー 固有名詞', "4 ㈱髙﨑 たかさき 組織名"]);
  });

  test("says per row what is wrong, with all of its fields", () => {
    const file = read(
      "表記,読み,品詞,強さ,有効\n,abc,名詞,2,有効\n表,ひょう,造語,2,\n表,ひょう,,9,\n表,ひょう,,,たぶん\n表,,造語,九,たぶん",
    );
    expect(summary(file)).toEqual([
      "2 表記を入力してください。読みはひらがな・カタカナと「ー」で入力してください。",
      "3 品詞「造語」は登録できません。単語の編集で選択できる品詞（名詞、固有名詞、人名など）で入力してください。",
      "4 強さは3以下で入力してください。",
      "5 有効は「有効」または「無効」で入力してください。",
      "6 読みを入力してください。品詞「造語」は登録できません。単語の編集で選択できる品詞（名詞、固有名詞、人名など）で入力してください。強さは整数で入力してください。有効は「有効」または「無効」で入力してください。",
    ]);
  });

  test("keeps line numbers with all kinds of newlines", () => {
    const file = read("表記,読み\r東京,とうきょう\n\r\n大阪,おおさか\r京都,きょうと");
    expect(summary(file)).toEqual([
      "2 東京 とうきょう －",
      "4 大阪 おおさか －",
      "5 京都 きょうと －",
    ]);
  });

  test("refuses a line break within a cell as an error of the row that a spreadsheet shows", () => {
    const rows = '"東\n京",とうきょう,\n大阪,おおさか,"西の\n都"\n京都,きょうと,';
    expect(summary(read(`表記,読み,備考\n${rows}`))).toEqual([
      "2 表記に改行は使用できません。",
      "3 備考に改行は使用できません。",
      "4 京都 きょうと －",
    ]);
  });
});

describe("formats of engines", () => {
  test.each([
    [
      "msime",
      "!Microsoft IME Dictionary Tool\r\n!Version:\r\n\r\nけんきゅう\t研究\tさ変名詞\tメモ\r\nかく\t書く\tか行五段\r\n",
      ["4 研究 けんきゅう サ変名詞", "5 書く かく 動詞"],
    ],
    [
      "google",
      "# コメント\nとうきょう\t東京\t地名\t\nかく\t書く\t動詞カ行五段\t\nばつ\t×\t抑制単語\t\n",
      ["2 東京 とうきょう 地名", "3 書く かく 動詞", "4 抑制単語は取り込めません。"],
    ],
    [
      "mecab",
      "工藤,1223,1223,6058,名詞,固有名詞,人名,名,*,*,くどう,クドウ,クドウ\n研究,,,10,名詞,サ変接続,*,*,*,*,研究,ケンキュウ,ケンキュー\n",
      ["1 工藤 くどう 名", "2 研究 けんきゅう サ変名詞"],
    ],
    [
      "kuromoji",
      "# 名前\n関西国際空港,関西 国際 空港,カンサイ コクサイ クウコウ,カスタム名詞\n朝青龍,朝青龍,アサショウリュウ,カスタム人名\n",
      ["2 関西国際空港 かんさいこくさいくうこう 名詞", "3 朝青龍 あさしょうりゅう 人名"],
    ],
    [
      "sudachi",
      '舞台藝術,5146,5146,8000,舞台藝術,名詞,普通名詞,一般,*,*,*,ブタイゲイジュツ,舞台芸術,*,*,*,*,*\nモゲラ東京,5144,4792,4561,モゲラ東京,名詞,固有名詞,一般,*,*,*,モゲラトウキョウ,モゲラ東京,*,B,"U5/東京,名詞,固有名詞,地名,一般,*,*,トウキョウ",*,*\n',
      ["1 舞台藝術 ぶたいげいじゅつ 名詞", "2 モゲラ東京 もげらとうきょう 固有名詞"],
    ],
    [
      "amivoice",
      "AMI あみ|AmiVoice あみぼいす 固有名詞\nKnowledge_Insight なれっじいんさいと\n",
      [
        "1 AMI あみ －",
        "1 AmiVoice あみぼいす 固有名詞",
        "2 Knowledge Insight なれっじいんさいと －",
      ],
    ],
    ["tsv", "読み\t表記\nとうきょう\t東京\n", ["2 東京 とうきょう －"]],
  ] as const)("%s is recognised and read", (format, text, rows) => {
    const file = read(text);
    expect(file).toMatchObject({ format, recognised: { format } });
    expect(summary(file)).toEqual(rows);
  });

  test("Sudachi's escapes are read, and those of no character left", () => {
    const row = (surface: string) =>
      `${surface},4786,4786,5000,${surface},名詞,固有名詞,一般,*,*,*,カンマ,${surface},*,*,*,*,*`;
    expect(
      summary(
        read(["1\\u002c000", "A\\u{2F}B", "\\u{110000}", "\\u005cu002c"].map(row).join("\n")),
      ),
    ).toEqual([
      "1 1,000 かんま 固有名詞",
      "2 A/B かんま 固有名詞",
      "3 \\u{110000} かんま 固有名詞",
      "4 \\u002c かんま 固有名詞",
    ]);
  });

  test("a chosen format wins over the recognised one", () => {
    const file = read("とうきょう\t東京\t名詞\n", { format: "msime" });
    expect(file).toMatchObject({ format: "msime", recognised: { format: "google" } });
  });
});

describe("an error row", () => {
  const stored = (text: string, hints: FileHints = {}) =>
    read(text, hints).rows.map((row) => ("reason" in row ? (row.cells ?? row.raw) : row.entry));

  test("keeps what it states, be it wrong, and nothing that it does not state", () => {
    expect(stored("表記,読み,強さ\n東京, abc ,９\n,,九")).toEqual([
      { surface: "東京", reading: "abc", weight: "９" },
      { surface: "", reading: "", weight: "九" },
    ]);
    expect(stored("ばつ\t×\t抑制単語\tメモ\n#無効\tabc\t書く\t動詞カ行五段")).toEqual([
      { surface: "×", reading: "ばつ", partOfSpeech: "抑制単語", note: "メモ" },
      { surface: "書く", reading: "abc", partOfSpeech: "動詞", enabled: "無効" },
    ]);
  });

  test("keeps its text, quotes and all, if its cells cannot be told apart", () => {
    const text = '"東,京",東 京\n"大\n阪",おおさか\n';
    expect(stored(text, { format: "kuromoji" })).toEqual(['"東,京",東 京', '"大\n阪",おおさか']);
    expect(stored('表記,読み\n"A,B",abc, ,余り')).toEqual(['"A,B",abc, ,余り']);
  });

  test("is one with more filled cells than headings, whatever they say", () => {
    expect(stored("表記,読み\n東京,とうきょう,余り")).toEqual(["東京,とうきょう,余り"]);
    expect(stored("表記,読み,,\n東京,とうきょう,余り\n大阪,おおさか,,")).toEqual([
      "東京,とうきょう,余り",
      { surface: "大阪", reading: "おおさか" },
    ]);
  });
});

describe("bad files", () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
  const zip = new Uint8Array([0x50, 0x4b, 3, 4, ...deflateRawSync("表記,読み")]);
  const good = "表記,読み\n東京,とうきょう\n";

  test.each([
    ["an empty one", "", "ファイルが空です。単語の入ったファイルを選択してください。"],
    ["blank lines", "\ufeff\n \r\n", "ファイルが空です。単語の入ったファイルを選択してください。"],
    [
      "headings alone",
      "表記,読み\n",
      "ファイルに単語がありません。単語の入ったファイルを選択してください。",
    ],
    [
      "a ZIP or .xlsx",
      zip,
      "Excelブック（.xlsx）やZIPファイルは取り込めません。CSVやタブ区切りのテキストで保存してから、選択してください。",
    ],
    [
      "an image",
      png,
      "画像ファイルは取り込めません。CSVやタブ区切りのテキストで保存してから、選択してください。",
    ],
    [
      "a compressed one",
      new Uint8Array(gzipSync(good)),
      "圧縮ファイルは取り込めません。CSVやタブ区切りのテキストで保存してから、選択してください。",
    ],
    [
      "NUL bytes",
      "表記,読み\n東京,\0\n",
      "2行目：テキストではないデータ（NUL文字）が含まれています。テキスト形式で保存してから、選択してください。",
    ],
    [
      "no encoding",
      new Uint8Array([0x41, 0xff, 0xff, 0x81]),
      "文字コードを判別できませんでした。文字コードを選択してください。",
    ],
    [
      "no format",
      "これはただの文章です。",
      "ファイルの形式を判別できませんでした。形式を選択するか、1行目に「表記」「読み」などの見出しを入れてください。",
    ],
    [
      "a heading that is missing",
      "読み,品詞\nとうきょう,名詞",
      "1行目：見出しに「表記」がありません。1行目に見出しを入れるか、形式を確認してください。",
    ],
    [
      "a heading twice",
      "表記,読み,表記\n東京,とうきょう,東",
      "1行目：見出しの「表記」が重複しています。",
    ],
    [
      "an open quote",
      '表記,読み\n東京,とうきょう\n"大阪,おおさか\n京都,きょうと',
      '3行目：引用符（"）が閉じられていません。',
    ],
    [
      "an open quote before much text",
      `表記,読み\n"大阪,おおさか\n${"京都,きょうと\n".repeat(5_000)}`,
      '2行目：引用符（"）が閉じられていません。',
    ],
    [
      "a quote in the middle",
      '表記,読み\n東京,とう"きょう',
      '2行目：引用符（"）の位置に誤りがあります。引用符を含む項目は全体を"で囲み、中の"は2つ重ねてください。',
    ],
    [
      "one long line",
      `表記,読み\n${"あ".repeat(1_000_000)}`,
      "2行目：1行が長すぎます。形式と改行を確認してください。",
    ],
    [
      "a NUL character in UTF-16",
      bytesOf("表記,読み\n東\0京,とうきょう\n", "utf-16"),
      "2行目：テキストではないデータ（NUL文字）が含まれています。テキスト形式で保存してから、選択してください。",
    ],
    [
      "a line of 4,000 kanji",
      `表記,読み\n${"漢".repeat(4_000)},かん\n`,
      "2行目：1行が長すぎます。形式と改行を確認してください。",
    ],
    [
      "50,000 columns",
      `表記,読み\n${"a,".repeat(50_000)}`,
      "2行目：列が多すぎます。100列以内にしてください。",
    ],
    [
      "10 MB on one line",
      new Uint8Array(10_000_000).fill(0x61),
      "ファイルは5MB以内にしてください。",
    ],
    [
      "100,000 rows",
      `表記,読み\n${"東京,とうきょう\n".repeat(100_000)}`,
      "一度に取り込める単語は10,000件までです。ファイルを分けてください。",
    ],
  ])("%s: one clear sentence", (_, bytes, sentence) => {
    expect(problem(bytes)).toBe(sentence);
  });

  test("takes 10,000 rows and not one more", () => {
    const rows = "東京,とうきょう\n".repeat(10_000);
    expect(read(`表記,読み\n${rows}`).rows).toHaveLength(10_000);
    expect(problem(`表記,読み\n${rows}京都,きょうと`)).toMatch(/10,000件まで/);
  });

  test.each([
    ["utf-8", "cp932", /^\d+行目：文字化けの可能性があります/],
    ["cp932", "eucjp", /^\d+行目：文字化けの可能性があります/],
    ["euc-jp", "cp932", /^\d+行目：文字化けの可能性があります/],
    ["utf-16le", "utf-8", /文字化けの可能性があります/],
  ] as const)("suspects a file read as %s that is %s", (encoding, written, sentence) => {
    const bytes = bytesOf(good, written);
    const file = readDictionaryFile(bytes, { encoding: encoding as FileEncoding });
    expect("problem" in file ? file.problem.message : file.warning).toMatch(sentence);
  });

  test("warns of a chosen encoding that happens to fit", () => {
    const euc = bytesOf("かな\t仮名\t\n", "eucjp");
    const file = readDictionaryFile(euc, { encoding: "cp932", format: "google" });
    expect(file).toMatchObject({
      warning: "文字化けの可能性があります。文字コードを確認してください。",
    });
  });
});
