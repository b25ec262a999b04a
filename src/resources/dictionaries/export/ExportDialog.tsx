import Button, { type ButtonProps } from "@mui/material/Button";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import {
  DEFAULT_ENCODINGS,
  DICTIONARY_FORMATS,
  ENCODING_NAMES,
  OFFERED_ENCODINGS,
} from "../../../../domain/files/formats.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { DownloadProgress, useDownload } from "../../../components/csv/DownloadProgress.tsx";
import { DialogFrame, useDialogClose } from "../../../components/dialog/DialogFrame.tsx";
import { Choice } from "../../../components/form/SelectInput.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import type { DictionaryRecord } from "../../records.ts";
import styles from "./export.module.css";
import { type ExportRequest, type LossReport, lossReport, PLAIN_CSV } from "./exportRequest.ts";

const text = dictionaries.export;

interface ExportButtonsProps {
  request: ExportRequest;
  running: boolean;
  failed: boolean;
  report: LossReport | undefined;
  onDownload: (request: ExportRequest) => void;
}

/** The buttons of each step. Keys keep a second press from meeting the button of the next step. */
function ExportButtons(props: ExportButtonsProps) {
  const { request, running, failed, report, onDownload } = props;
  const close = useDialogClose();

  if (running)
    return (
      <FocusedButton key="stop" variant="outlined" color="secondary" onClick={close}>
        {app.csv.stop}
      </FocusedButton>
    );
  if (report) return <LossButtons {...props} report={report} />;
  return (
    <>
      <Button key="close" variant="outlined" color="secondary" onClick={close}>
        {failed ? app.close : app.cancel}
      </Button>
      {failed ? (
        <FocusedButton key="retry" variant="contained" onClick={() => onDownload(request)}>
          {app.csv.retry}
        </FocusedButton>
      ) : (
        <Button key="submit" variant="contained" onClick={() => onDownload(request)}>
          {text.submit}
        </Button>
      )}
    </>
  );
}

function LossButtons({
  request,
  report,
  onDownload,
}: Pick<ExportButtonsProps, "request" | "onDownload"> & { report: LossReport }) {
  const close = useDialogClose();
  const encoding = DEFAULT_ENCODINGS[request.format];
  const { lackingTotal, unfitTotal } = report;
  const accept =
    unfitTotal === 0 ? "replace" : lackingTotal === 0 ? "leaveOut" : "replaceAndLeaveOut";
  const onAccept = () => onDownload({ ...request, lossy: true });
  return (
    <>
      <Button key="cancel" variant="outlined" color="secondary" onClick={close}>
        {app.cancel}
      </Button>
      {lackingTotal === 0 ? (
        <FocusedButton key="accept" variant="contained" onClick={onAccept}>
          {text[accept]}
        </FocusedButton>
      ) : (
        <>
          <Button variant="outlined" color="secondary" onClick={onAccept}>
            {text[accept]}
          </Button>
          <FocusedButton
            variant="contained"
            onClick={() => onDownload({ ...request, encoding, lossy: false })}
          >
            {text.instead(ENCODING_NAMES[encoding])}
          </FocusedButton>
        </>
      )}
    </>
  );
}

/** Takes the focus, which was on a button of the step before. */
function FocusedButton(props: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return <Button ref={button} {...props} />;
}

interface ExportDialogProps {
  dictionary: DictionaryRecord;
  onClose: () => void;
}

/** Downloads a dictionary in a chosen format, after it has shown what the file would lose. */
export function ExportDialog({ dictionary, onClose }: ExportDialogProps) {
  const notify = useNotify();
  const [request, setRequest] = useState(PLAIN_CSV);
  const { progress, error, start } = useDownload((count) => {
    notify(app.csv.done(formatNumber(count)), { type: "success" });
    onClose();
  });
  const title = dictionaries.export.title;
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
    <DialogFrame title={title} onClose={onClose} actions={buttons}>
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
  return (
    <div className="grid gap-16">
      <Choice
        label={dictionaries.export.format}
        options={DICTIONARY_FORMATS}
        value={request.format}
        name={(format) => dictionaries.formats[format]}
        onChange={(format) => onChange({ ...request, format, encoding: DEFAULT_ENCODINGS[format] })}
      />
      <p className={`note ${styles.kept}`} role="status">
        {dictionaries.export.submission[request.format]}
      </p>
      <Choice
        label={dictionaries.export.encoding}
        options={OFFERED_ENCODINGS[request.format]}
        value={request.encoding}
        name={(encoding) => dictionaries.encodings[encoding]}
        onChange={(encoding) => onChange({ ...request, encoding })}
      />
    </div>
  );
}

const SHOWN = 20;

/** What the file would lose: characters by entry, and entries as a whole. */
function ExportLosses({ report }: { report: LossReport }) {
  const text = dictionaries.export.losses;
  const { message, characters, entries, lackingTotal, unfitTotal } = report;
  return (
    <div className={`grid gap-12 ${styles.losses}`}>
      <p role="alert">{message}</p>
      {lackingTotal > 0 ? (
        <>
          <Scroller label={text.characters}>
            <table className="full numeric">
              <caption>{text.characters}</caption>
              <thead>
                <tr>
                  <th scope="col">{text.line}</th>
                  <th scope="col">{text.character}</th>
                  <th scope="col">{text.entry}</th>
                </tr>
              </thead>
              <tbody>
                {characters.slice(0, SHOWN).map(({ line, character, surface }) => (
                  <tr key={`${line} ${character}`}>
                    <td>{text.lineOf(formatNumber(line))}</td>
                    <td className="section-text">{character}</td>
                    <td>{surface}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
          <More count={lackingTotal - Math.min(SHOWN, characters.length)} />
          <p>{text.replaces}</p>
        </>
      ) : null}
      {unfitTotal > 0 ? (
        <>
          <Scroller label={text.entries}>
            <table className="full numeric">
              <caption>{text.entries}</caption>
              <tbody>
                {entries.slice(0, SHOWN).map(({ entryId, surface, reading }) => (
                  <tr key={entryId}>
                    <td>{surface}</td>
                    <td>{reading}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
          <More count={unfitTotal - Math.min(SHOWN, entries.length)} />
          <p>{text.leavesOut}</p>
        </>
      ) : null}
    </div>
  );
}

function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <section aria-label={label} tabIndex={0} className="scroll-y low">
      {children}
    </section>
  );
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return <p>{dictionaries.export.losses.more(formatNumber(count))}</p>;
}
