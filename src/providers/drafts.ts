import type { Identifier } from "react-admin";
import { onSignOut } from "./signOutTasks.ts";
import { userProfile } from "./userProfile.ts";

type Value = string | number | boolean | null;

export type DraftValues = Record<string, Value>;

export interface Draft {
  keptAt: number;
  values: DraftValues;
}

const PREFIX = "ki.draft.";
const MOST_DRAFTS = 20;
const MOST_CHARACTERS = 50_000;
const LONGEST_MS = 7 * 24 * 60 * 60 * 1000;

export function draftKey(resource: string, id: Identifier): string {
  return `${PREFIX}${userProfile.get().userId}.${resource}.${id}`;
}

/** The stored draft; null if it is too old or invalid. */
export function readDraft(key: string): Draft | null {
  try {
    const draft = asDraft(JSON.parse(window.localStorage.getItem(key) ?? "null"));
    return draft && Date.now() - draft.keptAt < LONGEST_MS ? draft : null;
  } catch {
    return null;
  }
}

/** Whether the draft was stored: the storage may be full or disabled. */
export function keepDraft(key: string, values: DraftValues, keptAt = Date.now()): boolean {
  const text = JSON.stringify({ keptAt, values } satisfies Draft);
  // After a sign-out nothing is stored.
  if (!userProfile.get().userId || text.length > MOST_CHARACTERS) return false;
  try {
    window.localStorage.setItem(key, text);
    dropOldest();
    return true;
  } catch {
    return false;
  }
}

export function discardDraft(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Deletes all drafts on sign-out, so that the next user of the device cannot read them. */
export function discardDraftsOnSignOut(): void {
  onSignOut(() => draftKeys().forEach(discardDraft));
}

function dropOldest(): void {
  const keptAt = (key: string) => readDraft(key)?.keptAt ?? 0;
  const byAge = draftKeys().sort((a, b) => keptAt(b) - keptAt(a));
  byAge.filter((key, index) => index >= MOST_DRAFTS || keptAt(key) === 0).forEach(discardDraft);
}

function draftKeys(): string[] {
  return Object.keys(window.localStorage).filter((key) => key.startsWith(PREFIX));
}

function asDraft(kept: unknown): Draft | null {
  const { keptAt, values } = Object(kept);
  if (typeof keptAt !== "number" || typeof values !== "object" || values === null) return null;
  const all: unknown[] = Object.values(values);
  return all.every(isValue) ? { keptAt, values } : null;
}

function isValue(value: unknown): value is Value {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
