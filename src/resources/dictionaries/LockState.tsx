import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";
import { formatRecent } from "../../../domain/text/dates.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { type TextKey, useTranslate } from "../../i18n/translate.ts";
import { holderOf, type LockHolder } from "../../providers/data/locks.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import styles from "./dictionaries.module.css";

export function LockState({ dictionary }: { dictionary: Dictionary }) {
  const translate = useTranslate();
  const { userId } = useUserProfile();
  const holder = holderOf(dictionary, userId);
  if (!holder) return null;
  if (holder.isMe) {
    return <StatusChip tone="info" label={translate("resources.dictionaries.lock.mine")} />;
  }
  return (
    <span className={styles.lock}>
      <StatusChip tone="warning" label={translate("resources.dictionaries.lock.held")} />
      <span className={styles.holder}>
        {translate("resources.dictionaries.lock.by", holderTexts(holder))}
      </span>
    </span>
  );
}

/** The key of the sentence that says why the record is locked; `holderTexts` fills it. */
export function heldSentence({ isMe }: LockHolder): TextKey {
  return `resources.dictionaries.lock.${isMe ? "otherTab" : "sentence"}`;
}

export function holderTexts({ name, since }: LockHolder) {
  return { name, since: formatRecent(since) };
}
