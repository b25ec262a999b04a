import Button from "@mui/material/Button";
import { app } from "../../i18n/ja/app.ts";
import { useDialogClose } from "./DialogFrame.tsx";

interface DialogButtonsProps {
  confirm: string;
  cancel?: string | undefined;
  pending: boolean;
  /** While nothing can be confirmed. */
  disabled?: boolean;
  danger?: boolean;
  /** A question begins at the button that changes nothing. */
  asks?: boolean;
  form?: string;
  onConfirm?: () => void;
}

export function DialogButtons(props: DialogButtonsProps) {
  const { confirm, cancel = app.cancel, pending, disabled, danger, asks, form, onConfirm } = props;
  const close = useDialogClose();
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        disabled={pending}
        onClick={close}
        data-autofocus={asks}
      >
        {cancel}
      </Button>
      <Button
        type={form ? "submit" : "button"}
        form={form}
        variant="contained"
        color={danger ? "error" : "primary"}
        disabled={pending || disabled}
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
