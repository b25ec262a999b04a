import { useState } from "react";
import { useNotify } from "react-admin";
import {
  DEFAULT_ENCODINGS,
  DICTIONARY_FORMATS,
  OFFERED_ENCODINGS,
} from "../../../../domain/files/formats.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { DownloadProgress } from "../../../components/csv/DownloadProgress.tsx";
import { useDownload } from "../../../components/csv/useDownload.ts";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { useText, useTranslate } from "../../../i18n/translate.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import type { DictionaryRecord } from "../../records.ts";
import { Choice } from "../Choice.tsx";
import { ExportButtons } from "./ExportButtons.tsx";
import { ExportLosses } from "./ExportLosses.tsx";
import styles from "./export.module.css";
import { type ExportRequest, lossReport } from "./exportRequest.ts";

interface ExportDialogProps {
  dictionary: DictionaryRecord;
  onClose: () => void;
}

const FIRST: ExportRequest = { format: "csv", encoding: DEFAULT_ENCODINGS.csv, lossy: false };

/** Downloads a dictionary in a chosen format, after it has shown what the file would lose. */
export function ExportDialog({ dictionary, onClose }: ExportDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [request, setRequest] = useState(FIRST);
  const { progress, error, start } = useDownload((count) => {
    notify("app.csv.done", { type: "success", messageArgs: { count: formatNumber(count) } });
    onClose();
  });
  const title = translate("resources.dictionaries.export.title");
  const report = lossReport(error);

  function download(wanted: ExportRequest) {
    setRequest(wanted);
    void start({
      endpoint: "GET /dictionaries/{id}/export",
      id: dictionary.dictionaryId,
      shown: { filter: wanted },
      total: dictionary.entryCount,
    });
  }

  const buttons = (
    <ExportButtons
      request={request}
      running={progress !== undefined && error === undefined}
      failed={error !== undefined}
      report={report}
      onDownload={download}
    />
  );
  return (
    <DialogFrame open title={title} onClose={onClose} actions={buttons}>
      {progress === undefined ? <ExportChoice request={request} onChange={setRequest} /> : null}
      {progress && error === undefined ? (
        <DownloadProgress progress={progress} label={title} />
      ) : null}
      {report ? <ExportLosses report={report} /> : null}
      {error !== undefined && !report ? <p role="alert">{messageFor(error)}</p> : null}
    </DialogFrame>
  );
}

interface ExportChoiceProps {
  request: ExportRequest;
  onChange: (request: ExportRequest) => void;
}

function ExportChoice({ request, onChange }: ExportChoiceProps) {
  const text = useText("resources.dictionaries");
  return (
    <div className={styles.choice}>
      <Choice
        label={text("export.format")}
        options={DICTIONARY_FORMATS}
        value={request.format}
        name={(format) => text(`formats.${format}`)}
        onChange={(format) => onChange({ ...request, format, encoding: DEFAULT_ENCODINGS[format] })}
      />
      <p className={styles.kept} role="status">
        {text(`export.kept.${request.format}`)}
      </p>
      <Choice
        label={text("export.encoding")}
        options={OFFERED_ENCODINGS[request.format]}
        value={request.encoding}
        name={(encoding) => text(`encodings.${encoding}`)}
        onChange={(encoding) => onChange({ ...request, encoding })}
      />
    </div>
  );
}
