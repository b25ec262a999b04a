import { useCanAccess, useTranslate } from "ra-core";
import { lazy, Suspense, useState } from "react";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { useUserProfile } from "../../../providers/userProfile.ts";
import styles from "../dictionaries.module.css";
import type { DictionaryRow } from "../dictionaryRow.ts";
import { holderOf } from "../holder.ts";

const DeleteDialog = lazy(async () => ({
  default: (await import("./DeleteDialog.tsx")).DeleteDialog,
}));

const UNSEEN = { visibility: "hidden" } as const;

/**
 * What can be done with a dictionary. Without the right to write nothing is offered; what is
 * impossible now is disabled and says why.
 */
export function DictionaryActions({ dictionary }: { dictionary: DictionaryRow }) {
  const translate = useTranslate();
  const { userId } = useUserProfile();
  const { canAccess, isPending } = useCanAccess({ resource: "dictionaries", action: "delete" });
  const [deleting, setDeleting] = useState(false);
  // Until the right is known the buttons keep their room, unseen, so that nothing jumps.
  if (!canAccess && !isPending) return null;

  const text = (key: string, values?: object) => translate(`resources.dictionaries.${key}`, values);
  const holder = holderOf(dictionary, userId);
  const deleteImpossible =
    holder && text(holder.isMe ? "lock.otherTabDelete" : "lock.deleteImpossible", holder);
  return (
    <div className={styles.actions} style={isPending ? UNSEEN : undefined}>
      <ActionButton reason={deleteImpossible} onClick={() => setDeleting(true)} danger>
        {text("detail.delete")}
      </ActionButton>
      {deleting ? (
        <Suspense>
          <DeleteDialog dictionary={dictionary} onClose={() => setDeleting(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
