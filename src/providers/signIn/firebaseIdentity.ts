import { initializeApp } from "firebase/app";
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  onIdTokenChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  type User,
  type UserCredential,
  updatePassword,
} from "firebase/auth";
import { errors } from "../../i18n/ja/errors.ts";
import { connectivity } from "../http/connectivity.ts";
import { loadCode, NetworkError, ResponseError } from "../http/send.ts";
import { identityCode, relayedSentence } from "../problems/identityError.ts";
import type { AppConfig } from "../start/appConfig.ts";
import type { Proof, SecondFactor } from "./secondFactor.ts";
import type { SignInReason } from "./sessions.ts";
import type { SingleSignOn } from "./singleSignOn.ts";

/** docs/product/sign-in.md#tokens; the SDK's own refresh has the same values. */
const AHEAD_MS = 5 * 60_000;
const EXPIRED_EARLY_MS = 30_000;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 16 * 60_000;

interface FailedAttempt {
  error: unknown;
  /** No retry before this time, unless a person asks for one. */
  until: number;
}

/**
 * Keeps the ID token fresh. All requests of a page ask here, so that the token service gets one
 * request at a time, and after an error none before the back-off ends. The SDK's own refresh lets
 * other requests through and stops after any error other than a network error (docs/decisions/027).
 * `onRecovered` is called when a token arrives after an error.
 */
function createTokenKeeper(auth: Auth, onRecovered: () => void) {
  let lastFailed: FailedAttempt | undefined;
  let wait = FIRST_WAIT_MS;
  let timer: number | undefined;
  let refreshing: Promise<string> | undefined;
  let pressed = false;

  function succeeded(): void {
    const recovered = lastFailed !== undefined;
    lastFailed = undefined;
    wait = FIRST_WAIT_MS;
    if (recovered) onRecovered();
  }

  function failed(error: unknown): void {
    // An attempt by a person in between does not change the back-off.
    if (lastFailed && Date.now() < lastFailed.until) return;
    lastFailed = { error, until: Date.now() + wait };
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  function refresh(user: User): Promise<string> {
    pressed = false;
    refreshing ??= user
      .getIdToken(true)
      .then(
        (token) => {
          succeeded();
          return token;
        },
        (error: unknown) => {
          failed(error);
          throw error;
        },
      )
      .finally(() => {
        refreshing = undefined;
        schedule();
      });
    return refreshing;
  }

  function schedule(): void {
    window.clearTimeout(timer);
    const user = auth.currentUser;
    if (!user) return;
    const due = lastFailed?.until ?? expirationOf(user) - AHEAD_MS;
    // If the user is no longer signed in, the next request reports it.
    timer = window.setTimeout(() => refresh(user).catch(() => {}), Math.max(0, due - Date.now()));
  }

  // Signed in, signed out or refreshed, also by another tab.
  onIdTokenChanged(auth, (user) => {
    if (user === null || isFresh(user)) succeeded();
    schedule();
  });

  return {
    /** A valid token. Throws the errors of the SDK. */
    async token(user: User): Promise<string> {
      if (isFresh(user)) return user.getIdToken();
      if (lastFailed && !pressed && Date.now() < lastFailed.until) throw lastFailed.error;
      return refresh(user);
    },

    /** The next caller may ask for a token in spite of the back-off. */
    press(): void {
      pressed = true;
    },
  };
}

const isFresh = (user: User) => Date.now() <= expirationOf(user) - EXPIRED_EARLY_MS;

function expirationOf(user: User): number {
  const { stsTokenManager } = Object(user.toJSON());
  return Number(stsTokenManager?.expirationTime ?? 0);
}

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

    signInWithPassword(email: string, password: string): Promise<SignInStep> {
      return stepOf(auth, () => signInWithEmailAndPassword(auth, email, password));
    },

    signInWithGoogle(): Promise<SignInStep> {
      const provider = new GoogleAuthProvider();
      return stepOf(auth, () => signInWithPopup(auth, provider, browserPopupRedirectResolver));
    },

    /** By the identity provider of an organization; its code loads with the first call. */
    async signInBySso(wanted: SingleSignOn): Promise<SignInStep> {
      const { signInBySso } = await loadSingleSignOn();
      return stepOf(auth, () => signInBySso(auth, wanted));
    },

    /** The second factors of the signed-in user; their code loads with the first call. */
    secondFactor: async (): Promise<SecondFactor> =>
      (await loadSecondFactor()).secondFactorOf(auth),

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
     * Changes the password. Without a proof it throws auth/requires-recent-login after a sign-in that is
     * too old, and auth/missing-verification-code if the person has an app for codes. Resolves to a token
     * that the server accepts: the token of the change itself is revoked, so it signs in again, with the
     * same code. Resolves to null if that fails; the password is changed anyway.
     */
    async changePassword(next: string, proof?: Proof): Promise<string | null> {
      const user = auth.currentUser;
      if (!user) throw new Error(errors.noUser);
      if (!user.providerData.some(({ providerId }) => providerId === "password")) {
        throw new Error(errors.noPassword);
      }
      const { reauthenticate, refuseWithoutCode } = await loadSecondFactor();
      if (proof) await reauthenticate(auth, user, proof);
      else refuseWithoutCode(user);
      await updatePassword(user, next);
      try {
        await reauthenticate(auth, user, { password: next, code: proof?.code });
        return await user.getIdToken();
      } catch {
        return null;
      }
    },
  };
}

/** An ID token, or a question that a code of the person's app answers. */
export type SignInStep = string | CodeQuestion;

export interface CodeQuestion {
  /** Throws for a wrong code, which can be tried again. */
  answer: (code: string) => Promise<string>;
}

async function stepOf(auth: Auth, signIn: () => Promise<UserCredential>): Promise<SignInStep> {
  try {
    const { user } = await signIn();
    return await user.getIdToken();
  } catch (error) {
    if (identityCode(error) !== "auth/multi-factor-auth-required") throw error;
    const answer = (await loadSecondFactor()).answerWithCode(auth, error);
    return { answer: async (code) => (await answer(code)).user.getIdToken() };
  }
}

const loadSingleSignOn = () => loadCode(() => import("./singleSignOn.ts"));

const loadSecondFactor = () => loadCode(() => import("./secondFactor.ts"));

export type Identity = Awaited<ReturnType<typeof startIdentity>>;
