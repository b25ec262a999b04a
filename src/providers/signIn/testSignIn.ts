import { deleteApp, initializeApp } from "firebase/app";
import { connectAuthEmulator, initializeAuth, inMemoryPersistence } from "firebase/auth";
import type { AppConfig } from "../start/appConfig.ts";
import { type SingleSignOn, signInBySso } from "./singleSignOn.ts";

/**
 * The ID token of a sign-in by an identity provider, in a second instance of the SDK, so that the own
 * sign-in stays as it is (docs/product/doors.md#test-sign-in).
 */
export async function testSignIn(config: AppConfig, wanted: SingleSignOn): Promise<string> {
  const { apiKey, authDomain, projectId } = config;
  const app = initializeApp({ apiKey, authDomain, projectId }, "test");
  try {
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    if (config.emulator) {
      connectAuthEmulator(auth, window.location.origin, { disableWarnings: true });
    }
    auth.languageCode = "ja";
    const { user } = await signInBySso(auth, wanted);
    return await user.getIdToken();
  } finally {
    await deleteApp(app);
  }
}
