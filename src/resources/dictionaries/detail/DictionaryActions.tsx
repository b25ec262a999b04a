import { Suspense, useState } from "react";
import { useCanAccess, useCreatePath, useNavigate, useTranslate } from "react-admin";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import styles from "../dictionaries.module.css";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { holderTexts } from "../holder.ts";
import { useHolder } from "./useHolder.ts";

const DeleteDialog = lazyDialog(async () => (await import("./DeleteDialog.tsx")).DeleteDialog);

const UNSEEN = { visibility: "hidden" } as const;

/** Shown only with the right to write; an impossible action is disabled and says why. */
export function DictionaryActions({ dictionary }: { dictionary: DictionaryRecord }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const createPath = useCreatePath();
  const { canAccess, isPending } = useCanAccess({ resource: "dictionaries", action: "edit" });
  const [deleting, setDeleting] = useState(false);
  const holder = useHolder(dictionary);
  // Until the right is known, the invisible buttons keep their space, so that nothing jumps.
  if (!canAccess && !isPending) return null;

  const text = (key: string, values?: object) => translate(`resources.dictionaries.${key}`, values);
  const why = (others: string, own: string) =>
    holder && text(`lock.${holder.isMe ? own : others}`, holderTexts(holder));
  return (
    <div className={styles.actions} style={isPending ? UNSEEN : undefined}>
      <ActionButton
        reason={why("sentence", "otherTab")}
        onClick={() =>
          navigate(createPath({ resource: "dictionaries", type: "edit", id: dictionary.id }))
        }
      >
        {text("detail.edit")}
      </ActionButton>
      <ActionButton
        danger
        reason={why("deleteImpossible", "otherTabDelete")}
        onClick={() => setDeleting(true)}
      >
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
