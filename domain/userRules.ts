/** States of a user (design 8): invited and not yet signed in, active, or shut out. */
export const USER_STATUSES = ["INVITED", "ACTIVE", "DISABLED"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * Why a person cannot sign in although they are not disabled: the account is gone at the identity
 * service, its e-mail address was changed there, or the identity service does not take the person.
 */
export const IDENTITY_ERRORS = ["ACCOUNT_LOST", "EMAIL_CHANGED", "REFUSED"] as const;
export type IdentityError = (typeof IDENTITY_ERRORS)[number];

/** Whether an invitation mail makes sense: who never signed in, or whose account is lost. */
export function canBeInvited({ status, identityError }: Invited): boolean {
  return status === "INVITED" || (status === "ACTIVE" && identityError === "ACCOUNT_LOST");
}
interface Invited {
  status: UserStatus;
  identityError: IdentityError | null;
}
