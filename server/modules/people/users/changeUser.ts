import type { Transaction } from "kysely";
import { can } from "../../../../domain/access.ts";
import { userKind } from "../../../../domain/api/users.ts";
import {
  changesManaged,
  changesOf,
  changesRights,
  officeOf,
  type UserChanges,
  userErrors,
} from "../../../../domain/users/edit.ts";
import { EDITABLE_FIELDS } from "../../../../domain/users/rules.ts";
import type { User, UserUpdate } from "../../../../domain/users/schemas.ts";
import type { WorkspaceMember } from "../../../../domain/workspaces/schemas.ts";
import { refuseStale } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import { fieldColumns } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";
import type { IfMatch } from "../../../plugins/preconditions.ts";
import { conflict, notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { insertRequests } from "../../alerts/queries/alerts.ts";
import { endLocksOf } from "../../locks/service/endLock.ts";
import { addMembers, lockWorkspaces, removeMembers } from "../../workspaces/queries.ts";
import { changeWorkspace, presentMember } from "../../workspaces/service.ts";
import type { AccountDeps } from "../accounts/processAccountRequest.ts";
import type { AccountActions } from "../accounts/queries.ts";
import { requestAccount } from "../accounts/requestAccount.ts";
import { publishUser } from "../queries.ts";
import { endSignIns } from "../session/endSignIns.ts";
import { deleteSessionsOf } from "../session/queries.ts";
import {
  findUser,
  lockUserAndAdmins,
  presentUser,
  type Scope,
  type UserRow,
  updateUser,
} from "./queries/users.ts";
import { settledUser } from "./userAccount.ts";

type ChangeDeps = AccountDeps & Pick<Deps, "now">;

export interface UserTarget {
  userId: string;
  scope: Scope;
  actor: { userId: string };
  ifMatch: IfMatch | undefined;
}

const editable = fieldColumns(EDITABLE_FIELDS);

const lastInOffice = {
  systemAdmin: "LAST_SYSTEM_ADMIN",
  organizationAdmin: "LAST_ORGANIZATION_ADMIN",
} as const;

/**
 * Changes name, flags or status of a user (docs/product/people.md#changing-rights). Disabling or
 * withdrawing isSystemAdmin takes effect with the next request; the identity service follows, maybe
 * later (identityPending). The locks of a user who may no longer write dictionaries end.
 * Throws 404, 412 with the current record, 422 OWN_FLAGS, MANAGED_BY_DIRECTORY, LAST_SYSTEM_ADMIN,
 * LAST_ORGANIZATION_ADMIN or with `errors`, 503 if the database is unavailable.
 */
export async function changeUser(
  deps: ChangeDeps,
  target: UserTarget,
  update: UserUpdate,
): Promise<User> {
  const { db, now } = deps;
  const known = await findUser(db, target.userId, target.scope);
  if (!known) throw notFound();
  const { user, actions } = await db.transaction().execute(async (trx) => {
    const { row, admins } = await locked(trx, known);
    const current = presentUser(row);
    const about = { kind: userKind.name, id: target.userId };
    await refuseStale(trx, target.ifMatch, current, about);
    const changes = changesOf(current, update);
    if (Object.keys(changes).length === 0) return { user: current };
    if (row.erased_at) throw conflict("ALREADY_ERASED");
    if (changesManaged(current, changes)) throw ruleBroken("MANAGED_BY_DIRECTORY");
    if (target.actor.userId === row.user_id && changesRights(changes)) {
      throw ruleBroken("OWN_FLAGS");
    }
    refuseFields(current, changes);
    const changed = changedRow(row, changes, now());
    refuseLast(current, presentUser(changed), admins);
    await updateUser(trx, changed);
    await endLocks(trx, { before: row, after: changed }, target.actor.userId);
    if (changes.status === "DISABLED") await endSignIns(trx, [row.user_id], changed.updated_at);
    else if (changes.isSystemAdmin === false) await deleteSessionsOf(trx, [row.user_id]);
    const actions = actionsOf(changes);
    if (actions) await requestAccount(trx, row.user_id, actions);
    const user = presentUser(changed);
    await publishUser(trx, changed, { before: current, after: user });
    // An organization that its directory has left without an admin may have one again.
    if (user.organizationId !== 0 && user.isOrganizationAdmin) {
      await insertRequests(trx, [user.organizationId]);
    }
    return { user, actions };
  });
  return actions ? settledUser(deps, user) : user;
}

/** Ends the locks of a user who may no longer write dictionaries. */
async function endLocks(
  trx: Transaction<Tables>,
  { before, after }: Record<"before" | "after", UserRow>,
  releasedBy: string,
): Promise<void> {
  const { organization_id: organizationId, user_id: userId } = after;
  if (organizationId === null || !mayWrite(before) || mayWrite(after)) return;
  await endLocksOf(trx, { organizationId, userIds: [userId] }, releasedBy);
}

/** Whether a user may write dictionaries, and so hold a lock. */
export function mayWrite(row: UserRow): boolean {
  return row.status !== "DISABLED" && can(presentUser(row), "dictionary.write");
}

/** What the identity service has to follow of a change. */
export function actionsOf({ userName, status }: UserUpdate): AccountActions | undefined {
  if (status === "DISABLED") return { revokes: true };
  if (status === "ACTIVE") return { restores: true };
  return userName === undefined ? undefined : {};
}

async function locked(
  trx: Transaction<Tables>,
  known: UserRow,
): Promise<{ row: UserRow; admins: User[] }> {
  const rows = await lockUserAndAdmins(trx, known);
  const row = rows.find(({ user_id }) => user_id === known.user_id);
  if (!row) throw notFound();
  return { row, admins: rows.filter((other) => other !== row).map(presentUser) };
}

function refuseFields(current: User, changes: UserUpdate): void {
  const errors = userErrors(current, changes);
  if (Object.keys(errors).length > 0) throw validationFailed(errors);
}

function refuseLast(current: User, changed: User, admins: readonly User[]): void {
  const office = officeOf(current);
  if (!office || officeOf(changed) === office) return;
  if (!admins.some((admin) => officeOf(admin) === office)) throw ruleBroken(lastInOffice[office]);
}

/** A user's row after a change at `at`; `changes` holds differing fields only. */
function changedRow(row: UserRow, changes: UserChanges, at: Date): UserRow {
  return {
    ...row,
    ...editable.write({ ...editable.read(row), ...changes }),
    ...changedStatus(row, changes.status),
    version: row.version + 1,
    updated_at: at,
  };
}

/** Enabling restores the former status: INVITED for users who have never signed in. */
export function changedStatus(
  { status, enabled_status }: UserRow,
  wanted: UserUpdate["status"],
): Pick<UserRow, "status" | "enabled_status"> {
  if (wanted === "ACTIVE") return { status: enabled_status ?? "ACTIVE", enabled_status: null };
  if (wanted === undefined || status === "DISABLED") return { status, enabled_status };
  return { status: "DISABLED", enabled_status: status };
}

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
