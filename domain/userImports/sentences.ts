import { namesOfPeople, namesOfRecords } from "../bulkSentences.ts";
import { MOST_ROWS } from "../imports/rules.ts";
import { formatNumber } from "../text/numbers.ts";
import { shortened } from "../text/shortened.ts";
import { roleLabels } from "../users/labels.ts";

/** What an import would do with a person: of a row, or of a user who is not in the file. */
export const USER_IMPORT_VERDICTS = ["NEW", "UPDATE", "UNCHANGED", "DISABLE", "ERROR"] as const;
export type UserImportVerdict = (typeof USER_IMPORT_VERDICTS)[number];

/** The most workspaces that a file gives one person, as many as a dictionary names. */
export const MOST_WORKSPACES = 100;

/** The most addresses of other organizations that checks of an organization tell of within an hour. */
export const MOST_TOLD = 20;

/** The columns of a file, in the order of the template. */
export const PERSON_FIELDS = [
  "organizationNo",
  "userName",
  "userNameKana",
  "email",
  "roles",
  "workspaces",
] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];

/** What a row has in its columns; one that the file has not is missing. */
export type PersonCells = Partial<Record<PersonField, string>>;

/** The files of the admin area name the organization of each person, those of the staff area none. */
export type PeopleScope = "users" | "members";

export const scopeFields: Readonly<Record<PeopleScope, readonly PersonField[]>> = {
  users: PERSON_FIELDS,
  members: PERSON_FIELDS.filter((field) => field !== "organizationNo"),
};

/** A file without these columns is refused. What the others do not state stays as it is. */
export const neededFields: Readonly<Record<PeopleScope, readonly PersonField[]>> = {
  users: ["organizationNo", "userName", "email"],
  members: ["userName", "email"],
};

const most = formatNumber(MOST_ROWS);
const { systemAdmin, ...memberRoles } = roleLabels;

/** Sentences about files of people, where those of dictionary files speak of words. */
export const peopleFileSentences = {
  EMPTY: "ファイルが空です。利用者の入ったファイルを選択してください。",
  NO_ROWS: "ファイルに利用者がいません。見出しの下に利用者を入れてください。",
  TOO_MANY_ROWS: `一度に取り込める利用者は${most}人までです。ファイルを分けてください。`,
} as const;

/** What is wrong with one row, beside the rules of a user's fields. */
export const personSentences = {
  role: (name: string) =>
    `役割「${shortened(name)}」はありません。${Object.values(memberRoles).join("、")}のいずれかで入力してください。`,
  workspace: (name: string) => `ワークスペース「${shortened(name)}」が見つかりませんでした。`,
  tooManyWorkspaces: `ワークスペースは1人につき${MOST_WORKSPACES}件まで指定できます。`,
  organizationUnknown: "組織番号の組織が見つかりませんでした。",
  organizationMissing: "組織番号を入力してください。",
  repeated: (line: number) => `${formatNumber(line)}行目とメールアドレスが同じです。`,
  ofOther: "このメールアドレスは、この組織の利用者としては登録できません。",
  ofOtherOrganization: "このメールアドレスは、別の組織の利用者が使用しています。",
  kana: "フリガナはひらがなまたはカタカナで入力してください。",
  ownRole: "自分自身の役割は変更できません。",
  newSystemAdmin: `${systemAdmin}はCSVでは追加できません。「利用者を招待」から招待してください。`,
  roleOfSystemAdmin: `${systemAdmin}の役割はCSVでは変更できません。`,
  erased: "個人データを消去した利用者は変更できません。",
} as const;

/** Sentences of the API about imports of people. */
export const userImportSentences = {
  changed:
    "内容を確認したあとに利用者が変更されました。もう一度内容を確認してから、取り込んでください。",
  errorsWithMissing:
    "エラー行があるときは、ファイルにない利用者を無効にできません。エラー行を修正してください。",
  tooManyMissing: `一度に無効にできる利用者は${most}人までです。`,
  lastAdmins: (organizations: readonly string[], people: readonly string[]) =>
    `${namesOfRecords(organizations)}の組織管理者（${namesOfPeople(people)}）がいなくなるため、取り込めません。`,
} as const;
