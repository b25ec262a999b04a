import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate.ts";
import { DialogFrame, useDialogClose } from "./DialogFrame.tsx";

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
  const translate = useTranslate();
  const close = useDialogClose();
  return (
    <Button variant="contained" onClick={close} data-autofocus>
      {translate("app.ok")}
    </Button>
  );
}
