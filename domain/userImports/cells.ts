import { type Flags, type Role, shownRolesOf } from "../access.ts";
import { listedWord } from "../text/listedWord.ts";
import { searchKey } from "../text/searchKey.ts";
import { roleLabels } from "../users/labels.ts";

/** Between roles, and between the names of workspaces; an export writes the first. */
export const SEPARATORS = { roles: "・", workspaces: "、" } as const;
const BETWEEN_ROLES = /[・、,，;；/／\n]/u;
const BETWEEN_NAMES = /[、,，;；\n]/u;

const ROLES = Object.keys(roleLabels) as Role[];
const roleOfName = new Map(ROLES.map((role) => [searchKey(roleLabels[role]), role]));

/** The flags that a cell of roles states; null for an empty one, else the word that is no role. */
export function flagsIn(cell: string): Flags | null | { unknown: string } {
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

/**
 * The names that a cell of workspaces lists, each once. A name may have a separator in it: a cell
 * that is a known name as a whole is that one.
 */
export function workspaceNamesIn(cell: string, isKnown: (name: string) => boolean): string[] {
  const whole = cell.normalize("NFC").trim();
  if (isKnown(whole)) return [whole];
  return [...new Set(partsOf(whole, BETWEEN_NAMES))];
}

/** All names that a cell may mean. */
export function possibleNames(cell: string): string[] {
  return workspaceNamesIn(cell, () => false).concat(cell.normalize("NFC").trim());
}

function partsOf(cell: string, between: RegExp): string[] {
  return cell
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
