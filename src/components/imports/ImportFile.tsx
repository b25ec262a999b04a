import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { isDecided } from "../../providers/problems/answerStatus.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { saveFile } from "../csv/useDownload.ts";
import { ProgressBar } from "../display/ProgressBar.tsx";
import { Section } from "../display/Section.tsx";
import styles from "../upload/fileImport.module.css";
import { UploadZone } from "../upload/UploadZone.tsx";
import type { FileUpload } from "../upload/useFileUpload.ts";

const text = fileImports.file;

/** What a kind of file looks like. */
export interface FileKind {
  accept: readonly string[];
  /** How large it may be. */
  limits: string;
  /** What has to be in it, shown until a file is chosen. */
  hints: readonly string[];
  /** A file with the headings and one example. */
  template: { name: string; headings: readonly string[]; example: readonly string[] };
}

interface ImportFileProps {
  kind: FileKind;
  upload: Pick<FileUpload<unknown>, "file" | "share" | "error">;
  disabled: boolean;
  /** How often the file has been taken away, after which the zone has the focus. */
  cleared: number;
  onRead: (file: File) => void;
  onClear: () => void;
}

/** Takes the file, and tells why it cannot be read. */
export function ImportFile(props: ImportFileProps) {
  const { kind, upload, disabled, cleared, onRead, onClear } = props;
  const { file, share, error } = upload;
  const zone = useRef<HTMLDivElement>(null);
  const rejected = isDecided(error);
  useEffect(() => {
    if (cleared > 0 || rejected) zone.current?.querySelector("input")?.focus();
  }, [cleared, rejected]);
  return (
    <Section
      title={text.section}
      actions={
        <Button
          variant="outlined"
          color="secondary"
          startIcon={<DownloadIcon />}
          onClick={() => saveTemplate(kind.template)}
        >
          {text.template}
        </Button>
      }
    >
      <div ref={zone} className={styles.stack}>
        <UploadZone
          accept={kind.accept}
          file={file}
          label={text.label}
          disabled={disabled || share !== undefined}
          onFile={(chosen) => (chosen ? onRead(chosen) : onClear())}
        />
        <p className={styles.note}>{kind.limits}</p>
        {file
          ? null
          : kind.hints.map((hint) => (
              <p key={hint} className={styles.note}>
                {hint}
              </p>
            ))}
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

/** Excel reads UTF-8 by its byte order mark. */
function saveTemplate({ name, headings, example }: FileKind["template"]): void {
  const content = [headings, example].map((cells) => `${cells.join(",")}\r\n`).join("");
  saveFile(new Blob([`\ufeff${content}`], { type: "text/csv" }), name);
}
