import { type Flags, type Role, shownRolesOf } from "../access.ts";
import { searchKey } from "../text/searchKey.ts";
import { listedWord } from "../text/shortened.ts";
import { withoutUnseen } from "../text/unseen.ts";
import { roleLabels } from "../users/labels.ts";
import { MOST_WORKSPACES, type PersonField } from "./sentences.ts";

/** Between roles, and between the names of workspaces; an export writes the first. */
export const SEPARATORS = { roles: "・", workspaces: "、" } as const;
const BETWEEN_ROLES = /[・･·、､,，;；/／\s]/u;
const BETWEEN_NAMES = /[、,，;；\n]/u;

const ROLES = Object.keys(roleLabels) as Role[];
const roleOfName = new Map(ROLES.map((role) => [searchKey(roleLabels[role]), role]));

/** More than all roles have, in any width. */
const LONGEST_ROLES = 60;

/** The flags that a cell of roles states; null for an empty one, else the word that is no role. */
export function flagsIn(cell: string): Flags | null | { unknown: string } {
  if (cell.length > LONGEST_ROLES) return { unknown: cell };
  const words = partsOf(cell, BETWEEN_ROLES);
  if (words.length === 0) return null;
  const roles: Role[] = [];
  for (const word of words) {
    const role = roleOfName.get(searchKey(listedWord(word) ?? ""));
    if (!role) return { unknown: word };
    roles.push(role);
  }
  return {
    isSystemAdmin: roles.includes("systemAdmin"),
    isOrganizationAdmin: roles.includes("organizationAdmin"),
    isDictionaryAdmin: roles.includes("dictionaryAdmin"),
  };
}

/** The roles of a user as a cell. */
export function rolesCell(flags: Flags): string {
  return shownRolesOf(flags)
    .map((role) => roleLabels[role])
    .join(SEPARATORS.roles);
}

/** 100 code points of up to two characters. */
const LONGEST_NAME = 200;
const LONGEST_LIST = MOST_WORKSPACES * (LONGEST_NAME + 1);

/**
 * A written cell of workspaces as records have it, in NFC. Undefined if it lists too many names. Its
 * length comes first: `normalize` takes quadratic time for a run of combining marks.
 */
export function workspacesCell(written: string): string | undefined {
  if (written.length > LONGEST_LIST) return undefined;
  const cell = withoutUnseen(written.normalize("NFC")).trim();
  return partsOf(cell, BETWEEN_NAMES).length > MOST_WORKSPACES ? undefined : cell;
}

/**
 * The names that a cell of workspaces lists, each once. A name may have a separator in it: a cell
 * that is a known name as a whole is that one.
 */
export function workspaceNamesIn(cell: string, isKnown: (name: string) => boolean): string[] {
  if (isKnown(cell)) return [cell];
  return [...new Set(partsOf(cell, BETWEEN_NAMES))];
}

/** All names that a cell may mean, without what is longer than a name. */
export function possibleNames(cell: string): string[] {
  const names = workspaceNamesIn(cell, () => false).concat(cell);
  return names.filter(({ length }) => length <= LONGEST_NAME);
}

function partsOf(cell: string, between: RegExp): string[] {
  return cell
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

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
