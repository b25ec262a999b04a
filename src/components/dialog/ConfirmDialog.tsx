import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { app } from "../../i18n/ja/app.ts";
import { DialogButtons } from "./DialogButtons.tsx";
import { DialogFrame, useDialogClose } from "./DialogFrame.tsx";

interface ConfirmDialogProps {
  open?: boolean;
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
  const { open = true, pending = false, confirmLabel = app.remove, cancelLabel } = props;
  return (
    <DialogFrame
      open={open}
      title={props.title}
      onClose={props.onClose}
      size="small"
      role="alertdialog"
      dismissible={!pending}
      actions={
        <DialogButtons
          danger
          asks
          confirm={confirmLabel}
          cancel={cancelLabel}
          pending={pending}
          onConfirm={props.onConfirm}
        />
      }
    >
      {props.children}
    </DialogFrame>
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
