import Button from "@mui/material/Button";
import { useNotify, useTranslate } from "react-admin";
import { formatNumber } from "../../../domain/numbers.ts";
import { DialogFrame, useDialogClose } from "../dialog/DialogFrame.tsx";
import styles from "./csv.module.css";
import { type CsvProgress, type CsvSelection, useCsvDownload } from "./useCsvDownload.ts";

interface CsvDialogProps {
  file: CsvSelection;
  onClose: () => void;
}

/** Downloads the file and shows the progress. */
export function CsvDialog({ file, onClose }: CsvDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const download = useCsvDownload(file, (count) => {
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
      <ShownProgress download={download} />
    </DialogFrame>
  );
}

function ShownProgress({ download: { progress, errorMessage } }: { download: CsvProgress }) {
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

function CsvButtons({ download: { errorMessage, retry } }: { download: CsvProgress }) {
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
