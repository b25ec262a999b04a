import type { Flags } from "../../../../domain/access.ts";
import { defused } from "../../../../domain/files/formulas.ts";
import { rolesCell, SEPARATORS } from "../../../../domain/userImports/cells.ts";
import { personHeadings } from "../../../../domain/userImports/labels.ts";
import { type PeopleScope, scopeFields } from "../../../../domain/userImports/rules.ts";
import type { PastedPerson } from "../../../../domain/users/pastedPeople.ts";

interface Invitation extends Omit<Flags, "isSystemAdmin"> {
  people: readonly PastedPerson[];
  /** Of the organization of all of them; empty in the staff area. */
  organizationNo: string;
  workspaces: readonly string[];
}

/** The people to invite as a file that the import of an area reads. */
export function invitationFile(scope: PeopleScope, invitation: Invitation, name: string): File {
  const { people, organizationNo, workspaces, ...flags } = invitation;
  const fields = scopeFields[scope].filter((field) => field !== "userNameKana");
  const shared = {
    organizationNo,
    userNameKana: "",
    roles: rolesCell({ isSystemAdmin: false, ...flags }),
    workspaces: workspaces.join(SEPARATORS.workspaces),
  };
  const lines = people.map((person) => {
    const cells = { ...shared, ...person };
    return fields.map((field) => quoted(cells[field]));
  });
  const head = fields.map((field) => personHeadings[field]);
  const content = [head, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
  return new File([`\ufeff${content}`], name, { type: "text/csv" });
}

/** Where what was pasted is kept, as a draft. */
export const INVITE_DRAFT = ["users", "invite"] as const;

/** In quotes, as an export has it. */
function quoted(cell: string): string {
  return `"${defused(cell).replaceAll('"', '""')}"`;
}
