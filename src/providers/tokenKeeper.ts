import { type Auth, onIdTokenChanged, type User } from "firebase/auth";

/** The figures of spec 4 and 9, which are also those of the library's own refresh. */
const AHEAD_MS = 5 * 60_000;
const EXPIRED_EARLY_MS = 30_000;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 16 * 60_000;

interface FailedAttempt {
  error: unknown;
  /** Until then nothing is asked for again unless a person demands it. */
  until: number;
}

/**
 * Keeps the token of who is signed in fresh: all of a page ask here, so that the token service
 * hears of one attempt at a time, and after a failed one only when the back-off ends.
 * The library's refresh ahead of expiry does not hold others back and gives up after any failure
 * but a network's (decision 027). `onRecovered` is told when a token came after a failed attempt.
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
    // What a person tried in between moves nothing.
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
    // Who is not signed in any more hears of it by the next request.
    timer = window.setTimeout(() => refresh(user).catch(() => {}), Math.max(0, due - Date.now()));
  }

  // Signed in or out, or refreshed, be it by another tab.
  onIdTokenChanged(auth, (user) => {
    if (user === null || isFresh(user)) succeeded();
    schedule();
  });

  return {
    /** A token that is still valid; throws as the library does. */
    async token(user: User): Promise<string> {
      if (isFresh(user)) return user.getIdToken();
      if (lastFailed && !pressed && Date.now() < lastFailed.until) throw lastFailed.error;
      return refresh(user);
    },

    /** The next who needs a token may ask for it whatever has failed before. */
    press(): void {
      pressed = true;
    },
  };
}

const isFresh = (user: User) => Date.now() <= expirationOf(user) - EXPIRED_EARLY_MS;

/** When the token expires, by this device's clock. */
function expirationOf(user: User): number {
  const { stsTokenManager } = Object(user.toJSON());
  return Number(stsTokenManager?.expirationTime ?? 0);
}
