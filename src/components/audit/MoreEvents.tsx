import Button from "@mui/material/Button";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { useText } from "../../i18n/translate.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import styles from "./audit.module.css";

interface MoreEventsProps {
  count: number;
  /** Why the latest page could not be read. */
  error: Error | null;
  hasMore: boolean;
  isFetching: boolean;
  onMore: () => void;
}

/** How many events are shown, and a button that reads on. */
export function MoreEvents({ count, error, hasMore, isFetching, onMore }: MoreEventsProps) {
  const text = useText("resources.audit-events");
  const status = count === 0 ? "searched" : "shown";
  return (
    <div className={`${styles.more} screen-only`}>
      <p role="status">
        {count > 0 || hasMore ? text(status, { count: formatNumber(count) }) : ""}
      </p>
      {error && count > 0 && !isFetching ? (
        <p role="alert" className={styles.failed}>
          {messageFor(error)}
        </p>
      ) : null}
      {hasMore ? (
        <Button
          variant="outlined"
          color="secondary"
          aria-disabled={isFetching}
          onClick={() => {
            if (!isFetching) onMore();
          }}
        >
          {text(count === 0 ? "searchOn" : "more")}
        </Button>
      ) : null}
    </div>
  );
}
