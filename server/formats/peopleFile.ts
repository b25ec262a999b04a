import { z } from "zod";
import {
  CONTRACT_FIELDS,
  type ContractField,
  contractRowSentences,
  NEEDED_FIELDS,
  ROW_FIELDS,
} from "../../domain/contractImports/rules.ts";
import { contractFields, contractLabels, unlimitedLabel } from "../../domain/contracts/fields.ts";
import { contract, MAX_CAP } from "../../domain/contracts/schemas.ts";
import { mask, propertiesOf } from "../../domain/fields.ts";
import { type Fault, fault } from "../../domain/imports/rows.ts";
import { MOST_ROWS } from "../../domain/imports/rules.ts";
import { fieldSentences } from "../../domain/problems/sentences.ts";
import { firstDayOfMonth, lastDayOfMonth } from "../../domain/text/dates.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import { listedWord } from "../../domain/text/shortened.ts";
import { readDate, readMonth } from "../../domain/text/writtenDates.ts";
import { readMinutes, readNumber } from "../../domain/text/writtenNumbers.ts";
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

/** A file of contracts, such as the export of their list. Rows are checked field by field. */
export const contractSheet: SheetKind<ContractField> = {
  columns: {
    fields: CONTRACT_FIELDS,
    labels: contractLabels,
    otherNames: propertiesOf(contractFields, "otherNames"),
    readings: { adminName: "adminNameKana" },
  },
  missing: (has) => {
    const field = NEEDED_FIELDS.find((needed) => !has(needed));
    return field && contractLabels[field];
  },
  most: MOST_ROWS,
  compose: (cells) => cells,
  fieldOf: (column) => column,
  check: checkContract,
};

const fields = contract.pick(mask(ROW_FIELDS)).partial();

const required = (field: ContractField) => fieldSentences.required(contractLabels[field]);

/** The cells as contracts have them: dates as YYYY-MM-DD, caps as digits or 無制限. */
function checkContract(written: Cells<ContractField>) {
  const cells: Cells<ContractField> = {};
  const faults: Fault<ContractField>[] = [];
  const stated: Record<string, unknown> = {};
  for (const [field, cell] of entriesOf(written)) {
    if (cell === "") continue;
    const value = readers[field]?.(cell) ?? cell;
    cells[field] = value;
    stated[field] = isCap(field) && value !== unlimitedLabel ? Number(value) : value;
    if (isCap(field) && value === unlimitedLabel) stated[field] = null;
  }
  for (const field of NEEDED_FIELDS) if (!cells[field]) faults.push(fault(required(field), field));
  const { organizationNo: _, ...others } = stated;
  const { data, error } = fields.safeParse(others);
  for (const { path, message } of error?.issues ?? []) {
    const about = CONTRACT_FIELDS.filter((field) => field === path[0]);
    faults.push(fault(sentenceOf(path[0], message), ...about));
  }
  if (faults.length > 0) return { faults };
  for (const [field, value] of Object.entries(data ?? {})) {
    if (isText(field) && typeof value === "string") cells[field] = value;
  }
  return { cells };
}

function entriesOf(written: Cells<ContractField>): [ContractField, string][] {
  return CONTRACT_FIELDS.flatMap((field) => {
    const cell = written[field];
    return cell === undefined ? [] : [[field, cell] satisfies [ContractField, string]];
  });
}

type Cap = "maxTranscriptCount" | "maxTranscriptMinutes";

const isCap = (field: ContractField): field is Cap =>
  field === "maxTranscriptCount" || field === "maxTranscriptMinutes";

const isText = (field: string): field is ContractField =>
  CONTRACT_FIELDS.some((one) => one === field && !isCap(one));

const isUnlimited = (cell: string) =>
  searchKey(listedWord(cell) ?? "") === searchKey(unlimitedLabel);

const capReader =
  (read: (cell: string) => number | undefined) =>
  (cell: string): string | undefined =>
    isUnlimited(cell) ? unlimitedLabel : read(cell)?.toString();

/** The first or the last day of a month that stands alone. */
function dayIn(cell: string, dayOf: (month: string) => string): string | undefined {
  const month = readMonth(cell);
  return month && dayOf(month);
}

/** How cells are read that are no texts; what is not understood stays and is refused. */
const readers: Readonly<Partial<Record<ContractField, (cell: string) => string | undefined>>> = {
  organizationNo: listedWord,
  startDate: (cell) => readDate(cell) ?? dayIn(cell, firstDayOfMonth),
  endDate: (cell) => readDate(cell) ?? dayIn(cell, lastDayOfMonth),
  maxTranscriptCount: capReader((cell) => readNumber(cell, "件")),
  maxTranscriptMinutes: capReader(readMinutes),
};

function sentenceOf(field: PropertyKey | undefined, message: string): string {
  switch (field) {
    case "startDate":
    case "endDate":
      return message === fieldSentences.date ? contractRowSentences.date(field) : message;
    case "maxTranscriptCount":
    case "maxTranscriptMinutes":
      return message === fieldSentences.atMost(MAX_CAP, contractLabels[field])
        ? message
        : contractRowSentences.cap(field);
    case "adminNameKana":
      return message === fieldSentences.kana ? contractRowSentences.of(field, message) : message;
    default:
      return message;
  }
}
