import type { LockHolder } from "../../providers/locks.ts";
import { lockedSince } from "./lockedSince.ts";

/** The key of the sentence that says why the record is locked; `holderTexts` fills it. */
export function heldSentence({ isMe }: LockHolder): string {
  return `resources.dictionaries.lock.${isMe ? "otherTab" : "sentence"}`;
}

export function holderTexts({ name, since }: LockHolder) {
  return { name, since: lockedSince(since) };
}
