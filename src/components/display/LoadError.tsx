import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { messageFor } from "../../providers/errorMessage.ts";
import styles from "./display.module.css";

interface LoadErrorProps {
  error: unknown;
  onRetry: () => void;
}

/** In the place of what could not be read: what went wrong, and a button to try again. */
export function LoadError({ error, onRetry }: LoadErrorProps) {
  const translate = useTranslate();
  return (
    <div className={styles.loadError}>
      <div role="alert">
        <strong>{translate("app.table.error")}</strong>
        <p>{messageFor(error)}</p>
      </div>
      <Button variant="outlined" onClick={onRetry}>
        {translate("app.table.retry")}
      </Button>
    </div>
  );
}
