/** The names of opened records are stored under keys that start with this. */
export const RECENT_PREFIX = "ki.recent.";

/** Deletes the names of the records that were opened, when the sign-in has ended in whichever way. */
export function forgetRecent(): void {
  try {
    for (const key of Object.keys(window.localStorage)) {
      if (key.startsWith(RECENT_PREFIX)) window.localStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to delete.
  }
}
