import { readFileSync } from "node:fs";
import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { DEFAULT_ENCODINGS, DICTIONARY_ENGINES } from "../../../domain/files/formats.ts";
import { type FileHints, readDictionaryFile } from "../../../server/formats/readFile.ts";
import { writeDictionaryFile } from "../../../server/formats/writeFile.ts";
import { aWrittenEntry, writtenEntries } from "../../support/writtenEntries.ts";

const fileOf = (name: string) =>
  readFileSync(new URL(`../../support/dictionaryFiles/${name}`, import.meta.url));

const answerOf = (content: string | Uint8Array, hints: FileHints = {}) =>
  readDictionaryFile(typeof content === "string" ? Buffer.from(content) : content, hints);

function read(content: string | Uint8Array, hints: FileHints = {}) {
  const file = answerOf(content, hints);
  if ("problem" in file) throw new Error(JSON.stringify(file.problem));
  const { format, encoding } = file;
  const rows = file.rows.map((row) => {
    if ("reason" in row) return `${row.line} ${row.reason}`;
    const { surface, reading, partOfSpeech = "－", note } = row.entry;
    return [row.line, surface, reading, partOfSpeech, ...(note ? [note] : [])].join(" ");
  });
  return { format, encoding, rows };
}

function doubt(content: string | Uint8Array) {
  const file = answerOf(content);
  if (!("problem" in file)) throw new Error(`read as ${file.format}`);
  const { code, candidates = [] } = file.problem;
  expect(code).toBe("FORMAT_DOUBTFUL");
  return candidates.map(({ format, share, rows }) => ({
    format,
    share,
    rows: rows.map((row) => [row.line, row.surface, row.reading, row.partOfSpeech].join(" ")),
  }));
}

