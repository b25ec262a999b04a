import {
  EmailExistsError,
  type IdentityService,
  type NewIdentityUser,
  UserIdExistsError,
} from "./identity.ts";

export const DEMO_PASSWORD = "password";

export async function ensureDemoUsers(
  identity: Pick<IdentityService, "createUser">,
  accounts: readonly Omit<NewIdentityUser, "password">[],
): Promise<void> {
  for (const account of accounts) {
    try {
      await identity.createUser({ ...account, password: DEMO_PASSWORD });
    } catch (error) {
      const present = error instanceof EmailExistsError || error instanceof UserIdExistsError;
      if (!present) throw error;
    }
  }
}
