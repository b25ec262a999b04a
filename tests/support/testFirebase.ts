import {
  type Emulator,
  type EmulatorOptions,
  startEmulator,
} from "../../server/identity/emulator.ts";
import type { IdentityService } from "../../server/identity/identity.ts";
import { firebaseIdentity } from "../../server/identity/openIdentity.ts";

/** The project that the emulators of the tests serve. */
export const TEST_PROJECT = "demo-tests";

export function testFirebase(emulatorUrl: string, now?: () => Date): IdentityService {
  const options = { projectId: TEST_PROJECT, apiKey: "k", emulatorUrl };
  return firebaseIdentity(now ? { ...options, now } : options);
}

/**
 * A warm emulator: it compiles the schema of a call when that is first sent, for which a busy
 * machine may need longer than the server waits.
 */
export async function testEmulator(
  options: Pick<EmulatorOptions, "onMail"> = {},
): Promise<Emulator> {
  const emulator = await startEmulator({ projectId: TEST_PROJECT, ...options });
  const accounts = `${emulator.url}/identitytoolkit.googleapis.com/v1/projects/${TEST_PROJECT}/accounts`;
  for (const call of [":lookup", ":update", ":delete", ""]) {
    const headers = { authorization: "Bearer owner", "content-type": "application/json" };
    // All answer with an error except the last, which creates an account without a name.
    await fetch(`${accounts}${call}`, { method: "POST", headers, body: "{}" });
  }
  return emulator;
}
