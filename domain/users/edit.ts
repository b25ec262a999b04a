import { changedFields } from "../fields.ts";
import { fieldSentences } from "../problems/sentences.ts";
import type { ScimRole } from "../scim/stored.ts";
import { EDITABLE_FIELDS } from "./rules.ts";
import type { User, UserUpdate } from "./schemas.ts";

/** The fields whose combination must be valid; organizationId is 0 for none. */
export type UserState = Pick<
  User,
  "organizationId" | "isSystemAdmin" | "isOrganizationAdmin" | "isDictionaryAdmin" | "status"
>;

export type UserChanges = {
  [Field in keyof UserUpdate]?: Exclude<UserUpdate[Field], undefined>;
};

export function changesOf(current: User, update: UserUpdate): UserChanges {
  return changedFields(current, update, EDITABLE_FIELDS);
}

/**
 * Whether an update changes more than the name and its reading. Users may not change their own
 * rights (docs/product/people.md#changing-rights).
 */
export function changesRights({ userName: _, userNameKana: __, ...rights }: UserUpdate): boolean {
  return Object.keys(rights).length > 0;
}

/** The field of each role that a directory may rule. */
export const roleFields = {
  organizationAdmin: "isOrganizationAdmin",
  dictionaryAdmin: "isDictionaryAdmin",
} as const satisfies Record<ScimRole, keyof UserUpdate>;

/** The fields of a user that a directory rules (docs/product/scim.md#screens). */
export function managedFields({
  managedBy,
  managedRoles,
}: Pick<User, "managedBy" | "managedRoles">): readonly (keyof UserUpdate)[] {
  return [
    ...(managedBy ? (["userName", "status"] as const) : []),
    ...managedRoles.map((role) => roleFields[role]),
  ];
}

/** Whether a directory rules one of the fields that an edit changes. */
export function changesManaged(current: User, changes: UserChanges): boolean {
  return managedFields(current).some((field) => field in changes);
}

/** A sentence per field that the changes would make invalid; empty if they are valid. */
export function userErrors(current: UserState, changes: UserUpdate): Record<string, string> {
  const { organizationId, isSystemAdmin, isOrganizationAdmin, isDictionaryAdmin } = {
    ...current,
    ...changes,
  };
  const isMember = organizationId !== 0;
  const errors: Record<string, string> = {};
  if (isMember && isSystemAdmin) errors.isSystemAdmin = fieldSentences.systemAdminOfOrganization;
  if (!isMember && isOrganizationAdmin) errors.isOrganizationAdmin = fieldSentences.membersOnly;
  if (!isMember && isDictionaryAdmin) errors.isDictionaryAdmin = fieldSentences.membersOnly;
  if (current.status === "INVITED" && changes.status === "ACTIVE") {
    errors.status = fieldSentences.activeBySignIn;
  }
  return errors;
}

type Office = "systemAdmin" | "organizationAdmin";

/** The office of a user. Its last holder must stay; a disabled user has no office. */
export function officeOf(user: UserState): Office | undefined {
  if (user.status === "DISABLED") return undefined;
  if (user.isSystemAdmin) return "systemAdmin";
  return user.isOrganizationAdmin ? "organizationAdmin" : undefined;
}

interface Officer extends UserState {
  userId: string;
}

interface OfficeChange {
  before: Officer;
  after: Officer;
}

/** The organization of all system admins. */
export const OF_SYSTEM = 0;

/**
 * The changes by which an organization (0 for that of the system admins) has no admin once all of
 * them are done. `admins` are the present admins of the organizations of those who lose the office.
 */
export function lastAdmins<Change extends OfficeChange>(
  changes: readonly Change[],
  admins: readonly Pick<Officer, "userId" | "organizationId">[],
): Change[] {
  const holds = (user: Officer) => officeOf(user) !== undefined;
  const losing = changes.filter(({ before, after }) => holds(before) && !holds(after));
  const changed = new Set(changes.map(({ after }) => after.userId));
  const led = new Set([
    ...admins.filter(({ userId }) => !changed.has(userId)).map((one) => one.organizationId),
    ...changes.filter(({ after }) => holds(after)).map(({ after }) => after.organizationId),
  ]);
  return losing.filter(({ before }) => !led.has(before.organizationId));
}
