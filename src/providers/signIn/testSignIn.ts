import { initializeApp } from "firebase/app";
import { type Auth, connectAuthEmulator, initializeAuth } from "firebase/auth";
import type { AppConfig } from "../start/appConfig.ts";
import { type SingleSignOn, signInBySso } from "./singleSignOn.ts";

/**
 * The ID token of a sign-in by an identity provider, in a second instance of the SDK, so that the own
 * sign-in stays as it is (docs/product/doors.md#test-sign-in).
 */
export async function testSignIn(config: AppConfig, wanted: SingleSignOn): Promise<string> {
  second ??= secondInstance(config);
  const { user } = await signInBySso(second, wanted);
  const idToken = await user.getIdToken();
  await second.signOut();
  return idToken;
}

let second: Auth | undefined;

/** Without a persistence, nothing outlives the page. */
function secondInstance({ apiKey, authDomain, projectId, emulator }: AppConfig): Auth {
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }, "test"));
  if (emulator) connectAuthEmulator(auth, window.location.origin, { disableWarnings: true });
  auth.languageCode = "ja";
  return auth;
}
