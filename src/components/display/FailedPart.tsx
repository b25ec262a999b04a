import Button from "@mui/material/Button";
import { useTranslate } from "../../i18n/translate.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { useReadAgain } from "./useReadAgain.ts";

/** A part of a page that failed to load, with a retry button. */
export function FailedPart({ error }: { error: unknown }) {
  const translate = useTranslate();
  const readAgain = useReadAgain();
  return (
    <>
      <p role="alert">{messageFor(error)}</p>
      <Button variant="outlined" onClick={readAgain}>
        {translate("ra.action.refresh")}
      </Button>
    </>
  );
}
