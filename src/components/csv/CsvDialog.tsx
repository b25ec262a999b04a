import Button from "@mui/material/Button";
import { useEffect, useEffectEvent } from "react";
import { useNotify } from "react-admin";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { app } from "../../i18n/ja/app.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { DialogFrame, useDialogClose } from "../dialog/DialogFrame.tsx";
import { DownloadProgress, type FileSelection, useDownload } from "./DownloadProgress.tsx";

export function CsvDialog({ file, onClose }: { file: FileSelection; onClose: () => void }) {
  const notify = useNotify();
  const { progress, error, start } = useDownload((count) => {
    notify(app.csv.done(formatNumber(count)), { type: "success" });
    onClose();
  });
  const startNow = useEffectEvent(() => void start(file));
  useEffect(() => startNow(), []);
  const title = app.csv.title;
  return (
    <DialogFrame
      size="small"
      title={title}
      onClose={onClose}
      actions={<CsvButtons failed={error !== undefined} onRetry={() => void start(file)} />}
    >
      {error === undefined ? (
        <DownloadProgress progress={progress ?? { done: 0, total: file.total }} label={title} />
      ) : (
        <p role="alert">{messageFor(error)}</p>
      )}
    </DialogFrame>
  );
}

function CsvButtons({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const close = useDialogClose();
  return (
    <>
      <Button variant="outlined" color="secondary" onClick={close} data-autofocus>
        {failed ? app.close : app.csv.stop}
      </Button>
      {failed ? (
        <Button variant="contained" onClick={onRetry}>
          {app.csv.retry}
        </Button>
      ) : null}
    </>
  );
}
