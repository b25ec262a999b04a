import type { ScimGroupAnswer, ScimPatch, ScimResource } from "../../../../domain/scim/schemas.ts";
import { isSeenAlike } from "../../../../domain/text/unseen.ts";
import type { WriteTransaction } from "../../../db/transact.ts";
import { conflict } from "../../../problem.ts";
import type { GroupWrite } from "../group.ts";
import { type AttributeChange, changesOf } from "../parsing/changes.ts";
import { changedGroup, type SentGroup, sentGroup } from "../parsing/group.ts";
import { type WriteDeps, writeAsDirectory } from "./directory.ts";
import { findGroups, findSeenGroup, readGroup } from "./readGroups.ts";
import { writeRoleGroup } from "./roleGroups.ts";
import { createWorkspaceGroup, writeWorkspaceGroup } from "./workspaceGroups.ts";

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
