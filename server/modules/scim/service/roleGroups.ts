import { isDeepStrictEqual } from "node:util";
import { scimSentences } from "../../../../domain/scim/sentences.ts";
import type { ScimRole } from "../../../../domain/scim/stored.ts";
import { isSeenAlike } from "../../../../domain/text/unseen.ts";
import { roleLabels } from "../../../../domain/users/labels.ts";
import type { WriteTransaction } from "../../../db/transact.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import { notFound } from "../../../problem.ts";
import { ScimProblem } from "../../../scimProblem.ts";
import { requestAlerts } from "../../alerts/queries/requests.ts";
import { lockOrganization } from "../../organizations/queries.ts";
import {
  findPeopleById,
  lockUsersAndAdmins,
  type PersonRow,
} from "../../people/users/queries/manyPeople.ts";
import { writePeople } from "../../people/users/writePeople.ts";
import type { GroupWrite } from "../group.ts";
import type { SentGroup } from "../parsing/group.ts";
import { findRoleGroups, findRoleMembers, updateRoleGroups } from "../queries/groups.ts";
import { memberChanges } from "./members.ts";

const flags = {
  organizationAdmin: "is_organization_admin",
  dictionaryAdmin: "is_dictionary_admin",
} as const satisfies Record<ScimRole, keyof PersonRow>;

/**
 * Gives and takes a role, also that of the last admin. The organization is locked before its people,
 * so that of several writes of a group at once none undoes another.
 */
export async function writeRoleGroup(
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
