import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { app } from "../../i18n/ja/app.ts";
import { ra } from "../../i18n/ja/ra.ts";
import { readFailedAgain } from "../../providers/data/reads.ts";
import { connectivity } from "../../providers/http/connectivity.ts";
import { isMissing } from "../../providers/problems/answerStatus.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import styles from "./display.module.css";
import { StateMessage } from "./StateMessage.tsx";

interface LoadErrorProps {
  error: unknown;
  /** The heading already says that something failed. */
  titled?: boolean;
  onAgain?: () => void;
}

/** Replaces content that failed to load: the error, and a retry button if a retry may help. */
export function LoadError({ error, titled, onAgain }: LoadErrorProps) {
  const readAgain = useReadAgain();
  return (
    <StateMessage
      role="alert"
      title={titled ? undefined : app.table.error}
      text={messageFor(error)}
    >
      {isMissing(error) ? null : (
        <Button variant="outlined" onClick={onAgain ?? readAgain}>
          {app.table.retry}
        </Button>
      )}
    </StateMessage>
  );
}

/** Reloads all failed reads of the page at once. */
export function useReadAgain(): () => void {
  const queryClient = useQueryClient();
  return () => {
    connectivity.press();
    readFailedAgain(queryClient);
  };
}

/** A part of a page that failed to load, with a retry button. */
export function FailedPart({ error }: { error: unknown }) {
  const readAgain = useReadAgain();
  return (
    <>
      <p role="alert">{messageFor(error)}</p>
      <Button variant="outlined" onClick={readAgain}>
        {ra.action.refresh}
      </Button>
    </>
  );
}

export function LoadingState() {
  return (
    <div role="status" data-loading className={`line gap-12 quiet ${styles.loading}`}>
      <span aria-hidden className={styles.spinner} />
      {app.loading}
    </div>
  );
}
