import Button from "@mui/material/Button";
import { useTranslate } from "../../i18n/translate.ts";
import { useDialogClose } from "./DialogFrame.tsx";

/** The button of a dialog that only tells something. */
export function CloseButton() {
  const translate = useTranslate();
  return (
    <Button variant="outlined" color="secondary" onClick={useDialogClose()}>
      {translate("app.close")}
    </Button>
  );
}
