import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { Modal, useModalClose } from "./Modal.tsx";

export interface ConfirmDeleteProps {
  open: boolean;
  title: string;
  children: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
  /** True while the deletion runs: both buttons wait, nothing closes the dialog. */
  pending?: boolean;
  confirmLabel?: string;
  cancelLabel?: string;
}

export function ConfirmDelete(props: ConfirmDeleteProps) {
  return (
    <Modal
      open={props.open}
      title={props.title}
      onClose={props.onClose}
      size="small"
      role="alertdialog"
      dismissible={!props.pending}
      actions={<ConfirmDeleteButtons {...props} />}
    >
      {props.children}
    </Modal>
  );
}

function ConfirmDeleteButtons(props: ConfirmDeleteProps) {
  const translate = useTranslate();
  const close = useModalClose();
  const pending = props.pending ?? false;
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        disabled={pending}
        onClick={close}
        data-autofocus
      >
        {props.cancelLabel ?? translate("app.confirmDelete.cancel")}
      </Button>
      <Button variant="contained" color="error" disabled={pending} onClick={props.onConfirm}>
        {props.confirmLabel ?? translate("app.confirmDelete.confirm")}
      </Button>
    </>
  );
}
