import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type RaRecord, useDelete, useNotify, useRedirect, useTranslate } from "react-admin";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { DialogSubject } from "./DialogSubject.tsx";
import styles from "./dialog.module.css";

interface DeleteRecordProps {
  resource: string;
  record: RaRecord;
  /** The name of the record, with what distinguishes it from others of that name. */
  name: string;
  detail: string;
  children?: ReactNode;
  onDeleted?: () => void;
  onClose: () => void;
}

/**
 * The delete confirmation of the spec, with the texts of resources.{resource}.remove. Success leads
 * to the list. An error shows in the dialog, and the page behind it shows the current record.
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
      <DialogSubject name={name} detail={detail} />
      {children}
      <p role="alert" className={styles.problem}>
        {errorMessage}
      </p>
    </ConfirmDialog>
  );
}
