import { describe, expect, it } from "vitest";
import { alertMail } from "../../domain/alerts/sentences.ts";
import {
  atLine,
  fitnessSentences,
  lackingSentence,
  rowSentences,
  unfitSentence,
} from "../../domain/files/sentences.ts";
import { importSentences } from "../../domain/imports/rules.ts";
import { type Candidate, matchReason, type Preference } from "../../domain/preview/rules.ts";
import { listedWord, shortened } from "../../domain/text/shortened.ts";

describe("the sentences of files", () => {
  it("name the line, the row that is repeated, and how many words do not fit", () => {
    expect(atLine(3, "読みの列がありません。")).toBe("3行目：読みの列がありません。");
    expect(importSentences.repeats(1200)).toBe("1,200行目と表記と読みが同じです。");
    expect(importSentences.errorRows("3")).toMatch(/^エラー行が3件あります。/);
    expect(unfitSentence(1200)).toBe("この形式で表せない単語が1,200件あります。");
    expect(rowSentences.partOfSpeech("あ".repeat(101))).toContain(
      `「${"あ".repeat(100)}…」は登録できません。`,
    );
  });

  it("name three characters that an encoding lacks, and how many there are", () => {
    const lacking = ["𠮷", "髙", "〜", "①"].map((character, at) => ({ character, line: at + 1 }));
    expect(lackingSentence("cp932", lacking)).toMatch(
      /で表せない文字が4件あります（1行目「𠮷」、2行目「髙」、3行目「〜」など）。UTF-8でのダウンロードをおすすめします。$/,
    );
    expect(lackingSentence("cp932", lacking.slice(0, 3), "utf-16le")).toMatch(
      /3件あります（1行目「𠮷」、2行目「髙」、3行目「〜」）。UTF-16.*でのダウンロード/,
    );
  });

  it("tell how a part of speech that an engine lacks is downloaded", () => {
    expect(fitnessSentences.partOfSpeech("名詞", "")).toBe(
      "品詞「名詞」がないため、指定なしでダウンロードします。",
    );
    expect(fitnessSentences.partOfSpeech("名詞", "固有名詞")).toBe(
      "品詞「名詞」がないため、「固有名詞」としてダウンロードします。",
    );
    expect(fitnessSentences.tooLong("表記", 10, "バイト")).toBe(
      "表記は10バイト以内にする必要があります。",
    );
  });
});

describe("the mail about alerts", () => {
  it("lists them, and lets no name begin a line", () => {
    const { subject, text } = alertMail({
      userName: "佐藤\r\n花子",
      isSystemAdmin: false,
      alerts: ["残り3件です。", "契約終了まで30日です。"].map((message) => ({
        organizationName: "青空\n商事",
        message,
      })),
      publicUrl: "https://example.com",
    });
    expect(subject).toBe("【Knowledge Insight】青空 商事のアラート（2件）");
    const lines = text.split("\n");
    expect(lines[0]).toBe("佐藤 花子さん");
    expect(lines).toContain("青空 商事の契約について、次のアラートが発生しました。");
    expect(lines).toEqual(
      expect.arrayContaining([
        "・残り3件です。",
        "・契約終了まで30日です。",
        "https://example.com/alerts",
      ]),
    );
    expect(lines.at(-1)).toBe("");
  });

  it("names the organization of each to system admins, and leads them to their own list", () => {
    const { subject, text } = alertMail({
      userName: "管理 太郎",
      isSystemAdmin: true,
      alerts: [
        { organizationName: "青空\n商事", message: "合計が一致していません。" },
        { organizationName: null, message: "hooks.example.comへの送信に失敗しています。" },
      ],
      publicUrl: "https://example.com",
    });
    expect(subject).toBe("【Knowledge Insight】運用のアラート（2件）");
    expect(text.split("\n")).toEqual(
      expect.arrayContaining([
        "次のアラートが発生しました。",
        "・青空 商事：合計が一致していません。",
        "・hooks.example.comへの送信に失敗しています。",
        "https://example.com/admin/alerts",
      ]),
    );
    expect(text).not.toContain("サービス提供元");
  });
});

describe("the reason of a match", () => {
  const to: Candidate = {
    start: 0,
    end: 3,
    surface: "東京都",
    entryId: 1,
    weight: 2,
    category: "組織辞書",
  };
  const lost = (because: Preference) =>
    matchReason({ by: "surface", reading: "トウキョウ" }, { wins: false, because, to });

  it("is by what it was met", () => {
    const wins = { wins: true } as const;
    expect(matchReason({ by: "surface", reading: "トウキョウ" }, wins)).toBe(
      "表記が一致しました。",
    );
    expect(matchReason({ by: "reading", reading: "トウキョウ" }, wins)).toBe(
      "読み「トウキョウ」が一致しました。",
    );
  });

  it.each([
    ["LONGER", "長い単語「東京都」を優先します。"],
    ["EARLIER", "前の単語「東京都」と重なるため、前の単語を優先します。"],
    ["CATEGORY", "組織辞書の単語「東京都」を優先します。"],
    ["WEIGHT", "強さの大きい単語「東京都」を優先します。"],
    ["OLDER", "先に登録された単語「東京都」を優先します。"],
  ] as const)("and why another word is used: %s", (because, sentence) =>
    expect(lost(because)).toBe(`表記が一致しました。${sentence}`),
  );
});

describe("a quoted text", () => {
  it("is cut after 100 characters, not within one", () => {
    expect(shortened("𠮷".repeat(100))).toBe("𠮷".repeat(100));
    expect(shortened("𠮷".repeat(101))).toBe(`${"𠮷".repeat(100)}…`);
    expect(shortened("あ".repeat(5000))).toBe(`${"あ".repeat(100)}…`);
  });
});

describe("a word of a list", () => {
  it("is read in any width, without spaces around it", () => {
    expect(listedWord(" ＮＯＵＮ　")).toBe("NOUN");
    expect(listedWord("")).toBe("");
    expect(listedWord("あ".repeat(100))).toBe("あ".repeat(100));
    expect(listedWord("あ".repeat(101))).toBeUndefined();
  });
});
