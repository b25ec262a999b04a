import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import {
  type ScimGroupAnswer,
  type ScimPatch,
  type ScimResource,
  scimSentences,
} from "../../../../domain/scim/schemas.ts";
import type { ScimGroup, ScimRole } from "../../../../domain/scim/stored.ts";
import { isSeenAlike } from "../../../../domain/text/unseen.ts";
import { roleLabels } from "../../../../domain/users/labels.ts";
import { workspace } from "../../../../domain/workspaces/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import type { WriteTransaction } from "../../../db/transact.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import { fieldErrors } from "../../../plugins/schemas.ts";
import { conflict, notFound, validationFailed } from "../../../problem.ts";
import { ScimProblem } from "../../../scimProblem.ts";
import { requestAlerts } from "../../alerts/queries/alerts.ts";
import { lockOrganization } from "../../organizations/queries.ts";
import {
  findPeopleById,
  lockUsersAndAdmins,
  type PersonRow,
} from "../../people/users/queries/manyPeople.ts";
import { writePeople } from "../../people/users/writePeople.ts";
import { addMembers, removeMembers, type Viewer } from "../../workspaces/queries.ts";
import { changeWorkspace, createWorkspace } from "../../workspaces/service.ts";
import {
  type AttributeChange,
  changedGroup,
  changesOf,
  type SentGroup,
  sentGroup,
} from "../parsing/changes.ts";
import { type GroupWrite, type WriteDeps, writeAsDirectory } from "../present.ts";
import {
  findGroupMembers,
  findRoleGroups,
  findRoleMembers,
  findSeen,
  findWorkspaceGroups,
  type GroupMemberRow,
  updateRoleGroups,
  updateWorkspaceGroup,
} from "../queries.ts";
import { findGroups, findSeenGroup, readGroup } from "./readGroups.ts";

/**
 * Who joins and who leaves a group. Throws 400 invalidValue for a new member whom the directory does
 * not see.
 */
async function memberChanges(
  trx: Transaction<Tables>,
  organizationId: number,
  { present, wanted }: { present: readonly GroupMemberRow[]; wanted: readonly string[] },
): Promise<{ added: GroupMemberRow[]; removed: GroupMemberRow[] }> {
  const [before, after] = [new Set(present.map(({ user_id }) => user_id)), new Set(wanted)];
  const joining = [...after].filter((id) => !before.has(id));
  const added = joining.length > 0 ? await findSeen(trx, organizationId, joining) : [];
  if (added.length < joining.length) {
    throw new ScimProblem("invalidValue", scimSentences.unknownMember);
  }
  return { added, removed: present.filter(({ user_id }) => !after.has(user_id)) };
}

/** The directory sees all workspaces of its organization, as an organization admin does. */
const viewerOf = (organizationId: number): Viewer => ({
  organizationId,
  userId: "",
  isOrganizationAdmin: true,
});

/** Creates a workspace without members. Throws 400, 409 NAME_EXISTS. */
function createWorkspaceGroup(
  trx: WriteTransaction,
  organizationId: number,
  displayName: string,
  at: Date,
): Promise<{ workspaceId: number }> {
  return createWorkspace(
    { now: () => at, transact: (work) => work(trx) },
    viewerOf(organizationId),
    { workspaceName: nameOf(displayName) },
  );
}

/**
 * Writes the name and the members of a workspace, which is locked before its members are read, so
 * that of several directories or admins at once none undoes what another has done.
 */
async function writeWorkspaceGroup(
  trx: WriteTransaction,
  {
    organizationId,
    at,
    of: { workspaceId },
    takesAgain,
    removes,
  }: GroupWrite<{ workspaceId: number }>,
  change: (current: SentGroup) => SentGroup,
): Promise<void> {
  const key = { organizationId, workspaceId };
  const viewer = viewerOf(organizationId);
  const target = { workspaceId, viewer, ifMatch: undefined, byDirectory: true };
  await changeWorkspace({ trx, at }, target, async ({ workspaceName, managedBy }) => {
    const [row] = await findWorkspaceGroups(trx, organizationId, workspaceId);
    if (!row || (row.scim?.removed && !takesAgain)) throw notFound();
    const present = await findGroupMembers(trx, organizationId, [workspaceId]);
    const after = change({
      displayName: workspaceName,
      externalId: row.scim?.externalId,
      members: present.map(({ user_id }) => user_id),
    });
    const wanted = { present, wanted: after.members };
    const { added, removed } = await memberChanges(trx, organizationId, wanted);
    const name = after.displayName === workspaceName ? workspaceName : nameOf(after.displayName);
    const { externalId } = after;
    const scim: ScimGroup = {
      ...(externalId === undefined ? {} : { externalId }),
      ...(removes ? { removed: true } : {}),
    };
    const ruled = removes ? null : "SCIM";
    const isSame = managedBy === ruled && isDeepStrictEqual(row.scim, scim);
    if (isSame && name === workspaceName && added.length + removed.length === 0) return undefined;
    await updateWorkspaceGroup(trx, key, { managedBy: ruled, scim });
    await removeMembers(trx, key, removed.map(idOf));
    await addMembers(trx, key, added.map(idOf));
    return { workspaceName: name, removed: removed.map(named), added: added.map(named) };
  });
}
const named = ({ user_id: userId, user_name: userName }: GroupMemberRow) => ({ userId, userName });

function nameOf(displayName: string): string {
  const parsed = workspace.pick({ workspaceName: true }).safeParse({ workspaceName: displayName });
  if (!parsed.success) throw validationFailed(fieldErrors(parsed.error.issues));
  return parsed.data.workspaceName;
}

