import type { Flags } from "../../../../domain/access.ts";
import { rolesCell, SEPARATORS } from "../../../../domain/userImports/cells.ts";
import { personHeadings } from "../../../../domain/userImports/labels.ts";
import { type PeopleScope, scopeFields } from "../../../../domain/userImports/rules.ts";
import type { PastedPerson } from "../../../../domain/users/pastedPeople.ts";
import { csvFile } from "../../../components/csv/csvFile.ts";

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
    return fields.map((field) => cells[field]);
  });
  return csvFile([fields.map((field) => personHeadings[field]), ...lines], name);
}

/** Where what was pasted is kept, as a draft. */
export const INVITE_DRAFT = ["users", "invite"] as const;

/** What the address of the import says of a check of a pasted list. */
export const PASTED = "pasted";
