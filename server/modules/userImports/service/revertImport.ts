import { changedFields } from "../../../../domain/fields.ts";
import { grouped } from "../../../../domain/grouped.ts";
import { MOST_NAMED } from "../../../../domain/imports/rules.ts";
import { CHANGED_FIELDS } from "../../../../domain/userImports/plan.ts";
import type { StoredPerson, UserImportReverted } from "../../../../domain/userImports/schemas.ts";
import type { Deps } from "../../../context.ts";
import type { Transact } from "../../../db/transact.ts";
import { changedStatus, lockWorkspaceRows } from "../../people/users/changeUser.ts";
import {
  findPeopleById,
  findWorkspaces,
  lockUsersAndAdmins,
  type PersonRow,
} from "../../people/users/queries/manyPeople.ts";
import {
  type PersonChange,
  refuseLastAdmins,
  writePeople,
} from "../../people/users/writePeople.ts";
import { type ChangeRow, userImports } from "../queries.ts";
import { updatedRow } from "./commitImport.ts";
import { type Importer, knownPerson } from "./planImport.ts";

/**
 * Undoes an import as far as nobody has changed its people since: whom it invited is disabled, unless
 * the person has signed in; whom it changed has the former values; whom it disabled is enabled.
 * Throws 404, 409 ALREADY_REVERTED, 422 TOO_LATE after 7 days, LAST_ORGANIZATION_ADMIN.
 */
export function revertUserImport(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  { organizationId, actorId }: Importer,
  importId: number,
): Promise<UserImportReverted> {
  return transact(async (trx) => {
    const at = now();
    const key = { organizationId, importId };
    const { row, kept } = await userImports.revert(trx, key, at, async (changes) => {
      const userIds = changes.map(({ user_id }) => user_id);
      const workspaces = workspacesOf(changes, await findPeopleById(trx, userIds));
      await lockWorkspaceRows(trx, workspaces);
      await lockUsersAndAdmins(trx, userIds);
      const people = await findPeopleById(trx, userIds);
      const there = new Set<number>();
      for (const [id, ids] of workspaces) {
        for (const { workspace_id } of await findWorkspaces(trx, id, { ids })) {
          there.add(workspace_id);
        }
      }
      const { undone, written, kept } = undoingOf(changes, people, there, actorId);
      await refuseLastAdmins(trx, written);
      await writePeople(trx, { actorId, at }, written);
      return { undone, kept, written: written.map(({ after }) => after.user_id) };
    });
    return { ...userImports.present(row, at), kept: kept.slice(0, MOST_NAMED) };
  });
}

/** The workspaces that undoing may change, by organization. */
function workspacesOf(changes: readonly ChangeRow[], people: readonly PersonRow[]) {
  const organizations = new Map(people.map((row) => [row.user_id, row.organization_id]));
  return grouped(
    changes.flatMap(({ user_id, before, after }) => {
      const id = organizations.get(user_id);
      const ids = [...(before?.workspaceIds ?? []), ...(after?.workspaceIds ?? [])];
      return id ? ids.map((workspaceId) => [id, workspaceId] as const) : [];
    }),
  );
}

type LeftReason = StoredPerson["reason"];

function undoingOf(
  changes: readonly ChangeRow[],
  people: readonly PersonRow[],
  workspaces: ReadonlySet<number>,
  actorId: string,
) {
  const rows = new Map(people.map((row) => [row.user_id, row]));
  const undone = { removed: 0, restored: 0, enabled: 0, kept: 0 };
  const written: PersonChange[] = [];
  const kept: StoredPerson[] = [];
  for (const change of changes) {
    const before = rows.get(change.user_id);
    if (!before) continue;
    const after = undoneRow(change, before, workspaces, actorId);
    if (typeof after === "string") {
      const { user_id: userId, user_name: userName, email } = before;
      kept.push({ userId, userName, email, reason: after });
      undone.kept += 1;
    } else if (after) {
      written.push({ before, after });
      undone[COUNTED[change.kind]] += 1;
    }
  }
  return { undone, written, kept };
}

const COUNTED = { ADDED: "removed", UPDATED: "restored", DISABLED: "enabled" } as const;

/** The person as before the import, why that is not possible, or null if it is so already. */
function undoneRow(
  { kind, before, after, version }: ChangeRow,
  row: PersonRow,
  workspaces: ReadonlySet<number>,
  actorId: string,
): PersonRow | LeftReason | null {
  if (row.erased_at) return "ERASED";
  const isChanged = version !== null && row.version !== version;
  switch (kind) {
    case "ADDED":
      if (row.status === "DISABLED") return null;
      if (row.status !== "INVITED") return "SIGNED_IN";
      return isChanged ? "CHANGED" : { ...row, ...changedStatus(row, "DISABLED") };
    case "DISABLED":
      if (row.status !== "DISABLED") return null;
      return isChanged ? "CHANGED" : { ...row, ...changedStatus(row, "ACTIVE") };
    case "UPDATED": {
      const person = knownPerson(row);
      if (isChanged || !before || !after) return "CHANGED";
      if (Object.keys(changedFields(person, after, CHANGED_FIELDS)).length > 0) return "CHANGED";
      const isRight = "isOrganizationAdmin" in before || "isDictionaryAdmin" in before;
      if (row.user_id === actorId && isRight) return "OWN";
      const workspaceIds = (before.workspaceIds ?? person.workspaceIds).filter(
        (id) => workspaces.has(id) || person.workspaceIds.includes(id),
      );
      return updatedRow(row, { ...person, ...before, workspaceIds });
    }
  }
}
