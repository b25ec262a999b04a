import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { useTranslate } from "../../i18n/translate.ts";
import { holderOf } from "../../providers/data/locks.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import styles from "./dictionaries.module.css";
import { holderTexts } from "./holder.ts";

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
