import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type RaRecord, useDelete, useNotify, useRedirect, useTranslate } from "react-admin";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import styles from "./dialog.module.css";

interface DeleteRecordProps {
  resource: string;
  record: RaRecord;
  /** What the record is known by, and what tells it from others of that name. */
  name: string;
  detail: string;
  /** What is to be known besides. */
  children?: ReactNode;
  onDeleted?: () => void;
  onClose: () => void;
}

/**
 * The spec's delete confirmation for a record, worded by resources.{resource}.remove; leads to the
 * list. A refusal is told in it, and the page behind shows the record as it is now.
 */
export function DeleteRecord(props: DeleteRecordProps) {
  const { resource, record, name, detail, children, onDeleted, onClose } = props;
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  const [errorMessage, setErrorMessage] = useState<string>();
  const [remove, { isPending }] = useDelete<RaRecord, Error>(
    resource,
    { id: record.id, previousData: record },
    {
      mutationMode: "pessimistic",
      onSuccess: () => {
        onDeleted?.();
        notify(`resources.${resource}.notifications.deleted`, { type: "success" });
        redirect("list", resource);
      },
      onError: (error) => {
        setErrorMessage(error.message);
        void queryClient.invalidateQueries({ queryKey: [resource] });
      },
    },
  );

  function confirm() {
    setErrorMessage(undefined);
    void remove();
  }

  return (
    <ConfirmDialog
      open
      title={translate(`resources.${resource}.remove.title`)}
      onConfirm={confirm}
      onClose={onClose}
      pending={isPending}
    >
      <p>{translate(`resources.${resource}.remove.body`)}</p>
      <p className={styles.subject}>
        {name}
        <span>{detail}</span>
      </p>
      {children}
      <p role="alert" className={styles.problem}>
        {errorMessage}
      </p>
    </ConfirmDialog>
  );
}
