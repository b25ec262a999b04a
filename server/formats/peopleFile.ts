import { z } from "zod";
import { fault } from "../../domain/imports/rows.ts";
import { MOST_ROWS } from "../../domain/imports/rules.ts";
import { fieldSentences } from "../../domain/problems/sentences.ts";
import { personHeadings, workspacesCell } from "../../domain/userImports/cells.ts";
import {
  neededFields,
  PERSON_FIELDS,
  type PeopleScope,
  type PersonField,
  personSentences,
  scopeFields,
} from "../../domain/userImports/sentences.ts";
import { user } from "../../domain/users/schemas.ts";
import type { SheetColumns } from "./headings.ts";
import type { Cells, SheetKind } from "./sheetFile.ts";

/** The parts of a name, as lists of other programs have them. */
type Column = PersonField | "familyName" | "givenName" | "familyNameKana" | "givenNameKana";

/** よみがな（姓） and the like; 姓（よみがな） follows from 姓. */
const readingsOf = (part: string) =>
  ["よみがな", "フリガナ", "カナ", "よみ"].flatMap((kana) => [`${kana}（${part}）`, kana + part]);

const PARTS = ["familyName", "givenName", "familyNameKana", "givenNameKana"] as const;
const partOf: Readonly<Record<(typeof PARTS)[number], PersonField>> = {
  familyName: "userName",
  givenName: "userName",
  familyNameKana: "userNameKana",
  givenNameKana: "userNameKana",
};
const isPart = (column: Column): column is keyof typeof partOf => column in partOf;

const columns: Omit<SheetColumns<Column>, "fields"> = {
  labels: {
    ...personHeadings,
    familyName: "姓",
    givenName: "名",
    familyNameKana: "姓（カナ）",
    givenNameKana: "名（カナ）",
  },
  // Those of our own lists, SmartHR, freee, Google Workspace, Microsoft 365 and cybozu.com, too.
  otherNames: {
    userName: [
      ...["名前", "お名前", "利用者名", "姓名", "従業員名", "社員名", "表示名"],
      ...["Display name", "Full name", "Name"],
    ],
    userNameKana: ["カナ", "ふりがな", "ヨミガナ", "よみがな", "読み仮名", "読み"],
    email: [
      ...["メール", "Eメール", "電子メール", "アドレス", "電子メールアドレス", "Eメールアドレス"],
      ...["E-mail", "Mail", "Email address", "E-mail address", "Primary email"],
      ...["User principal name", "userPrincipalName", "ユーザー プリンシパル名"],
    ],
    roles: ["権限"],
    familyName: [
      ...["名字", "苗字", "氏", "氏名（姓）", "名前（姓）"],
      ...["Last name", "Surname", "Family name"],
    ],
    givenName: ["氏名（名）", "名前（名）", "First name", "Given name"],
    familyNameKana: ["セイ", ...readingsOf("姓"), "Phonetic surname", "Phonetic last name"],
    givenNameKana: ["メイ", ...readingsOf("名"), "Phonetic given name", "Phonetic first name"],
  },
  readings: {
    userName: "userNameKana",
    familyName: "familyNameKana",
    givenName: "givenNameKana",
  },
  // An address where accounts are called by it, else a name.
  ambiguous: {
    names: ["ユーザー名", "ユーザ名", "User name"],
    means: (has) => {
      if (!has("email")) return "email";
      return (["userName", "familyName", "givenName"] as const).some(has) ? undefined : "userName";
    },
  },
};

/** A name from its parts; what the whole column has comes first. */
function composed({
  familyName,
  givenName,
  familyNameKana,
  givenNameKana,
  ...cells
}: Cells<Column>) {
  const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part).join(" ");
  const fields: Cells<PersonField> = { ...cells };
  fields.userName ||= joined(familyName, givenName);
  const kana = fields.userNameKana || joined(familyNameKana, givenNameKana);
  if (kana !== "") fields.userNameKana = kana;
  return fields;
}

const person = user.pick({ userName: true, email: true }).extend({
  userNameKana: user.shape.userNameKana.unwrap().optional(),
  workspaces: z
    .string()
    .optional()
    .transform((written, context) => {
      const cell = workspacesCell(written ?? "");
      if (cell === undefined) context.addIssue(personSentences.tooManyWorkspaces);
      return cell;
    }),
});

/** A file of people, whose rows are checked by the rules of a user's fields. */
export function peopleSheet(scope: PeopleScope): SheetKind<PersonField, Column> {
  return {
    columns: { ...columns, fields: [...scopeFields[scope], ...PARTS] },
    missing: (has) => {
      const hasName = has("familyName") || has("givenName");
      const field = neededFields[scope].find(
        (needed) => !has(needed) && !(needed === "userName" && hasName),
      );
      return field && personHeadings[field];
    },
    most: MOST_ROWS,
    compose: composed,
    fieldOf: (column) => (isPart(column) ? partOf[column] : column),
    check: checkPerson,
  };
}

function checkPerson(cells: Cells<PersonField>) {
  const { data, error } = person.safeParse({
    ...cells,
    userNameKana: cells.userNameKana || undefined,
  });
  if (error) {
    return {
      faults: error.issues.map(({ path: [field], message }) =>
        fault(
          message === fieldSentences.kana && field === "userNameKana"
            ? personSentences.kana
            : message,
          ...PERSON_FIELDS.filter((one) => one === field),
        ),
      ),
    };
  }
  const { userName, email, userNameKana, workspaces } = data;
  const kana = userNameKana === undefined ? {} : { userNameKana };
  const positions = workspaces ? { workspaces } : {};
  return { cells: { ...cells, userName, email, ...kana, ...positions } };
}
