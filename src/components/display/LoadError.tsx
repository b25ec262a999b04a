import Button from "@mui/material/Button";
import { useTranslate } from "../../i18n/translate.ts";
import { isGone } from "../../providers/problems/answerStatus.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import styles from "./display.module.css";
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
    <div className={styles.loadError}>
      <div role="alert">
        {titled ? null : <strong>{translate("app.table.error")}</strong>}
        <p>{messageFor(error)}</p>
      </div>
      {isGone(error) ? null : (
        <Button variant="outlined" onClick={onAgain ?? readAgain}>
          {translate("app.table.retry")}
        </Button>
      )}
    </div>
  );
}
