import { fieldSentences } from "./sentences.ts";
import type { User, UserUpdate } from "./users.ts";

/** What decides whether a user may be as they are; organizationId is 0 for none. */
export type UserState = Pick<
  User,
  "organizationId" | "isSystemAdmin" | "isOrganizationAdmin" | "isDictionaryAdmin" | "status"
>;

/** The part of an update that differs from the user as they are. */
export function changesOf(current: User, update: UserUpdate): UserUpdate {
  const fields = Object.entries(update).filter(
    ([field, value]) => value !== undefined && Reflect.get(current, field) !== value,
  );
  return Object.fromEntries(fields);
}

/** Whether a change is one that nobody may make to themselves: any but that of the name (design 7). */
export function changesRights({ userName: _, ...rights }: UserUpdate): boolean {
  return Object.keys(rights).length > 0;
}

/** Field to sentence for what a change must not lead to; empty when it may be made. */
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

/** The office a user is in, of which the last holder must stay; nobody who is disabled is (design 7). */
export function officeOf(user: UserState): Office | undefined {
  if (user.status === "DISABLED") return undefined;
  if (user.isSystemAdmin) return "systemAdmin";
  return user.isOrganizationAdmin ? "organizationAdmin" : undefined;
}
