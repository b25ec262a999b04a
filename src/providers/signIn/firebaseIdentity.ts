import { initializeApp } from "firebase/app";
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  EmailAuthProvider,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  type User,
  updatePassword,
} from "firebase/auth";
import { errors } from "../../i18n/ja/errors.ts";
import { connectivity } from "../http/connectivity.ts";
import { NetworkError, ResponseError } from "../http/send.ts";
import { identityCode, relayedSentence } from "../problems/identityError.ts";
import type { AppConfig } from "../start/appConfig.ts";
import type { SignInReason } from "./signInPage.ts";
import { createTokenKeeper } from "./tokenKeeper.ts";

/** After these codes the account is unusable, although the SDK keeps the user. */
const GONE = [
  "auth/user-not-found",
  "auth/user-disabled",
  "auth/user-token-expired",
  "auth/invalid-user-token",
  "auth/invalid-refresh-token",
];

/** Starts the identity service and restores the last sign-in. */
export async function startIdentity(config: AppConfig) {
  const { apiKey, authDomain, projectId } = config;
  const app = initializeApp({ apiKey, authDomain, projectId });
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  if (config.emulator) {
    connectAuthEmulator(auth, window.location.origin, { disableWarnings: true });
  }
  auth.languageCode = "ja";
  await auth.authStateReady();
  return identityOf(auth);
}

function identityOf(auth: Auth) {
  let lost: SignInReason | undefined;
  const keeper = createTokenKeeper(auth, connectivity.repeat);
  connectivity.onPress(keeper.press);
  connectivity.onBack((wasAway) => wasAway && keeper.press());
  return {
    /** Null if no user is signed in. */
    currentUserId: () => auth.currentUser?.uid ?? null,

    async currentToken(): Promise<string | null> {
      try {
        return auth.currentUser && (await keeper.token(auth.currentUser));
      } catch (error) {
        const code = identityCode(error);
        const message = relayedSentence(error);
        if (message) throw new ResponseError(503, { message });
        if (code === "auth/network-request-failed") throw new NetworkError();
        if (!code || !GONE.includes(code)) throw error;
        lost = code === "auth/user-disabled" ? "disabled" : "expired";
        await auth.signOut();
        return null;
      }
    },

    async signInWithPassword(email: string, password: string): Promise<string> {
      const { user } = await signInWithEmailAndPassword(auth, email, password);
      return user.getIdToken();
    },

    async signInWithGoogle(): Promise<string> {
      const provider = new GoogleAuthProvider();
      const { user } = await signInWithPopup(auth, provider, browserPopupRedirectResolver);
      return user.getIdToken();
    },

    /**
     * Sends the mail to set the password. An unknown address gets the same result as a known one. Its
     * link leads back to `continueUrl` if the project allows that address.
     */
    async sendPasswordReset(email: string, continueUrl?: string): Promise<void> {
      try {
        await sendPasswordResetEmail(auth, email, continueUrl ? { url: continueUrl } : undefined);
      } catch (error) {
        const code = identityCode(error);
        if (continueUrl && code === "auth/unauthorized-continue-uri") {
          return this.sendPasswordReset(email);
        }
        if (code !== "auth/user-not-found") throw error;
      }
    },

    signOut: () => auth.signOut(),

    /** Calls back when the user is signed out: disabled, expired, or by another tab. */
    onSignedOut(listener: (reason: SignInReason) => void): () => void {
      let uid = auth.currentUser?.uid;
      return onAuthStateChanged(auth, (user) => {
        // The SDK signs out before it rejects the token request that says why.
        if (uid !== undefined && user?.uid !== uid) setTimeout(() => listener(lost ?? "signedOut"));
        uid = user?.uid;
      });
    },

    /**
     * Changes the password. Resolves to a token that the server accepts: the token of the change
     * itself is revoked, so it signs in again. Resolves to null if that fails; the password is
     * changed anyway.
     */
    async changePassword(current: string, next: string): Promise<string | null> {
      const user = auth.currentUser;
      if (!user) throw new Error(errors.noUser);
      if (!user.providerData.some(({ providerId }) => providerId === "password")) {
        throw new Error(errors.noPassword);
      }
      await reauthenticate(user, current);
      await updatePassword(user, next);
      try {
        await reauthenticate(user, next);
        return await user.getIdToken();
      } catch {
        return null;
      }
    },
  };
}

async function reauthenticate(user: User, password: string): Promise<void> {
  const credential = EmailAuthProvider.credential(user.email ?? "", password);
  await reauthenticateWithCredential(user, credential);
}

export type Identity = Awaited<ReturnType<typeof startIdentity>>;

// One file of code for both: the SDK is in it.
export { openPasswordLinks } from "./passwordLinks.ts";
