import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import { PEOPLE_FILES } from "../../../../domain/files/acceptRules.ts";
import { personHeadings } from "../../../../domain/userImports/labels.ts";
import { type PeopleScope, scopeFields } from "../../../../domain/userImports/rules.ts";
import { saveFile } from "../../../components/csv/useDownload.ts";
import { ProgressBar } from "../../../components/display/ProgressBar.tsx";
import { Section } from "../../../components/display/Section.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { UploadZone } from "../../../components/upload/UploadZone.tsx";
import type { FileUpload } from "../../../components/upload/useFileUpload.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { isDecided } from "../../../providers/problems/answerStatus.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";

const text = userImports.file;

interface PeopleFileProps {
  scope: PeopleScope;
  upload: Pick<FileUpload<unknown>, "file" | "share" | "error">;
  disabled: boolean;
  /** How often the file has been taken away, after which the zone has the focus. */
  cleared: number;
  onRead: (file: File) => void;
  onClear: () => void;
}

/** Takes the file, and tells why it cannot be read. */
export function PeopleFile(props: PeopleFileProps) {
  const { scope, upload, disabled, cleared, onRead, onClear } = props;
  const { file, share, error } = upload;
  const zone = useRef<HTMLDivElement>(null);
  const rejected = isDecided(error);
  useEffect(() => {
    if (cleared > 0 || rejected) zone.current?.querySelector("input")?.focus();
  }, [cleared, rejected]);
  return (
    <Section
      heading={text.section}
      actions={
        <Button
          variant="outlined"
          color="secondary"
          startIcon={<DownloadIcon />}
          onClick={() => saveTemplate(scope)}
        >
          {text.template}
        </Button>
      }
    >
      <div ref={zone} className={styles.stack}>
        <UploadZone
          accept={PEOPLE_FILES}
          file={file}
          label={text.label}
          disabled={disabled || share !== undefined}
          onFile={(chosen) => (chosen ? onRead(chosen) : onClear())}
        />
        <p className={styles.note}>{text.limits}</p>
        {file ? null : (
          <>
            <p className={styles.note}>{text.columns(scope)}</p>
            <p className={styles.note}>{text.blanks}</p>
          </>
        )}
        {share === undefined ? null : <Sending share={share} onStop={onClear} />}
        {error !== undefined && file ? (
          <div className={styles.problem}>
            <p role="alert">{messageFor(error)}</p>
            {rejected ? null : (
              <Button variant="outlined" onClick={() => onRead(file)}>
                {text.retry}
              </Button>
            )}
          </div>
        ) : null}
      </div>
    </Section>
  );
}

function Sending({ share, onStop }: { share: number; onStop: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  // The zone, which had the focus, is disabled meanwhile.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const arrived = share === 1;
  // Steps of ten, so that screen readers do not read every event.
  const percent = Math.floor(share * 10) * 10;
  return (
    <div className={styles.running}>
      <ProgressBar
        label={text.section}
        text={arrived ? text.reading : text.sending(percent)}
        value={arrived ? undefined : share}
      />
      <Button ref={button} variant="outlined" color="secondary" onClick={onStop}>
        {text.stop}
      </Button>
    </div>
  );
}

/** Saves a file with the headings and one example. Excel reads UTF-8 by its byte order mark. */
function saveTemplate(scope: PeopleScope): void {
  const fields = scopeFields[scope];
  const lines = [fields.map((f) => personHeadings[f]), fields.map((f) => text.example[f])];
  const content = lines.map((cells) => `${cells.join(",")}\r\n`).join("");
  saveFile(new Blob([`\ufeff${content}`], { type: "text/csv" }), text.templateName[scope]);
}
