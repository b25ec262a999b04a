import { formatRecent } from "../../../domain/text/dates.ts";
import type { TextKey } from "../../i18n/translate.ts";
import type { LockHolder } from "../../providers/data/locks.ts";

/** The key of the sentence that says why the record is locked; `holderTexts` fills it. */
export function heldSentence({ isMe }: LockHolder): TextKey {
  return `resources.dictionaries.lock.${isMe ? "otherTab" : "sentence"}`;
}

export function holderTexts({ name, since }: LockHolder) {
  return { name, since: formatRecent(since) };
}
