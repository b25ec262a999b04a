import { firebaseIdentity } from "../../server/identity/firebase.ts";
import type { IdentityService } from "../../server/identity/identity.ts";

/** The one project that the emulators of the tests serve. */
export const TEST_PROJECT = "demo-tests";

export function testFirebase(emulatorUrl: string): IdentityService {
  return firebaseIdentity({ projectId: TEST_PROJECT, apiKey: "k", emulatorUrl });
}
