import { type Auth, onIdTokenChanged, type User } from "firebase/auth";

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
export function createTokenKeeper(auth: Auth, onRecovered: () => void) {
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
