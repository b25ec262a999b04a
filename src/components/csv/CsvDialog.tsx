import Button from "@mui/material/Button";
import { useListContext, useNotify, useTranslate } from "react-admin";
import { formatNumber } from "../../../domain/numbers.ts";
import type { FileKey } from "../../providers/api.ts";
import { DialogFrame, useDialogClose } from "../dialog/DialogFrame.tsx";
import styles from "./csv.module.css";
import { type CsvDownload, useCsvDownload } from "./useCsvDownload.ts";

interface CsvDialogProps {
  endpoint: FileKey;
  onClose: () => void;
}

/** Downloads the file and shows the progress. */
export function CsvDialog({ endpoint, onClose }: CsvDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { filterValues, sort, total } = useListContext();
  const shown = { filter: filterValues, sort };
  const download = useCsvDownload(endpoint, shown, total ?? 0, (count) => {
    notify("app.csv.done", {
      type: "success",
      messageArgs: { count: formatNumber(count) },
    });
    onClose();
  });
  return (
    <DialogFrame
      open
      size="small"
      title={translate("app.csv.title")}
      onClose={onClose}
      actions={<CsvButtons download={download} />}
    >
      <CsvProgress download={download} />
    </DialogFrame>
  );
}

function CsvProgress({ download: { progress, errorMessage } }: { download: CsvDownload }) {
  const translate = useTranslate();
  if (errorMessage) return <p role="alert">{errorMessage}</p>;
  const { done, total } = progress;
  return (
    <div className={styles.progress}>
      <p role="status">
        {translate("app.csv.running", {
          done: formatNumber(done),
          total: formatNumber(total),
        })}
      </p>
      <progress value={done} max={Math.max(1, total)} aria-label={translate("app.csv.title")} />
    </div>
  );
}

function CsvButtons({ download: { errorMessage, retry } }: { download: CsvDownload }) {
  const translate = useTranslate();
  const close = useDialogClose();
  return (
    <>
      <Button variant="outlined" color="secondary" onClick={close} data-autofocus>
        {translate(errorMessage ? "app.close" : "app.csv.stop")}
      </Button>
      {errorMessage ? (
        <Button variant="contained" onClick={retry}>
          {translate("app.csv.retry")}
        </Button>
      ) : null}
    </>
  );
}
