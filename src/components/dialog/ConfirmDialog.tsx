import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { app } from "../../i18n/ja/app.ts";
import { DialogFrame, useDialogClose } from "./DialogFrame.tsx";

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
  /** True while the confirmed action runs: both buttons are disabled, nothing closes the dialog. */
  pending?: boolean;
  confirmLabel?: string;
  cancelLabel?: string;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <DialogFrame
      open={props.open}
      title={props.title}
      onClose={props.onClose}
      size="small"
      role="alertdialog"
      dismissible={!props.pending}
      actions={<ConfirmButtons {...props} />}
    >
      {props.children}
    </DialogFrame>
  );
}

function ConfirmButtons(props: ConfirmDialogProps) {
  const close = useDialogClose();
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
        {props.cancelLabel ?? app.cancel}
      </Button>
      <Button variant="contained" color="error" disabled={pending} onClick={props.onConfirm}>
        {props.confirmLabel ?? app.remove}
      </Button>
    </>
  );
}

interface OkDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  onClose: () => void;
}

export function OkDialog({ open, title, children, onClose }: OkDialogProps) {
  return (
    <DialogFrame
      open={open}
      title={title}
      onClose={onClose}
      size="small"
      role="alertdialog"
      actions={<OkButton />}
    >
      {children}
    </DialogFrame>
  );
}

function OkButton() {
  const close = useDialogClose();
  return (
    <Button variant="contained" onClick={close} data-autofocus>
      {app.ok}
    </Button>
  );
}
