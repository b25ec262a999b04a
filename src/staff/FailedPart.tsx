import Button from "@mui/material/Button";
import { useReadAgain } from "../components/display/useReadAgain.ts";
import { useTranslate } from "../i18n/translate.ts";

/** A part of a page that failed to load, with a retry button. */
export function FailedPart({ text }: { text: string }) {
  const translate = useTranslate();
  const readAgain = useReadAgain();
  return (
    <>
      <p role="alert">{text}</p>
      <Button variant="outlined" onClick={readAgain}>
        {translate("ra.action.refresh")}
      </Button>
    </>
  );
}
