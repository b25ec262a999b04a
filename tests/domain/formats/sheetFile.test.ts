import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contractSheet, peopleSheet } from "../../../server/formats/peopleFile.ts";
import { readSheet, type SheetFile } from "../../../server/formats/sheetFile.ts";

const fileOf = (name: string) =>
  readFileSync(new URL(`../../support/peopleFiles/${name}`, import.meta.url));

function read<Field extends string>(
  file: SheetFile<Field> | { problem: { message: string } },
): SheetFile<Field> {
  if ("problem" in file) throw new Error(file.problem.message);
  return file;
}

const people = (content: string | Uint8Array) =>
  read(readSheet(Buffer.from(content), peopleSheet("members")));
const contracts = (content: string) => read(readSheet(Buffer.from(content), contractSheet));
const rowsOf = ({ rows }: SheetFile<string>) =>
  rows.map(({ line, cells, reason }) => (reason === null ? { line, ...cells } : { line, reason }));

const yamada = { userName: "山田 太郎" };

describe("a list of the members of another program", () => {
  test("SmartHR: family and given names with their kana, other columns named", () => {
    const file = people(fileOf("smarthr.csv"));
    expect(rowsOf(file)).toEqual([
      { line: 2, ...yamada, userNameKana: "ヤマダ タロウ", email: "m01a@example.com" },
      { line: 3, userName: "佐藤 花子", userNameKana: "サトウ ハナコ", email: "m01b@example.com" },
    ]);
    expect(file.ignoredColumns).toEqual([
      ...["社員番号", "ビジネスネーム：姓", "ビジネスネーム：名", "部署", "役職"],
      ...["入社年月日", "在籍状況"],
    ]);
  });

  test("Microsoft Entra: the display name and the user principal name below a line of its version", () => {
    const file = people(fileOf("entra.csv"));
    expect(rowsOf(file)).toEqual([{ line: 3, ...yamada, email: "m04a@example.com" }]);
    expect(file.ignoredColumns).toContain("Initial password [passwordProfile] Required");
  });

  test.each([
    [
      "freee",
      "従業員番号,姓,名,姓カナ,名カナ,メールアドレス,部門\n1,山田,太郎,ヤマダ,タロウ,a@example.com,営業",
      { userNameKana: "ヤマダ タロウ" },
    ],
    [
      "Google Workspace",
      "First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Org Unit Path [Required],New Primary Email [UPLOAD ONLY],Recovery Email\n太郎,山田,a@example.com,****,/,,other@example.com",
      {},
    ],
    [
      "Microsoft 365, to be filled in",
      "ユーザー名,名,姓,表示名,役職,部署,オフィスの電話番号\na@example.com,太郎,山田,山田 太郎,部長,営業,03",
      {},
    ],
    [
      "Microsoft 365, exported",
      "Display name,First name,Last name,Proxy addresses,User principal name\n山田 太郎,太郎,山田,SMTP:x@example.com,a@example.com",
      {},
    ],
    [
      "cybozu.com",
      "ログイン名,表示名,姓,名,よみがな（姓）,よみがな（名）,メールアドレス,使用状態\nyamada,,山田,太郎,やまだ,たろう,a@example.com,使用中",
      { userNameKana: "ヤマダ タロウ" },
    ],
    [
      "kintone's names in English",
      "Login Name,Display Name,Surname,Given Name,Phonetic Surname,Phonetic Given Name,E-mail Address\nyamada,山田 太郎,山田,太郎,やまだ,たろう,a@example.com",
      { userNameKana: "ヤマダ タロウ" },
    ],
  ])("%s", (_, content, more) => {
    expect(rowsOf(people(content))).toEqual([
      { line: 2, ...yamada, email: "a@example.com", ...more },
    ]);
  });

  test("may have hundreds of columns", () => {
    const head = Array.from({ length: 300 }, (_, n) => `項目${n}`).join(",");
    const cells = ",".repeat(300);
    expect(rowsOf(people(`氏名,メールアドレス,${head}\n山田 太郎,a@example.com${cells}`))).toEqual([
      { line: 2, ...yamada, email: "a@example.com" },
    ]);
  });

  test("calls an account by its address or its user by a name", () => {
    const row = { line: 2, ...yamada, email: "a@example.com" };
    expect(rowsOf(people("ユーザー名,Email\n山田 太郎,a@example.com"))).toEqual([row]);
    const head = "User name [userPrincipalName] Required,First name,Last name";
    expect(rowsOf(people(`${head}\na@example.com,太郎,山田`))).toEqual([row]);
    expect(rowsOf(people("ユーザー名,姓,名,メール\nyamada,山田,太郎,a@example.com"))).toEqual([
      row,
    ]);
  });
});

