import { useDelete, useNotify, useRedirect, useTranslate } from "ra-core";
import { useState } from "react";
import { ConfirmDelete } from "../../../components/dialog/ConfirmDelete.tsx";
import styles from "../dictionaries.module.css";
import type { DictionaryRow } from "../dictionaryRow.ts";

interface DeleteDialogProps {
  dictionary: DictionaryRow;
  onClose: () => void;
}

/** The spec's delete confirmation for a dictionary; a failure is told in it. */
export function DeleteDialog({ dictionary, onClose }: DeleteDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const [failure, setFailure] = useState<string>();
  const [remove, { isPending }] = useDelete<DictionaryRow, Error>(
    "dictionaries",
    { id: dictionary.id, previousData: dictionary },
    {
      mutationMode: "pessimistic",
      onSuccess: () => {
        notify("resources.dictionaries.notifications.deleted", { type: "success" });
        redirect("list", "dictionaries");
      },
      onError: (error) => setFailure(error.message),
    },
  );

  function confirm() {
    setFailure(undefined);
    void remove();
  }

  return (
    <ConfirmDelete
      open
      title={translate("resources.dictionaries.remove.title")}
      onConfirm={confirm}
      onClose={onClose}
      pending={isPending}
    >
      <p>{translate("resources.dictionaries.remove.body")}</p>
      <p className={styles.subject}>
        {dictionary.dictionaryName}
        <span>{dictionary.category}</span>
      </p>
      <p role="alert" className={styles.refusal}>
        {failure}
      </p>
    </ConfirmDelete>
  );
}
