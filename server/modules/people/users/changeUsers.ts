import type { Transaction } from "kysely";
import { userKind } from "../../../../domain/api/users.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import {
  countedAs,
  effectOn,
  type ManyAction,
  manySentences,
  peopleCounted,
  type Refusal,
  refusalSentences,
} from "../../../../domain/users/bulk.ts";
import type { ChangedUsers, MemberChanges } from "../../../../domain/users/schemas.ts";
import { actOnMany, type Whole } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { requestAccounts } from "../accounts/requestAccount.ts";
import { updateInvitedBy } from "../invitations/sendInvitation.ts";
import { reserveRequestedMails } from "../mails/reserveMail.ts";
import { publishUser } from "../queries.ts";
import { changedStatus, changeMemberships, lockWorkspaceRows } from "./changeUser.ts";
import {
  findPeopleById,
  findWorkspaces,
  lockUsersAndAdmins,
  type PersonRow,
} from "./queries/manyPeople.ts";
import { presentUser, type Scope } from "./queries/users.ts";
import { findLastAdmins, type PersonChange, writePeople } from "./writePeople.ts";

interface Caller {
  scope: Scope;
  actorId: string;
}

/** What is asked for one user; `path` is its place in the body. */
interface RequestedChange {
  path: string;
  userId: string;
  version: number | undefined;
  action: ManyAction;
  workspaceId: number | undefined;
}

/** A request that changes its locked user. */
interface Change extends PersonChange, Pick<RequestedChange, "action" | "path"> {}

/**
 * Changes many users, all or nothing, with one event of the whole and one of each record. Accounts and
 * mails follow by jobs. A user who got a mail within the last minute gets no other one. Throws 404 for a user
 * who is unknown or of another organization, 422 ROWS_REFUSED and, by the state at the end,
 * LAST_ORGANIZATION_ADMIN or LAST_SYSTEM_ADMIN with a sentence for each refused user, `errors` for a
 * workspace.
 */
export function changeUsers(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  caller: Caller,
  body: MemberChanges,
): Promise<ChangedUsers> {
  const requested = requestedChangesOf(body);
  const userIds = requested.map(({ userId }) => userId);
  return transact(async (trx) => {
    // Nobody of another organization is locked.
    if (!isAllOf(caller.scope, requested, await findPeopleById(trx, userIds))) throw notFound();
    await lockNamedWorkspaces(trx, caller.scope, requested);
    await lockUsersAndAdmins(trx, userIds);
    const people = new Map(
      (await findPeopleById(trx, userIds)).map((row) => [row.user_id, row] as const),
    );
    const changes = changesOf(requested, people, caller);
    await refuseLastAdmins(trx, changes);
    const whole = { kind: userKind.name, id: null, organizationId: organizationOf(changes) };
    const written = await actOnMany(whole, async () => {
      const done = await write(trx, changes, { actorId: caller.actorId, at: now() });
      await recordWhole(trx, whole, done);
      return done;
    });
    const after = await findPeopleById(
      trx,
      written.map(({ after: { user_id } }) => user_id),
    );
    return { users: after.map(presentUser), unchanged: requested.length - after.length };
  });
}

function requestedChangesOf({ changes }: MemberChanges): RequestedChange[] {
  return changes.flatMap((group, g) =>
    group.users.map(({ userId, version }, u) => ({
      path: `changes.${g}.users.${u}`,
      userId,
      version,
      action: group.action,
      workspaceId: "workspaceId" in group ? group.workspaceId : undefined,
    })),
  );
}

function isAllOf(
  scope: Scope,
  requested: readonly RequestedChange[],
  people: readonly PersonRow[],
): boolean {
  const known = people.filter(
    ({ organization_id: id }) => scope === "all" || id === scope.organizationId,
  );
  return known.length === requested.length;
}

/** Locks the workspaces, before people are locked (see lockWorkspaceRows). */
async function lockNamedWorkspaces(
  trx: Transaction<Tables>,
  scope: Scope,
  requested: readonly RequestedChange[],
): Promise<void> {
  const ids = [...new Set(requested.flatMap(({ workspaceId }) => workspaceId ?? []))];
  if (scope === "all" || ids.length === 0) return;
  await lockWorkspaceRows(trx, new Map([[scope.organizationId, ids]]));
  const found = await findWorkspaces(trx, scope.organizationId, { ids });
  if (found.length < ids.length) {
    throw validationFailed({ workspaceId: fieldSentences.workspaceUnknown });
  }
}

