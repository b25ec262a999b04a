import Button, { type ButtonProps } from "@mui/material/Button";
import { useEffect, useRef } from "react";
import { DEFAULT_ENCODINGS, ENCODING_NAMES } from "../../../../domain/files/formats.ts";
import { useDialogClose } from "../../../components/dialog/DialogFrame.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import type { ExportRequest, LossReport } from "./exportRequest.ts";

const text = dictionaries.export;

interface ExportButtonsProps {
  request: ExportRequest;
  running: boolean;
  failed: boolean;
  report: LossReport | undefined;
  onDownload: (request: ExportRequest) => void;
}

/** The buttons of each step. Keys keep a second press from meeting the button of the next step. */
export function ExportButtons(props: ExportButtonsProps) {
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
