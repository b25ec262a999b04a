import type { Transaction } from "kysely";
import type { WorkspaceMember } from "../../../../domain/workspaces/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { addMembers, lockWorkspaces, removeMembers } from "../../workspaces/queries.ts";
import { changeWorkspace, presentMember } from "../../workspaces/service.ts";
import type { UserRow } from "./queries/users.ts";

/** A person of an organization, and the workspaces before and after. */
export interface MembershipChange {
  person: UserRow;
  before: readonly number[];
  after: readonly number[];
}

interface ChangedMembers {
  removed: WorkspaceMember[];
  added: WorkspaceMember[];
}

/** Changes the workspaces of many people, each workspace once. Lock the workspaces before. */
export async function changeMemberships(
  trx: Transaction<Tables>,
  { actorId, at }: { actorId: string | null; at: Date },
  changes: readonly MembershipChange[],
): Promise<void> {
  for (const [organizationId, workspaces] of byWorkspace(changes)) {
    const viewer = { organizationId, userId: actorId ?? "", isOrganizationAdmin: true };
    for (const [workspaceId, { removed, added }] of workspaces) {
      const target = { workspaceId, viewer, ifMatch: undefined, byDirectory: actorId === null };
      const key = { organizationId, workspaceId };
      await changeWorkspace({ trx, at }, target, async () => {
        await removeMembers(trx, key, removed.map(idOf));
        await addMembers(trx, key, added.map(idOf));
        return { removed, added };
      });
    }
  }
}

const idOf = ({ userId }: WorkspaceMember) => userId;

function byWorkspace(changes: readonly MembershipChange[]) {
  const organizations = new Map<number, Map<number, ChangedMembers>>();
  for (const { person, before, after } of changes) {
    if (person.organization_id === null) continue;
    const workspaces = organizations.get(person.organization_id) ?? new Map();
    organizations.set(person.organization_id, workspaces);
    const changed = (workspaceId: number): ChangedMembers => {
      const known = workspaces.get(workspaceId) ?? { removed: [], added: [] };
      workspaces.set(workspaceId, known);
      return known;
    };
    const member = presentMember(person);
    for (const id of before) if (!after.includes(id)) changed(id).removed.push(member);
    for (const id of after) if (!before.includes(id)) changed(id).added.push(member);
  }
  return organizations;
}

/**
 * Locks workspaces of organizations in one order. Call it before people are locked, since a request that deletes
 * a workspace locks it before those who had selected it.
 */
export async function lockWorkspaceRows(
  trx: Transaction<Tables>,
  workspaces: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  for (const [organizationId, ids] of [...workspaces].sort(([a], [b]) => a - b)) {
    if (ids.length > 0) await lockWorkspaces(trx, organizationId, ids);
  }
}
