import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";
import { formatRecent } from "../../../domain/text/dates.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { holderOf, type LockHolder } from "../../providers/data/locks.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import styles from "./dictionaries.module.css";

export function LockState({ dictionary }: { dictionary: Dictionary }) {
  const { userId } = useUserProfile();
  const holder = holderOf(dictionary, userId);
  if (!holder) return null;
  if (holder.isMe) {
    return <StatusChip tone="info" label={dictionaries.lock.mine} />;
  }
  return (
    <span className={`inline-row ${styles.lock}`}>
      <StatusChip tone="warning" label={dictionaries.lock.held} />
      <span className="numeric">
        {dictionaries.lock.by(holder.name, formatRecent(holder.since))}
      </span>
    </span>
  );
}

/** Says why the record is locked. */
export function heldSentence({ isMe, name, since }: LockHolder): string {
  const { otherTab, sentence } = dictionaries.lock;
  return isMe ? otherTab : sentence(name, formatRecent(since));
}

/** Says why a locked dictionary cannot be deleted. */
export function undeletableSentence({ isMe, name, since }: LockHolder): string {
  const { otherTabDelete, deleteImpossible } = dictionaries.lock;
  return isMe ? otherTabDelete : deleteImpossible(name, formatRecent(since));
}