describe("the format of a list", () => {
  test.each([
    [
      "amivoice-katakana.tsv",
      "amivoice",
      ["1 カステラ かすてら 固有名詞", "2 ラジオ らじお 固有名詞", "3 トマト とまと 固有名詞"],
    ],
    [
      "macos-input-method.txt",
      "macos",
      ["1 社長 しゃちょう 名詞", "2 日本 にほん 名詞", "3 パンダ ぱんだ 名詞"],
    ],
    [
      "quoted-without-headings.csv",
      "amivoice",
      ["1 会議 かいぎ －", '2 彼は"社長" かれはしゃちょう －', "3 議事録 ぎじろく －"],
    ],
    ["mecab-surface-with-comma.csv", "mecab", ["1 1,2-試験酸 いちにしけんさん 名詞"]],
    ["mecab-only-hash.csv", "mecab", ["1 #社内報 しゃないほう 名詞", "2 #朝会 あさかい 名詞"]],
    ["aws-table.txt", "aws", ["2 NHK えぬえいちけい －", "3 東京 とうきょう －"]],
    [
      "janome-simple.csv",
      "janome",
      ["1 試験タワー しけんたわー 名詞", "2 青空ビル あおぞらびる 名詞"],
    ],
  ])("%s is that of %s", (name, format, rows) => {
    expect(read(fileOf(name))).toMatchObject({ format, rows });
  });

  test("of a list that Excel has saved is read without its quotation marks", () => {
    expect(read(fileOf("ime-list-saved-by-excel.utf16.txt"))).toMatchObject({
      format: "google",
      encoding: "utf-16le",
      rows: [
        expect.stringContaining(" AT&T, Inc. "),
        expect.stringMatching(/^2 "[^"]+" /u),
        expect.not.stringContaining('"'),
      ],
    });
  });

  test.each([
    [
      "macOS, quoted and with comments",
      ',,辞書\n"こーひー","珈琲","普通名詞"\n"にんげん","人間","無品詞"\n"かく","書く","カ行五段"',
      "macos",
      ["2 珈琲 こーひー 名詞", "3 人間 にんげん その他", "4 書く かく 動詞"],
    ],
    [
      "an input method, saved with commas",
      "けんさく,検索,名詞サ変,メモ\nさどう,作動,さ変名詞,\n",
      "macos",
      ["1 検索 けんさく サ変名詞 メモ", "2 作動 さどう サ変名詞"],
    ],
    [
      "a property list of macOS",
      '<?xml version="1.0"?>\n<plist><array>\n<dict><key>phrase</key><string>A&amp;B&#x2603;</string>\n<key>shortcut</key><string>えー</string></dict>\n<dict>\n<key>shortcut</key><string>brb</string><key>phrase</key><string>be right back</string></dict></array></plist>',
      "macosPlist",
      ["3 A&B☃ えー －", "5 読みはひらがな・カタカナと「ー」で入力してください。"],
    ],
    [
      "Gboard, without its header",
      "ぎじろく\t議事録\tja-JP\nかいぎ\t会議\tja-JP",
      "gboard",
      ["1 議事録 ぎじろく －", "2 会議 かいぎ －"],
    ],
    [
      "SKK",
      ';; okuri-ari entries.\nおくr /送/贈/\n;; okuri-nasi entries.\nきしゃ /記者;新聞の/汽車/\nえーびー /(concat "A\\057B")/',
      "skk",
      [
        "2 送り仮名の付く見出し語は取り込めません。",
        "4 記者 きしゃ － 新聞の",
        "4 汽車 きしゃ －",
        "5 A/B えーびー －",
      ],
    ],
    [
      "an AWS table in another order, with a phrase that is no reading",
      "DisplayAs\tPhrase\tIPA\tSoundsLike\n東京 タワー\tとうきょう-たわー\t\t\n\tアイ-ティー\t\t",
      "aws",
      ["2 東京 タワー とうきょうたわー －", "3 アイ ティー あいてぃー －"],
    ],
    [
      "MeCab with the accents of Open JTalk",
      "GNU,,,1,名詞,一般,*,*,*,*,GNU,グヌー,グヌー,2/3,*\n彩,1,1,9,名詞,固有名詞,一般,*,*,*,彩,アヤ,アヤ,0/1:1/2,C1",
      "mecab",
      ["1 GNU ぐぬー 名詞", "2 彩 あや 固有名詞"],
    ],
    [
      "a tabbed list whose cells are all quoted",
      '"ぎじろく"\t"議事録"\t"名詞"\n"かいぎ"\t"会議"\t""',
      "google",
      ["1 議事録 ぎじろく 名詞", "2 会議 かいぎ －"],
    ],
    [
      "AmiVoice, between tabs and saved by Excel",
      '"AT&T, Inc."\tえーてぃー\t固有名詞\n"""重要"""\tじゅうよう\t\n"引用"\tいんよう\t',
      "amivoice",
      ["1 AT&T, Inc. えーてぃー 固有名詞", '2 "重要" じゅうよう －', '3 "引用" いんよう －'],
    ],
    [
      "a tabbed list with quotation marks of its words",
      'いんよう\t"引用"\t名詞\nえーとう\tA, B\t名詞\nたんい\t5"\t名詞',
      "google",
      ['1 "引用" いんよう 名詞', "2 A, B えーとう 名詞", '3 5" たんい 名詞'],
    ],
  ])("%s is recognised", (_, content, format, rows) => {
    expect(read(content)).toMatchObject({ format, rows });
  });

  test("is Microsoft's or ATOK's by parts of speech that the others have not", () => {
    expect(read("かく\t書く\tか行五段\nほん\t本\t名詞").format).toBe("msime");
    expect(read("かく\t書く\tカ行五段*\nほん\t本\t名詞").format).toBe("atok");
    expect(read("かく\t書く\t動詞カ行五段\nほん\t本\t名詞").format).toBe("google");
  });

  test("is that of the headings, not of words that are called like headings", () => {
    expect(read("表記\t読み\t備考\t有効\n表記,\tひょうき\t,\t有効\n").format).toBe("tsv");
  });

  test("is not decided by one row of thirty", () => {
    const { format, rows } = read(fileOf("macos-one-kana-row-of-30.txt"));
    expect([format, rows.length]).toEqual(["macos", 29]);
    expect(rows.at(-1)).toBe("29 パンダ ぱんだ 名詞");
  });
});

