import { z } from "zod";
import { fieldSentences } from "../../domain/problems/sentences.ts";
import { workspacesCell } from "../../domain/userImports/cells.ts";
import { personHeadings } from "../../domain/userImports/labels.ts";
import {
  MOST_PEOPLE,
  neededFields,
  type PeopleScope,
  type PersonField,
  scopeFields,
} from "../../domain/userImports/rules.ts";
import { personSentences } from "../../domain/userImports/sentences.ts";
import { user } from "../../domain/users/schemas.ts";
import type { Cells, SheetKind } from "./sheetFile.ts";

/** The labels of our own lists, too. */
const otherNames: SheetKind<PersonField>["otherNames"] = {
  userName: ["名前", "お名前", "利用者名"],
  userNameKana: ["氏名（フリガナ）", "氏名フリガナ", "氏名カナ", "カナ", "ふりがな", "読み"],
  email: ["メール", "Eメール", "E-mail", "email", "アドレス"],
  roles: ["権限"],
};

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
export function peopleSheet(scope: PeopleScope): SheetKind<PersonField> {
  return {
    headings: personHeadings,
    otherNames,
    fields: scopeFields[scope],
    needed: neededFields[scope],
    most: MOST_PEOPLE,
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
      reasons: error.issues.map(({ path, message }) =>
        message === fieldSentences.kana && path[0] === "userNameKana"
          ? personSentences.kana
          : message,
      ),
    };
  }
  const { userName, email, userNameKana, workspaces } = data;
  const kana = userNameKana === undefined ? {} : { userNameKana };
  const places = workspaces ? { workspaces } : {};
  return { cells: { ...cells, userName, email, ...kana, ...places } };
}
