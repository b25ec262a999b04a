import type { Transaction } from "kysely";
import { grouped } from "../../../../domain/grouped.ts";
import { userImportSentences } from "../../../../domain/userImports/sentences.ts";
import { lastAdmins, managedFields, OF_SYSTEM } from "../../../../domain/users/edit.ts";
import type { User } from "../../../../domain/users/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { ruleBroken } from "../../../problem.ts";
import { endLocksOf } from "../../locks/service/endLock.ts";
import { findOrganizationNames } from "../../organizations/queries.ts";
import { requestAccounts } from "../accounts/requestAccount.ts";
import { publishUser } from "../queries.ts";
import { endSignIns } from "../session/endSignIns.ts";
import { actionsOf, changeMemberships, mayWrite } from "./changeUser.ts";
import { findAdmins, type PersonRow } from "./queries/manyPeople.ts";
import { presentUser, type UserRow, updateUsers } from "./queries/users.ts";

/** A locked person before and after a change. */
export interface PersonChange {
  before: PersonRow;
  after: PersonRow;
}

interface Writing {
  /** Null for a directory. */
  actorId: string | null;
  at: Date;
}

/**
 * Writes changes of many people, whose rows and admins are locked, by the rules of `changeUser`: locks
 * and sign-ins end, accounts follow by jobs, and each change is published and logged. Throws 422
 * MANAGED_BY_DIRECTORY for what a directory rules, unless it is the directory that writes.
 */
export async function writePeople(
  trx: Transaction<Tables>,
  { actorId, at }: Writing,
  changes: readonly PersonChange[],
): Promise<void> {
  if (actorId !== null) refuseManaged(changes);
  const written = changes.map(({ before, after }) => ({
    before,
    after: { ...after, version: before.version + 1, updated_at: at },
  }));
  await updateUsers(
    trx,
    written.map(({ after }) => after),
  );
  await changeMemberships(
    trx,
    { actorId, at },
    written.map(({ before, after }) => ({
      person: after,
      before: before.workspace_ids,
      after: after.workspace_ids,
    })),
  );
  await endLocks(trx, written, actorId);
  const disabled = written.filter(
    ({ before, after }) => before.status !== "DISABLED" && after.status === "DISABLED",
  );
  await endSignIns(
    trx,
    disabled.map(({ after }) => after.user_id),
    at,
  );
  await requestAccounts(
    trx,
    written.flatMap(({ before, after }) => {
      const actions = actionsOf(accountChanges(before, after));
      return actions ? [{ userId: after.user_id, actions }] : [];
    }),
  );
  for (const { before, after } of written) {
    await publishUser(trx, after, { before: presentUser(before), after: presentUser(after) });
  }
}

function refuseManaged(changes: readonly PersonChange[]): void {
  const isManaged = ({ before, after }: PersonChange) => {
    const [one, other] = [presentUser(before), presentUser(after)];
    return managedFields(one).some((field) => one[field] !== other[field]);
  };
  if (changes.some(isManaged)) throw ruleBroken("MANAGED_BY_DIRECTORY");
}

function accountChanges(before: UserRow, after: UserRow) {
  const isDisabled = after.status === "DISABLED";
  const isChanged = isDisabled !== (before.status === "DISABLED");
  return {
    ...(before.user_name === after.user_name ? {} : { userName: after.user_name }),
    ...(isChanged ? { status: isDisabled ? ("DISABLED" as const) : ("ACTIVE" as const) } : {}),
  };
}

async function endLocks(
  trx: Transaction<Tables>,
  changes: readonly PersonChange[],
  releasedBy: string | null,
): Promise<void> {
  const losing = grouped(
    changes.flatMap(({ before, after }) => {
      const { organization_id: organizationId, user_id: userId } = after;
      const loses = organizationId !== null && mayWrite(before) && !mayWrite(after);
      return loses ? [[organizationId, userId] as const] : [];
    }),
  );
  for (const [organizationId, userIds] of losing) {
    await endLocksOf(trx, { organizationId, userIds }, releasedBy);
  }
}

type Added = Pick<User, "userId" | "organizationId" | "isOrganizationAdmin">;

/**
 * The changes that would leave an organization, or the system, without an admin once all of them are
 * done, each with the name of the organization; null for the system. `added` are new people.
 */
export async function findLastAdmins<Change extends PersonChange>(
  trx: Transaction<Tables>,
  changes: readonly Change[],
  added: readonly Added[] = [],
): Promise<{ change: Change; organization: string | null }[]> {
  const offices = changes.map((change) => ({
    change,
    before: presentUser(change.before),
    after: presentUser(change.after),
  }));
  const coming = added.filter((one) => one.isOrganizationAdmin);
  const losing = organizationsOf(lastAdmins(offices, coming));
  if (losing.length === 0) return [];
  const there = (await findAdmins(trx, losing)).map(({ user_id, organization_id }) => ({
    userId: user_id,
    organizationId: organization_id ?? OF_SYSTEM,
  }));
  const last = lastAdmins(offices, [...coming, ...there]);
  const names = await findOrganizationNames(trx, organizationsOf(last));
  return last.map(({ change, before: { organizationId } }) => ({
    change,
    organization: names.get(organizationId) ?? null,
  }));
}

const organizationsOf = (offices: readonly { before: Pick<User, "organizationId"> }[]) => [
  ...new Set(offices.map(({ before }) => before.organizationId)),
];

/** Throws 422 LAST_ORGANIZATION_ADMIN or LAST_SYSTEM_ADMIN, which names the people of findLastAdmins. */
export async function refuseLastAdmins(
  trx: Transaction<Tables>,
  changes: readonly PersonChange[],
  added: readonly Added[] = [],
): Promise<void> {
  const last = await findLastAdmins(trx, changes, added);
  if (last.length === 0) return;
  if (last.some(({ organization }) => organization === null)) throw ruleBroken("LAST_SYSTEM_ADMIN");
  const organizations = [...new Set(last.flatMap(({ organization }) => organization ?? []))];
  const people = last.map(({ change }) => change.before.user_name);
  const message = userImportSentences.lastAdmins(organizations, people);
  throw ruleBroken("LAST_ORGANIZATION_ADMIN", { message });
}