describe("headings of people and contracts", () => {
  test("may have remarks and two lines, as those of words", () => {
    const file = people(fileOf("headings-of-two-lines.csv"));
    expect(file.ignoredColumns).toEqual([]);
    expect(rowsOf(file)).toEqual([
      { line: 2, ...yamada, email: "m11a@example.com", roles: "一般" },
    ]);
  });

  test.each([
    "*氏名,メールアドレス※必須,フリガナ（全角）,役割【任意】",
    "お名前【必須】,E-mail（半角）,氏名（カナ）,権限",
    "氏名 必須,[必須] メール,ヨミガナ,★役割",
    "利用者一覧,,,\n氏名：,メールアドレス：,ふりがな：,役割：",
  ])("%s", (head) => {
    const rows = rowsOf(people(`${head}\n山田 太郎,a@example.com,やまだ たろう,一般`));
    expect(rows.at(-1)).toEqual({
      line: head.split("\n").length + 1,
      ...yamada,
      userNameKana: "ヤマダ タロウ",
      email: "a@example.com",
      roles: "一般",
    });
  });

  test("with a unit that the column has not are not read as that column", () => {
    const head = "組織番号（必須）,契約開始日※,上限時間（時間）,管理者（カナ）,組織名（フリガナ）";
    const file = contracts(`${head}\n10000001,2032/4/1,100,ヤマダ,ソシキ`);
    expect(file.ignoredColumns).toEqual(["上限時間（時間）", "組織名（フリガナ）"]);
    expect(rowsOf(file)).toEqual([
      { line: 2, organizationNo: "10000001", startDate: "2032-04-01", adminNameKana: "ヤマダ" },
    ]);
  });

  test("that are there twice or missing are refused with their row", () => {
    const problemOf = (content: string) => {
      const file = readSheet(Buffer.from(content), peopleSheet("members"));
      return "problem" in file ? file.problem.message : "";
    };
    expect(problemOf("氏名,メールアドレス,氏名\na,b@example.com,c")).toBe(
      "1行目：見出しの「氏名」が重複しています。",
    );
    expect(problemOf("一覧\n姓,部署\n山田,営業")).toBe(
      "2行目：見出しに「メールアドレス」がありません。テンプレートの見出しと見比べてください。",
    );
  });
});

describe("a row", () => {
  test("names the fields that are wrong, that of a part as well", () => {
    const { rows } = people("姓,名,カナ,メールアドレス\n=山田,太郎,ヤマダ,a@example.com");
    expect(rows).toMatchObject([{ wrong: ["userName"] }]);
    const { rows: others } = people("姓,名,カナ,メールアドレス\n山田,太郎,abc,a");
    expect(others).toMatchObject([{ wrong: ["email", "userNameKana"] }]);
  });

  test("has the number that a spreadsheet shows", () => {
    expect(rowsOf(people(fileOf("cell-of-two-lines.csv")))).toEqual([
      { line: 2, ...yamada, email: "t02a@example.com" },
      { line: 3, reason: "メールアドレスの形式で入力してください。" },
    ]);
    expect(
      rowsOf(people('氏名,メールアドレス\n\n"山田\n太郎",a@example.com\n\n\n佐藤,だめ')).map(
        ({ line }) => line,
      ),
    ).toEqual([3, 6]);
  });

  test("has no value where a lone hyphen stands", () => {
    const rows = rowsOf(
      people(
        "氏名,メールアドレス,フリガナ,役割\n山田 太郎,a@example.com,-,－\n佐藤,b@example.com,ー,―",
      ),
    );
    expect(rows).toEqual([
      { line: 2, ...yamada, email: "a@example.com", userNameKana: "", roles: "" },
      { line: 3, userName: "佐藤", email: "b@example.com", userNameKana: "", roles: "" },
    ]);
  });

  test("has dates with times and days of the week, and months alone", () => {
    const read = (start: string, end: string) =>
      rowsOf(contracts(`組織番号,契約開始日,契約終了日\n10000001,${start},${end}`))[0];
    expect(read("2032/4/1 0:00", "2033-03-31T00:00:00")).toMatchObject({
      startDate: "2032-04-01",
      endDate: "2033-03-31",
    });
    expect(read("2032年4月1日（木）", "2033/3/31 木曜日")).toMatchObject({
      startDate: "2032-04-01",
      endDate: "2033-03-31",
    });
    expect(read("2032年4月", "令和15年2月")).toMatchObject({
      startDate: "2032-04-01",
      endDate: "2033-02-28",
    });
    expect(read("2032/4/1（金）", "2033/3/31")).toMatchObject({
      reason: "契約開始日は日付（例：2026/04/01）で入力してください。",
    });
  });

  test("may have an address below a Punycode domain", () => {
    const [row] = rowsOf(people("氏名,メールアドレス\n山田 太郎,a@xn--eckwd4c7cu47r2wf.xn--p1ai"));
    expect(row).toMatchObject({ email: "a@xn--eckwd4c7cu47r2wf.xn--p1ai" });
  });
});
