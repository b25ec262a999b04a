import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";

interface FailedPartProps {
  text: string;
  onRetry: () => void;
}

/** Part of a page that could not be read, and the way to try again. */
export function FailedPart({ text, onRetry }: FailedPartProps) {
  const translate = useTranslate();
  return (
    <>
      <p role="alert">{text}</p>
      <Button variant="outlined" onClick={onRetry}>
        {translate("ra.action.refresh")}
      </Button>
    </>
  );
}
