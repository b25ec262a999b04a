import type { Identifier } from "react-admin";
import { z } from "zod";
import "../../../domain/problems/zodSentences.ts";
import { DRAFT_PREFIX, discardDraft, draftKeys } from "../../providers/data/drafts.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";
import { createStore } from "../../providers/store.ts";

const plain = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number()])),
]);
const draftValues = z.record(z.string(), plain);
const draft = z.object({
  keptAt: z.number(),
  /** Of the record that the input started from. */
  version: z.number().optional(),
  values: draftValues,
  /** Not what was typed, but what a record was like before a change. */
  origin: z.literal("history").optional(),
});

export type DraftValues = z.infer<typeof draftValues>;
export type Draft = z.infer<typeof draft>;

const MOST_DRAFTS = 20;
const MOST_CHARACTERS = 50_000;
const LONGEST_MS = 7 * 24 * 60 * 60 * 1000;

/** The profile of the admin area has no user ID. */
function author(): string {
  const { userId, email } = userProfile.get();
  return userId || email;
}

export function draftKey(resource: string, id: Identifier): string {
  return `${DRAFT_PREFIX}${author()}.${resource}.${id}`;
}

/** The stored draft; null if it is too old or invalid. */
export function readDraft(key: string): Draft | null {
  try {
    const { data } = draft.safeParse(JSON.parse(window.localStorage.getItem(key) ?? "null"));
    return data && Date.now() - data.keptAt < LONGEST_MS ? data : null;
  } catch {
    return null;
  }
}

/** Whether the draft was stored: the storage may be full or disabled. */
export function keepDraft(key: string, kept: Draft): boolean {
  const text = JSON.stringify(kept);
  // After a sign-out nothing is stored.
  if (!author() || text.length > MOST_CHARACTERS) return false;
  try {
    window.localStorage.setItem(key, text);
    dropOldest();
    return true;
  } catch {
    return false;
  }
}

/** Counts the drafts that were proposed, which an open form reads. */
export const proposals = createStore(0);

/** Offers what a record was like before a change in its form, open or not, as a draft. */
export function proposeValues(key: string, proposed: Pick<Draft, "version" | "values">): void {
  keepDraft(key, { ...proposed, keptAt: Date.now(), origin: "history" });
  proposals.set(proposals.get() + 1);
}

function dropOldest(): void {
  const keptAt = (key: string) => readDraft(key)?.keptAt ?? 0;
  const byAge = draftKeys().sort((a, b) => keptAt(b) - keptAt(a));
  byAge.filter((key, index) => index >= MOST_DRAFTS || keptAt(key) === 0).forEach(discardDraft);
}

/** The values that a draft can hold: no records or other objects. */
export function draftable(values: Readonly<Record<string, unknown>>): DraftValues {
  const kept: DraftValues = {};
  for (const [field, value] of Object.entries(values)) {
    const { data, success } = plain.safeParse(value);
    if (success) kept[field] = data;
  }
  return kept;
}