/**
 * Creates a workspace with its members; one that the directory has deleted is taken again. Throws
 * 400, 409 if there is a group of this name.
 */
export async function createGroup(
  deps: WriteDeps,
  organizationId: number,
  resource: ScimResource,
): Promise<ScimGroupAnswer> {
  const changes = sentGroup(resource);
  const { displayName } = changedGroup(NO_GROUP, changes);
  const at = deps.now();
  const id = await writeAsDirectory(deps, organizationId, async (trx) => {
    const groups = await findGroups(trx, organizationId);
    const known = groups.find((group) => isSeenAlike(group.displayName, displayName));
    if (known && !known.scim?.removed) throw conflict("NAME_EXISTS");
    const of = known?.of ?? (await createWorkspaceGroup(trx, organizationId, displayName, at));
    await write(trx, { organizationId, at, of, takesAgain: true }, changes);
    return "role" in of ? of.role : String(of.workspaceId);
  });
  return readGroup(deps, organizationId, id);
}

const NO_GROUP: SentGroup = { displayName: "", externalId: undefined, members: [] };

/** Replaces a group; without `members` they stay. Throws 400, 404, 409 for a name that is taken. */
export function replaceGroup(
  deps: WriteDeps,
  organizationId: number,
  id: string,
  resource: ScimResource,
): Promise<ScimGroupAnswer> {
  return changeGroup(deps, organizationId, id, sentGroup(resource));
}

/** Changes a group. Throws 400, 404, 409 for a name that is taken. */
export function patchGroup(
  deps: WriteDeps,
  organizationId: number,
  id: string,
  patch: ScimPatch,
): Promise<ScimGroupAnswer> {
  return changeGroup(deps, organizationId, id, changesOf(patch));
}

async function changeGroup(
  deps: WriteDeps,
  organizationId: number,
  id: string,
  changes: readonly AttributeChange[],
): Promise<ScimGroupAnswer> {
  const at = deps.now();
  await writeAsDirectory(deps, organizationId, async (trx) => {
    const { of } = await findSeenGroup(trx, organizationId, id);
    await write(trx, { organizationId, at, of }, changes);
  });
  return readGroup(deps, organizationId, id);
}

/** Takes the members out of a group, which the directory does not see or rule from now on. */
export function removeGroup(deps: WriteDeps, organizationId: number, id: string): Promise<void> {
  return writeAsDirectory(deps, organizationId, async (trx) => {
    const { of } = await findSeenGroup(trx, organizationId, id);
    await write(trx, { organizationId, at: deps.now(), of, removes: true }, []);
  });
}

async function write(
  trx: WriteTransaction,
  target: GroupWrite,
  changes: readonly AttributeChange[],
): Promise<void> {
  const { of } = target;
  const change = (current: SentGroup): SentGroup =>
    target.removes ? { ...current, members: [] } : changedGroup(current, changes);
  if ("role" in of) await writeRoleGroup(trx, { ...target, of }, change);
  else await writeWorkspaceGroup(trx, { ...target, of }, change);
}

const flags = {
  organizationAdmin: "is_organization_admin",
  dictionaryAdmin: "is_dictionary_admin",
} as const satisfies Record<ScimRole, keyof PersonRow>;

/**
 * Gives and takes a role, also that of the last admin. The organization is locked before its people,
 * so that of several writes of a group at once none undoes another.
 */
async function writeRoleGroup(
  trx: WriteTransaction,
  { organizationId, at, of: { role }, takesAgain, removes }: GroupWrite<{ role: ScimRole }>,
  change: (current: SentGroup) => SentGroup,
): Promise<void> {
  await lockOrganization(trx, organizationId);
  const row = await findRoleGroups(trx, organizationId);
  const known = row?.scim_roles[role];
  if (!row || (known?.removed && !takesAgain)) throw notFound();
  const displayName = roleLabels[role];
  const present = await findRoleMembers(trx, organizationId, role);
  const after = change({
    displayName,
    externalId: known?.externalId,
    members: present.map(({ user_id }) => user_id),
  });
  if (!isSeenAlike(after.displayName, displayName)) {
    throw new ScimProblem("mutability", scimSentences.roleName);
  }
  const wanted = { present, wanted: after.members };
  const { added, removed } = await memberChanges(trx, organizationId, wanted);
  await writeFlags(trx, { role, at }, { added: added.map(idOf), removed: removed.map(idOf) });
  const { externalId } = after;
  const group = {
    ...(externalId === undefined ? {} : { externalId }),
    ...(removes ? { removed: true as const } : {}),
  };
  requestAlerts(trx, organizationId);
  if (isDeepStrictEqual(known, group)) return;
  await updateRoleGroups(trx, organizationId, { ...row.scim_roles, [role]: group });
  // The page of each person says who rules the role.
  await publishUnlogged(trx, { organizationId, resource: "users", id: role }, "updated");
}

const idOf = ({ user_id }: { user_id: string }) => user_id;

async function writeFlags(
  trx: WriteTransaction,
  { role, at }: { role: ScimRole; at: Date },
  { added, removed }: Record<"added" | "removed", readonly string[]>,
): Promise<void> {
  const userIds = [...added, ...removed];
  if (userIds.length === 0) return;
  await lockUsersAndAdmins(trx, userIds);
  const given = new Set(added);
  const changes = (await findPeopleById(trx, userIds))
    .map((before) => ({ before, after: { ...before, [flags[role]]: given.has(before.user_id) } }))
    .filter(({ before, after }) => before[flags[role]] !== after[flags[role]]);
  await writePeople(trx, { actorId: null, at }, changes);
}
