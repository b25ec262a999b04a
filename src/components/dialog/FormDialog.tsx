import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { LoadError, LoadingState } from "../display/LoadError.tsx";
import { DialogButtons } from "./DialogButtons.tsx";
import { DialogForm } from "./DialogForm.tsx";
import { DialogFrame } from "./DialogFrame.tsx";

type DialogFormProps = ComponentProps<typeof DialogForm>;

interface FormDialogProps extends Omit<DialogFormProps, "id" | "values"> {
  title: string;
  size?: "small" | "medium";
  /** Of the button that submits. */
  confirm: string;
  danger?: boolean;
  /** True while it is being saved. */
  pending: boolean;
  onClose: () => void;
  /** What the dialog is about, above the form. */
  lead?: ReactNode;
  /** Undefined until they are read, see `useOpened`. */
  values: DialogFormProps["values"] | undefined;
  /** Why they could not be read. */
  loadError?: Error | null;
}

/** A dialog that is a form, with the buttons to cancel and to submit it. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = "medium", confirm, danger = false, pending, onClose, ...content } = props;
  const { lead, values, loadError, ...form } = content;
  const id = useId();
  return (
    <DialogFrame
      title={title}
      size={size}
      onClose={onClose}
      dismissible={!pending}
      actions={
        values ? (
          <DialogButtons form={id} pending={pending} danger={danger} confirm={confirm} />
        ) : undefined
      }
    >
      {values ? (
        <>
          {lead}
          <DialogForm {...form} id={id} values={values} />
        </>
      ) : null}
      {loadError && !values ? <LoadError error={loadError} /> : null}
      {values || loadError ? null : <LoadingState />}
    </DialogFrame>
  );
}

/**
 * The version of a record that a dialog opened with, once it is read. Input starts from it, and a user who
 * saves after another one sees that first.
 */
export function useOpened<T>(record: T | undefined): T | undefined {
  const [opened, setOpened] = useState(record);
  if (opened === undefined && record !== undefined) setOpened(record);
  return opened ?? record;
}
