import type { Identifier } from "react-admin";
import { z } from "zod";
import { isSameValue } from "../../../domain/fields.ts";
import "../../../domain/problems/zodSentences.ts";
import { DRAFT_PREFIX, discardDraft, draftKeys } from "../../providers/data/drafts.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";
import { createStore } from "../../providers/store.ts";
import type { StoredSubmission } from "../../writes/submissions.ts";

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
  /** Its last submission whose result this device has not learnt. */
  sent: z
    .object({
      /** The Idempotency-Key. */
      key: z.string(),
      content: z.string(),
      /** Whether the values were changed after it. */
      edited: z.boolean().optional(),
    })
    .optional(),
});

export type DraftValues = z.infer<typeof draftValues>;
export type Draft = z.infer<typeof draft>;

const MOST_DRAFTS = 20;
/** A pasted list of 1,000 people fits. */
const MOST_CHARACTERS = 200_000;
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
export function keepDraft(key: string, draft: Draft): boolean {
  const text = JSON.stringify(draft);
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

/**
 * Stores values as the draft, which keeps the submission of the one before; `from` is the version of
 * the record that they started from. False if that is impossible.
 */
export function keepValues(key: string, values: DraftValues, from: number | undefined): boolean {
  const before = readDraft(key);
  const edited = before?.sent?.edited === true || !isSame(before?.values, values);
  return keepDraft(key, {
    keptAt: Date.now(),
    ...(from === undefined ? {} : { version: from }),
    values,
    ...(before?.sent ? { sent: { ...before.sent, edited } } : {}),
  });
}

function isSame(before: DraftValues | undefined, values: DraftValues): boolean {
  const sorted = (all: object) => Object.entries(all).sort();
  return before !== undefined && isSameValue(sorted(before), sorted(values));
}

/** The submission of a draft, which outlives the page so that nothing is created twice. */
export function storedSubmission(key: string): StoredSubmission {
  const put = (sent: Draft["sent"]) => {
    const draft = readDraft(key);
    if (!draft) return;
    const { sent: _, ...others } = draft;
    keepDraft(key, sent ? { ...others, sent } : others);
  };
  return {
    keyOf: (content) => {
      const sent = readDraft(key)?.sent;
      return sent?.content === content ? sent.key : undefined;
    },
    sending: put,
    drop: () => put(undefined),
  };
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
  const draft: DraftValues = {};
  for (const [field, value] of Object.entries(values)) {
    const { data, success } = plain.safeParse(value);
    if (success) draft[field] = data;
  }
  return draft;
}
