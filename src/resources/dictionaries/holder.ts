import type { LockHolder } from "../../providers/locks.ts";
import { lockedSince } from "./lockedSince.ts";

/** Key of the sentence that says why nothing can be edited; `holderTexts` fills it. */
export function heldSentence({ isMe }: LockHolder): string {
  return `resources.dictionaries.lock.${isMe ? "otherTab" : "sentence"}`;
}

/** What sentences about a holder are filled with. */
export function holderTexts({ name, since }: LockHolder) {
  return { name, since: lockedSince(since) };
}
