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
export const MANAGED_BY = ["SCIM"] as const;
export type ManagedBy = (typeof MANAGED_BY)[number];
