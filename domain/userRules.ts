/** States of a user (design 8): invited and not yet signed in, active, or shut out. */
export const USER_STATUSES = ["INVITED", "ACTIVE", "DISABLED"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
