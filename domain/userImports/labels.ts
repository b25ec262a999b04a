import type { PersonField } from "./rules.ts";

/** The headings of a file of people. */
export const personHeadings: Readonly<Record<PersonField, string>> = {
  organizationNo: "組織番号",
  userName: "氏名",
  userNameKana: "フリガナ",
  email: "メールアドレス",
  roles: "役割",
  workspaces: "ワークスペース",
};

/** The name of the file of error rows. */
export const userImportErrorsTitle = "利用者の取り込みエラー";
