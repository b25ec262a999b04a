import type { Kysely } from "kysely";
import type {
  ScimGroupAnswer,
  ScimListQuery,
  ScimProjection,
} from "../../../../domain/scim/schemas.ts";
import { SCIM_ROLES } from "../../../../domain/scim/stored.ts";
import { isSeenAlike } from "../../../../domain/text/unseen.ts";
import { roleLabels } from "../../../../domain/users/labels.ts";
import type { Tables } from "../../../db/tables.ts";
import { notFound } from "../../../problem.ts";
import { comparisonsOf, invalidFilter } from "../parsing/changes.ts";
import {
  type Group,
  listAnswer,
  presentGroup,
  projected,
  type ReadDeps,
  showsMembers,
} from "../present.ts";
import {
  findGroupMembers,
  findRoleGroups,
  findRoleMembers,
  findWorkspaceGroups,
  type GroupMemberRow,
} from "../queries.ts";

/** All groups of an organization, also those that its directory has deleted: roles first. */
export async function findGroups(db: Kysely<Tables>, organizationId: number): Promise<Group[]> {
  const organization = await findRoleGroups(db, organizationId);
  if (!organization) return [];
  const dates = { createdAt: organization.created_at, updatedAt: organization.updated_at };
  const roles = SCIM_ROLES.map((role) => ({
    id: role,
    of: { role },
    displayName: roleLabels[role],
    scim: organization.scim_roles[role] ?? null,
    ...dates,
  }));
  const workspaces = (await findWorkspaceGroups(db, organizationId)).map((row) => ({
    id: String(row.workspace_id),
    of: { workspaceId: row.workspace_id },
    displayName: row.workspace_name,
    scim: row.scim,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
  return [...roles, ...workspaces];
}

/** Throws 404, also for a group of another organization and one that the directory has deleted. */
export async function findSeenGroup(
  db: Kysely<Tables>,
  organizationId: number,
  id: string,
): Promise<Group> {
  const group = (await findGroups(db, organizationId)).find((one) => one.id === id);
  if (!group || group.scim?.removed) throw notFound();
  return group;
}

async function membersOf(
  db: Kysely<Tables>,
  organizationId: number,
  groups: readonly Group[],
): Promise<Map<string, GroupMemberRow[]>> {
  const members = new Map<string, GroupMemberRow[]>(groups.map(({ id }) => [id, []]));
  const workspaceIds = groups.flatMap(({ of }) => ("workspaceId" in of ? of.workspaceId : []));
  const rows = await findGroupMembers(db, organizationId, workspaceIds);
  for (const row of rows) members.get(String(row.workspace_id))?.push(row);
  for (const { id, of } of groups) {
    if ("role" in of) members.set(id, await findRoleMembers(db, organizationId, of.role));
  }
  return members;
}

async function presented(
  { db, config }: ReadDeps,
  organizationId: number,
  groups: readonly Group[],
  projection: ScimProjection,
): Promise<ScimGroupAnswer[]> {
  const members = showsMembers(projection)
    ? await membersOf(db, organizationId, groups)
    : new Map<string, GroupMemberRow[]>();
  const answers = groups.map((group) => presentGroup(group, members.get(group.id) ?? [], config));
  return projected(answers, projection);
}

/** A page of the groups that the directory of an organization sees. Throws 400 invalidFilter. */
export async function listGroups(
  deps: ReadDeps,
  organizationId: number,
  { filter, startIndex, count, ...projection }: ScimListQuery,
) {
  const seen = (await findGroups(deps.db, organizationId)).filter(({ scim }) => !scim?.removed);
  const matching = await filtered(deps.db, organizationId, seen, filter);
  const page = matching.slice(startIndex - 1, startIndex - 1 + count);
  const Resources = await presented(deps, organizationId, page, projection);
  return listAnswer({ startIndex }, { Resources, total: matching.length });
}

async function filtered(
  db: Kysely<Tables>,
  organizationId: number,
  groups: readonly Group[],
  filter: string | undefined,
): Promise<readonly Group[]> {
  let matching = groups;
  let members: Map<string, GroupMemberRow[]> | undefined;
  for (const { attribute, value } of filter === undefined ? [] : comparisonsOf(filter)) {
    const wanted = String(value);
    if (attribute === "members" || attribute === "members.value") {
      // Read once: the groups of the next comparison are among these.
      const known = members ?? (await membersOf(db, organizationId, matching));
      members = known;
      matching = matching.filter(({ id }) =>
        known.get(id)?.some(({ user_id }) => user_id === wanted),
      );
    } else {
      const is = conditions.get(attribute);
      if (!is) throw invalidFilter();
      matching = matching.filter((group) => is(group, wanted));
    }
  }
  return matching;
}

const conditions: ReadonlyMap<string, (group: Group, value: string) => boolean> = new Map([
  ["id", ({ id }, value) => id === value],
  ["displayname", ({ displayName }, value) => isSeenAlike(displayName, value)],
  ["externalid", ({ scim }, value) => scim?.externalId === value],
]);

/** Throws 404 as `findSeenGroup` does. */
export async function readGroup(
  deps: ReadDeps,
  organizationId: number,
  id: string,
  projection: ScimProjection = {},
): Promise<ScimGroupAnswer> {
  const group = await findSeenGroup(deps.db, organizationId, id);
  const [answer] = await presented(deps, organizationId, [group], projection);
  if (!answer) throw notFound();
  return answer;
}
