import { setTimeout as pause } from "node:timers/promises";
import { EmulatorStartError } from "./emulator.ts";
import {
  EmailExistsError,
  type IdentityService,
  IdentityUnavailableError,
  type NewIdentityUser,
  UserIdExistsError,
} from "./identity.ts";

export const EMULATOR_API_KEY = "demo-api-key";

export const DEMO_PASSWORD = "password";

const ANSWER_LIMIT_MS = 60_000;
const REPEAT_AFTER_MS = 500;

type Creates = Pick<IdentityService, "createUser">;

/**
 * Creates the accounts that are missing. While the service does not answer, which happens at the
 * start on a busy machine, calls are repeated for a minute; after that it throws EmulatorStartError.
 */
export async function ensureDemoUsers(
  identity: Creates,
  accounts: readonly Omit<NewIdentityUser, "password">[],
): Promise<void> {
  const until = Date.now() + ANSWER_LIMIT_MS;
  for (const account of accounts) {
    await ensureUser(identity, { ...account, password: DEMO_PASSWORD }, until);
  }
}

async function ensureUser(identity: Creates, user: NewIdentityUser, until: number): Promise<void> {
  try {
    await identity.createUser(user);
  } catch (error) {
    if (error instanceof EmailExistsError || error instanceof UserIdExistsError) return;
    if (!(error instanceof IdentityUnavailableError)) throw error;
    if (Date.now() > until) {
      throw new EmulatorStartError("The Firebase Auth Emulator did not answer within a minute.");
    }
    await pause(REPEAT_AFTER_MS);
    await ensureUser(identity, user, until);
  }
}
