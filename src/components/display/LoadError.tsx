import Button from "@mui/material/Button";
import { useTranslate } from "../../i18n/translate.ts";
import { isGone } from "../../providers/problems/answerStatus.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { StateMessage } from "./StateMessage.tsx";
import { useReadAgain } from "./useReadAgain.ts";

interface LoadErrorProps {
  error: unknown;
  /** The heading already says that something failed. */
  titled?: boolean;
  onAgain?: () => void;
}

/** Replaces content that failed to load: the error, and a retry button if a retry may help. */
export function LoadError({ error, titled, onAgain }: LoadErrorProps) {
  const translate = useTranslate();
  const readAgain = useReadAgain();
  return (
    <StateMessage
      role="alert"
      title={titled ? undefined : translate("app.table.error")}
      text={messageFor(error)}
    >
      {isGone(error) ? null : (
        <Button variant="outlined" onClick={onAgain ?? readAgain}>
          {translate("app.table.retry")}
        </Button>
      )}
    </StateMessage>
  );
}
