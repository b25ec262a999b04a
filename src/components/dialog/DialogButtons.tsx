import Button from "@mui/material/Button";
import { useTranslate } from "../../i18n/translate.ts";
import { useDialogClose } from "./DialogFrame.tsx";

interface DialogButtonsProps {
  confirm: string;
  pending: boolean;
  danger?: boolean;
  form?: string;
  onConfirm?: () => void;
}

export function DialogButtons({ confirm, pending, danger, form, onConfirm }: DialogButtonsProps) {
  const translate = useTranslate();
  const close = useDialogClose();
  return (
    <>
      <Button variant="outlined" color="secondary" disabled={pending} onClick={close}>
        {translate("app.cancel")}
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
  const translate = useTranslate();
  return (
    <Button variant="outlined" color="secondary" onClick={useDialogClose()}>
      {translate("app.close")}
    </Button>
  );
}
