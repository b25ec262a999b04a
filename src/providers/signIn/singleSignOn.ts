import {
  type Auth,
  browserPopupRedirectResolver,
  OAuthProvider,
  SAMLAuthProvider,
  signInWithCredential,
  signInWithPopup,
  type UserCredential,
} from "firebase/auth";

/** A provider as POST /sign-in/ways names it, and the address that was entered. */
export interface SingleSignOn {
  providerId: string;
  email: string;
}

/**
 * Signs in by the identity provider of an organization, in a popup. The Auth Emulator has none: there the
 * entered address stands in for what it would assert (docs/operations/single-sign-on.md#offline).
 */
export function signInBySso(
  auth: Auth,
  { providerId, email }: SingleSignOn,
): Promise<UserCredential> {
  if (auth.emulatorConfig) {
    const idToken = JSON.stringify({ sub: email, email, email_verified: true });
    return signInWithCredential(auth, new OAuthProvider(providerId).credential({ idToken }));
  }
  if (providerId.startsWith("saml.")) {
    return signInWithPopup(auth, new SAMLAuthProvider(providerId), browserPopupRedirectResolver);
  }
  const provider = new OAuthProvider(providerId);
  provider.setCustomParameters({ login_hint: email });
  return signInWithPopup(auth, provider, browserPopupRedirectResolver);
}