describe("a person chooses the format", () => {
  const words = (count: number) =>
    Array.from({ length: count }, (_, n) => `語${n}\t${"あ".repeat(1 + (n % 9))}`);

  test("where two formats fit, with three rows as each reads them", () => {
    expect(doubt("さくら\tさくら\nすみれ\tあかね\nもみじ\tかえで\nぼたん\tつばき\n")).toEqual([
      {
        format: "google",
        share: 1,
        rows: ["2 あかね すみれ ", "3 かえで もみじ ", "4 つばき ぼたん "],
      },
      {
        format: "amivoice",
        share: 1,
        rows: ["2 すみれ あかね ", "3 もみじ かえで ", "4 ぼたん つばき "],
      },
    ]);
  });

  test("but not where all that fit read the rows alike", () => {
    expect(read("さくら\tさくら\nもみじ\tもみじ").rows).toEqual([
      "1 さくら さくら －",
      "2 もみじ もみじ －",
    ]);
  });

  test("where fewer than 95 % of the rows look like one", () => {
    const rows = words(19);
    expect(read([...rows, "壊れた行"].join("\n")).format).toBe("amivoice");
    const [candidate, ...others] = doubt([...rows, "壊れた行", "壊れた行"].join("\n"));
    expect(others).toEqual([]);
    expect(candidate).toMatchObject({ format: "amivoice", share: 19 / 21 });
    expect(candidate?.rows).toEqual(["1 語0 あ ", "2 語1 ああ ", "3 語2 あああ "]);
  });

  test("where no row looks like a format, but one can read them", () => {
    expect(doubt("かいぎ,会議\nぎじろく,議事録").map(({ format }) => format)).toEqual(["macos"]);
  });

  test("where the third column may be a note", () => {
    const [candidate] = doubt("議事録,ぎじろく,毎週の\n会議,かいぎ,定例\n");
    expect(candidate).toMatchObject({
      format: "amivoice",
      rows: ["1 議事録 ぎじろく その他", "2 会議 かいぎ その他"],
    });
  });

  test("where no row has a part of speech that any list has", () => {
    expect(doubt("ぎじろく\t議事録\t会議の記録\nかいぎ\t会議\t定例")).toMatchObject([
      { format: "google", rows: ["1 議事録 ぎじろく その他", "2 会議 かいぎ その他"] },
      { format: "gboard", rows: ["1 議事録 ぎじろく ", "2 会議 かいぎ "] },
    ]);
  });

  test("where the rows further down look different", () => {
    const content = [
      ...words(500),
      ...words(500).map((row) => row.split("\t").toReversed().join("\t")),
    ];
    expect(
      doubt(content.join("\n"))
        .map(({ format }) => format)
        .toSorted(),
    ).toEqual(["amivoice", "google"]);
  });

  test("and the chosen one is read", () => {
    const content = "さくら\tすみれ\nもみじ\tかえで\n";
    expect(doubt(content)).toHaveLength(2);
    expect(answerOf(content, { format: "amivoice" })).toMatchObject({
      format: "amivoice",
      recognised: { format: null },
      rows: [{ entry: { surface: "さくら", reading: "すみれ" } }, {}],
    });
  });
});

describe("an export of our own", { timeout: 60_000 }, () => {
  test.each(DICTIONARY_ENGINES)(
    "to %s is recognised without a hint, whatever the text",
    (format) => {
      fc.assert(
        fc.property(writtenEntries, (all) => {
          const encoding = DEFAULT_ENCODINGS[format];
          const { bytes, total } = writeDictionaryFile(all, format, encoding);
          fc.pre(total > 0);
          const hinted = answerOf(bytes, { format, encoding });
          expect(answerOf(bytes)).toEqual({ ...hinted, recognised: { format, encoding } });
        }),
      );
    },
  );

  test("keeps quotation marks that a spreadsheet would have written", () => {
    for (const format of ["google", "msime"] as const) {
      const surfaces = ['"A, B"', '"""引用"""'];
      const words = surfaces.map((surface, n) => aWrittenEntry(n + 1, { surface }));
      const { bytes } = writeDictionaryFile(words, format, DEFAULT_ENCODINGS[format]);
      expect(read(bytes).rows.map((row) => row.split(" たんご")[0]?.replace(/^\d+ /, ""))).toEqual(
        surfaces,
      );
    }
  });
});

describe("UTF-16 without a mark", () => {
  const list = "ぎじろく\t議事録\t名詞\r\nかいぎ\t会議\t名詞\r\n";

  test.each(["utf-16le", "utf-16be"] as const)("is recognised as %s", (encoding) => {
    for (const text of [list, "表記,読み\nA,えー\n", "表記,読み\r\n東京都,とうきょうと\r\n"]) {
      const bytes = iconv.encode(text, encoding, { addBOM: false });
      expect(answerOf(bytes)).toMatchObject({ encoding, recognised: { encoding } });
    }
  });

  test("is not what has a NUL byte by accident", () => {
    for (const text of [
      "表記,読み\n東京,\0\n",
      "表記,読み\n東京,\0\n\n",
      `a,b\n${"x".repeat(90)}\0\n`,
    ]) {
      const file = answerOf(text);
      expect("problem" in file && file.problem.code).toBe("NUL");
    }
  });
});
