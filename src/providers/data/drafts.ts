import { onSignOut } from "../signIn/signOutTasks.ts";

/** Every draft is stored under a key that starts with this. */
export const DRAFT_PREFIX = "ki.draft.";

export function draftKeys(): string[] {
  return Object.keys(window.localStorage).filter((key) => key.startsWith(DRAFT_PREFIX));
}

export function discardDraft(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Deletes drafts on sign-out, so that the next user of the device cannot read them. */
export function forgetOnSignOut(): void {
  onSignOut(() => draftKeys().forEach(discardDraft));
}
