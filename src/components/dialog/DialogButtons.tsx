import Button from "@mui/material/Button";
import { app } from "../../i18n/ja/app.ts";
import { useDialogClose } from "./DialogFrame.tsx";

interface DialogButtonsProps {
  confirm: string;
  pending: boolean;
  danger?: boolean;
  form?: string;
  onConfirm?: () => void;
}

export function DialogButtons({ confirm, pending, danger, form, onConfirm }: DialogButtonsProps) {
  const close = useDialogClose();
  return (
    <>
      <Button variant="outlined" color="secondary" disabled={pending} onClick={close}>
        {app.cancel}
      </Button>
      <Button
        type={form ? "submit" : "button"}
        form={form}
        variant="contained"
        color={danger ? "error" : "primary"}
        disabled={pending}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </>
  );
}

/** The button of a dialog that only tells something. */
export function CloseButton() {
  return (
    <Button variant="outlined" color="secondary" onClick={useDialogClose()}>
      {app.close}
    </Button>
  );
}
