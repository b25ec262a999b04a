import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type RaRecord, useDelete, useNotify } from "react-admin";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useLeaveTo } from "../trail/leave.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { DialogSubject } from "./DialogSubject.tsx";

interface DeleteRecordProps {
  resource: string;
  record: RaRecord;
  /** The name of the record, with what distinguishes it from others of that name. */
  name: string;
  detail: string;
  /** The title and the question. */
  texts: { title: string; body: string };
  /** Says that the record is deleted. */
  notice: string;
  children?: ReactNode;
  onDeleted?: () => void;
  onClose: () => void;
}

/**
 * The delete confirmation of the spec. Success leads to the list. An error shows in the dialog, and
 * the page behind it shows the current record.
 */
export function DeleteRecord(props: DeleteRecordProps) {
  const { resource, record, name, detail, texts, notice, children, onDeleted, onClose } = props;
  const notify = useNotify();
  const leave = useLeaveTo();
  const queryClient = useQueryClient();
  const [remove, { isPending, error }] = useDelete<RaRecord, Error>(
    resource,
    { id: record.id, previousData: record },
    {
      mutationMode: "pessimistic",
      onSuccess: () => {
        onDeleted?.();
        notify(notice, { type: "success" });
        leave("list", resource);
      },
      onError: () => void queryClient.invalidateQueries({ queryKey: [resource] }),
    },
  );

  return (
    <ConfirmDialog
      title={texts.title}
      onConfirm={() => void remove()}
      onClose={onClose}
      pending={isPending}
    >
      <p>{texts.body}</p>
      <DialogSubject name={name} detail={detail} />
      {children}
      <ProblemText problem={error ?? undefined} />
    </ConfirmDialog>
  );
}
