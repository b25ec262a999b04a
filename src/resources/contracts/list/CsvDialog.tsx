import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import { useListContext, useNotify, useTranslate } from "react-admin";
import { DialogFrame, useDialogClose } from "../../../components/dialog/DialogFrame.tsx";
import type { ContractRecord } from "../contractRecord.ts";
import styles from "../contracts.module.css";
import { type CsvDownload, useCsvDownload } from "./useCsvDownload.ts";

/** Downloads all contracts of the current filters as a file and shows the progress. */
export function CsvDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { filterValues, sort, total } = useListContext<ContractRecord>();
  const download = useCsvDownload({ filter: filterValues, sort }, total ?? 0, (count) => {
    notify("resources.contracts.csv.done", {
      type: "success",
      messageArgs: { count: count.toLocaleString("ja-JP") },
    });
    onClose();
  });
  return (
    <DialogFrame
      open
      size="small"
      title={translate("resources.contracts.csv.title")}
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
        {translate("resources.contracts.csv.running", {
          done: done.toLocaleString("ja-JP"),
          total: total.toLocaleString("ja-JP"),
        })}
      </p>
      <LinearProgress
        variant="determinate"
        value={total === 0 ? 0 : (done / total) * 100}
        aria-label={translate("resources.contracts.csv.title")}
      />
    </div>
  );
}

function CsvButtons({ download: { errorMessage, retry } }: { download: CsvDownload }) {
  const translate = useTranslate();
  const close = useDialogClose();
  return (
    <>
      <Button variant="outlined" color="secondary" onClick={close} data-autofocus>
        {translate(errorMessage ? "app.close" : "resources.contracts.csv.stop")}
      </Button>
      {errorMessage ? (
        <Button variant="contained" onClick={retry}>
          {translate("resources.contracts.csv.retry")}
        </Button>
      ) : null}
    </>
  );
}