function changesOf(
  requested: readonly RequestedChange[],
  people: ReadonlyMap<string, PersonRow>,
  { actorId }: Caller,
): Change[] {
  const changes: Change[] = [];
  const errors: Record<string, string> = {};
  const names: string[] = [];
  const refuse = ({ path }: RequestedChange, { user_name }: PersonRow, reason: Refusal) => {
    errors[path] = refusalSentences[reason];
    names.push(user_name);
  };
  for (const request of requested) {
    const before = people.get(request.userId);
    if (!before) throw notFound();
    const own = request.userId === actorId;
    const isStale = request.version !== undefined && request.version !== before.version;
    const effect = isStale ? "STALE" : effectOn(presentUser(before), request.action, { own });
    if (effect === "CHANGE") {
      const after = changedRow(before, request);
      if (after) changes.push({ action: request.action, path: request.path, before, after });
    } else if (effect !== "NONE") refuse(request, before, effect);
  }
  if (names.length > 0) {
    throw ruleBroken("ROWS_REFUSED", { message: manySentences.refused(names), errors });
  }
  return changes;
}

/** The user after a change; undefined if the workspaces are so already. */
function changedRow(
  row: PersonRow,
  { action, workspaceId = 0 }: RequestedChange,
): PersonRow | undefined {
  const isMember = row.workspace_ids.includes(workspaceId);
  switch (action) {
    case "DISABLE":
      return { ...row, ...changedStatus(row, "DISABLED") };
    case "ENABLE":
      return { ...row, ...changedStatus(row, "ACTIVE") };
    case "RESEND_INVITATION":
      return row;
    case "MAKE_DICTIONARY_ADMIN":
    case "UNMAKE_DICTIONARY_ADMIN":
      return { ...row, is_dictionary_admin: action === "MAKE_DICTIONARY_ADMIN" };
    case "ADD_TO_WORKSPACE":
      return isMember ? undefined : { ...row, workspace_ids: [...row.workspace_ids, workspaceId] };
    case "REMOVE_FROM_WORKSPACE":
      return isMember
        ? { ...row, workspace_ids: row.workspace_ids.filter((id) => id !== workspaceId) }
        : undefined;
  }
}

/** Writes the changes; returns them without mails that would come too soon. */
async function write(
  trx: Transaction<Tables>,
  changes: readonly Change[],
  by: { actorId: string; at: Date },
): Promise<Change[]> {
  const mailed: Change[] = [];
  const moved: Change[] = [];
  const people: Change[] = [];
  for (const change of changes) {
    const { action } = change;
    if (action === "RESEND_INVITATION") mailed.push(change);
    else if (action.endsWith("_WORKSPACE")) moved.push(change);
    else people.push(change);
  }
  if (people.length > 0) await writePeople(trx, by, people);
  await changeMemberships(
    trx,
    by,
    moved.map(({ before, after }) => ({
      person: before,
      before: before.workspace_ids,
      after: after.workspace_ids,
    })),
  );
  return [...people, ...moved, ...(await mailAgain(trx, mailed, by.actorId))];
}

async function mailAgain(
  trx: Transaction<Tables>,
  changes: readonly Change[],
  sender: string,
): Promise<Change[]> {
  const emails = changes.map(({ before }) => before.email);
  const waits = await reserveRequestedMails(trx, sender, emails);
  const mailed = changes.filter(({ before }) => waits.has(before.email));
  await updateInvitedBy(
    trx,
    mailed.map(({ before }) => before.user_id),
    sender,
  );
  await requestAccounts(
    trx,
    mailed.map(({ before }) => ({
      userId: before.user_id,
      actions: { mails: true },
      mailWaitSeconds: waits.get(before.email),
    })),
  );
  for (const { before } of mailed) await publishUser(trx, before, { isAction: true });
  return mailed;
}

/** The event of the whole, which the events of the records precede: the newest stands first. */
async function recordWhole(
  trx: Transaction<Tables>,
  { kind, id, organizationId }: Whole,
  written: readonly Change[],
): Promise<void> {
  if (written.length === 0) return;
  const counts: Record<string, number> = {};
  for (const { action } of written) {
    counts[countedAs[action]] = (counts[countedAs[action]] ?? 0) + 1;
  }
  const target = { kind, id, name: peopleCounted(written.length) };
  await recordEvent(trx, { organizationId, target, counts });
}

/** Null for people of several organizations, of whom the provider's log has the event of the whole. */
function organizationOf(changes: readonly Change[]): number | null {
  const [first = null, ...others] = new Set(changes.map(({ before }) => before.organization_id));
  return others.length === 0 ? first : null;
}

interface PlacedChange extends PersonChange {
  /** Its place in the body. */
  path: string;
}

/**
 * Says of each of those who may not go why, so that they can be left out. Throws 422
 * LAST_ORGANIZATION_ADMIN or LAST_SYSTEM_ADMIN.
 */
async function refuseLastAdmins(
  trx: Transaction<Tables>,
  changes: readonly PlacedChange[],
): Promise<void> {
  const last = await findLastAdmins(trx, changes);
  if (last.length === 0) return;
  const ofSystem = last.some(({ organization }) => organization === null);
  throw ruleBroken(ofSystem ? "LAST_SYSTEM_ADMIN" : "LAST_ORGANIZATION_ADMIN", {
    message: manySentences.lastAdmins(last.map(({ change }) => change.before.user_name)),
    errors: Object.fromEntries(
      last.map(({ change, organization }) => [change.path, manySentences.lastOf(organization)]),
    ),
  });
}
