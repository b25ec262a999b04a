import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";

/** What the product says in one word has no other one. */
const WORDS: readonly (readonly [unused: RegExp, right: string])[] = [
  [/サインイン|ログオン/u, "ログイン"],
  [/サインアウト|ログオフ/u, "ログアウト"],
  [/編集権/u, "編集ロック"],
  [/封印/u, "改ざん検知の記録"],
  [/入りきらない/u, "渡せない。登録できる数を超えたときだけ「入りきりません」"],
  [/^(上限に)?(接近|到達|超過)$|上限の80%|まもなく上限/u, "上限接近・上限到達・上限超過"],
  [/終了(の|まで)?\d*日前/u, "契約終了まで11日"],
  [/\d名(?!前)/u, "人"],
  // The candidates of the preview stand beside places (か所).
  [/(?<!候補[\d,]*)\d語/u, "件"],
  [/— ?→|→ ?—/u, "追加・変更・削除"],
  [/ユーザー(?!メニュー|名)/u, "利用者"],
  [/エントリー?/u, "単語"],
  [/インポート/u, "取り込み"],
  [/エクスポート/u, "ダウンロード"],
  [/リロード/u, "再読み込み"],
  [/監査ログ/u, "操作ログ"],
  [/更新履歴/u, "変更履歴"],
  [/Eメール|電子メール/u, "メール"],
  [/～/u, "〜"],
  [/下さい|(?<!一)致し(ます|ました)|頂(き|く|け)/u, "ください・します・いただく"],
];

/** The catalogue, and what the API and files say too. */
const isText = (path: string) => /^(src\/i18n\/ja|domain)\//.test(path);

const files = ["src/i18n/ja", "domain"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) =>
    join(root, file).replaceAll(sep, "/"),
  ),
);

/** The quick search knows what people may type instead; it begins with a reading and is not shown. */
const isTyped = (path: string, text: string) =>
  path === "src/i18n/ja/quickSearch.ts" && /^[ぁ-ゖーCSV]+ /u.test(text);

/** Strings and templates. */
const LITERAL = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** The texts of a file, with a figure in the place of what is filled in. */
const textsIn = (source: string) =>
  [...source.replaceAll(/^\s*(\/\*\*?|\*|\/\/).*$/gm, "").matchAll(LITERAL)].map(
    ([, quoted = "", template = quoted]) => template.replaceAll(/[$%]\{[^}]*\}/g, "0"),
  );

describe("words that are not used", () => {
  const texts = files
    .filter((path) => path.endsWith(".ts") && isText(path))
    .flatMap((path) =>
      textsIn(readFileSync(path, "utf8"))
        .filter((text) => /[^\x20-\x7e]/.test(text) && !isTyped(path, text))
        .map((text) => ({ path, text })),
    );

  it("are looked for in all texts", () => {
    expect(texts.length).toBeGreaterThan(1_500);
    expect(texts.map(({ text }) => text)).toContain("上限接近");
  });

  it.each(WORDS)("%s, but: %s", (unused) => {
    const found = texts.filter(({ text }) => unused.test(text));
    expect(found.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });

  it.each([
    ["3名を無効にしました。", "人"],
    ["0名", "人"],
    ["終了30日前", "契約終了まで11日"],
    ["12語", "件"],
    ["説明：— → 看護", "追加・変更・削除"],
    ["超過", "上限接近・上限到達・上限超過"],
  ])("are recognised in %s", (text, right) => {
    expect(WORDS.find(([unused]) => unused.test(text))?.[1]).toBe(right);
  });

  it.each([
    "組織名を入力してください。",
    "0超過",
    "入力内容が超過している可能性があります。",
    "品詞名",
    "2か所に反映（候補12語）",
    "第0名前",
  ])("are none in %s", (text) => {
    expect(WORDS.filter(([unused]) => unused.test(text))).toEqual([]);
  });
});
