import { z } from "zod";
import "../problems/zodSentences.ts";
import { type FieldTable, fieldsWith, named } from "../fields.ts";
import { managedByLabels, roleLabels, userLabels, userStatusLabels } from "./labels.ts";

/**
 * States of a user (docs/product/people.md#users): invited but never signed in, active, or
 * disabled.
 */
export const USER_STATUSES = ["INVITED", "ACTIVE", "DISABLED"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * Why an enabled user cannot sign in: the account is missing at the identity service, its e-mail
 * address was changed there, or the identity service rejects the user.
 */
export const IDENTITY_ERRORS = ["ACCOUNT_LOST", "EMAIL_CHANGED", "REFUSED"] as const;
export type IdentityError = (typeof IDENTITY_ERRORS)[number];

/** Whether an invitation mail is useful: the user never signed in, or the account is lost. */
export function canBeInvited({ status, identityError }: Invited): boolean {
  return status === "INVITED" || (status === "ACTIVE" && identityError === "ACCOUNT_LOST");
}
/** Whether the link of an invitation can no longer be opened. */
export function invitationHasEnded(endsAt: string, now = new Date()): boolean {
  return new Date(endsAt) <= now;
}

interface Invited {
  status: UserStatus;
  identityError: IdentityError | null;
}

/** Who rules a person or group besides the admins: a directory (docs/product/scim.md). */
const MANAGED_BY = ["SCIM"] as const;
export type ManagedBy = (typeof MANAGED_BY)[number];

/** Of a person or a group that a directory may rule (docs/product/scim.md#screens). */
export const managedBy = z.enum(MANAGED_BY).nullable();

const isGiven = named({ true: "あり", false: "なし" });

export const userFields = {
  email: { label: userLabels.email },
  userName: { label: userLabels.userName, editable: true },
  userNameKana: { label: userLabels.userNameKana, editable: true },
  isSystemAdmin: { label: roleLabels.systemAdmin, words: isGiven, editable: true },
  isOrganizationAdmin: { label: roleLabels.organizationAdmin, words: isGiven, editable: true },
  isDictionaryAdmin: { label: roleLabels.dictionaryAdmin, words: isGiven, editable: true },
  status: { label: userLabels.status, words: named(userStatusLabels), editable: true },
  managedBy: { label: userLabels.managedBy, words: named(managedByLabels) },
  identityError: {
    label: "アカウントの問題",
    words: named({
      ACCOUNT_LOST: "アカウントなし",
      EMAIL_CHANGED: "メールアドレスの変更",
      REFUSED: "登録の拒否",
    }),
  },
} as const satisfies FieldTable;

export const EDITABLE_FIELDS = fieldsWith(userFields, "editable");
