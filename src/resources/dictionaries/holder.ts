import type { Dictionary, DictionaryLock } from "../../../domain/dictionaries.ts";
import { lockedSince } from "./lockedSince.ts";

/** Who edits a dictionary, as the person with `userId` sees it; null while nobody does. */
export type Holder = { isMe: true } | { isMe: false; name: string; since: string };

export function holderOf(lock: Dictionary | DictionaryLock, userId: string): Holder | null {
  if (lock.lockedAt === null) return null;
  if (lock.lockedBy === userId) return { isMe: true };
  return { isMe: false, name: lock.lockedByName ?? "", since: lockedSince(lock.lockedAt) };
}

/** Key of the sentence that says why nothing can be edited; the holder fills it. */
export function heldSentence(holder: Holder): string {
  return `resources.dictionaries.lock.${holder.isMe ? "otherTab" : "sentence"}`;
}
