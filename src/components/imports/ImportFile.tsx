import DownloadIcon from "@mui/icons-material/Download";
import Button, { type ButtonProps } from "@mui/material/Button";
import { type ReactNode, useEffect, useRef } from "react";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { isDecided } from "../../providers/problems/answerStatus.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { csvFile } from "../csv/csvFile.ts";
import { saveFile } from "../csv/DownloadProgress.tsx";
import { ProgressBar } from "../display/ProgressBar.tsx";
import { Section } from "../display/Section.tsx";
import styles from "../upload/fileImport.module.css";
import { UploadZone } from "../upload/UploadZone.tsx";
import type { FileUpload } from "../upload/useFileUpload.ts";

const text = fileImports.file;

/** A column of a file of people or contracts. */
export interface SheetColumn {
  field: string;
  heading: string;
  example: string;
}

/** What a kind of file looks like. */
export interface FileKind {
  accept: readonly string[];
  /** How large it may be. */
  limits: string;
  /** What has to be in it, shown until a file is chosen. */
  hints: readonly string[];
  label: string;
  /** A file with the headings and one example. */
  template?: { name: string; columns: readonly SheetColumn[] };
}

interface ImportFileProps {
  kind: FileKind;
  upload: Pick<FileUpload<unknown>, "file" | "share" | "error">;
  disabled: boolean;
  /** How often the file has been taken away, after which the zone has the focus. */
  cleared: number;
  onRead: (file: File) => void;
  onClear: () => void;
  /** What asks about a file that was rejected, in place of another file. */
  question?: ReactNode;
  children?: ReactNode;
}

/** Takes the file, and tells why it cannot be read. */
export function ImportFile(props: ImportFileProps) {
  const { kind, upload, disabled, cleared, onRead, onClear, question = null, children } = props;
  const { template } = kind;
  const { file, share, error } = upload;
  const zone = useRef<HTMLDivElement>(null);
  const rejected = isDecided(error);
  const needsOther = rejected && question === null;
  useEffect(() => {
    if (cleared > 0 || needsOther) zone.current?.querySelector("input")?.focus();
  }, [cleared, needsOther]);
  return (
    <Section
      title={text.section}
      actions={
        template ? (
          <Button
            variant="outlined"
            color="secondary"
            startIcon={<DownloadIcon />}
            onClick={() => saveTemplate(template)}
          >
            {text.template}
          </Button>
        ) : null
      }
    >
      <div ref={zone} className="stack gap-16">
        <UploadZone
          accept={kind.accept}
          file={file}
          label={kind.label}
          disabled={disabled || share !== undefined}
          onFile={(chosen) => (chosen ? onRead(chosen) : onClear())}
        />
        <p className="note">{kind.limits}</p>
        {file
          ? null
          : kind.hints.map((hint) => (
              <p key={hint} className="note">
                {hint}
              </p>
            ))}
        {share === undefined ? null : <Sending share={share} onStop={onClear} />}
        {error !== undefined && file ? (
          <div className="row spread boxed toned strong gap-8-24" data-tone="error">
            <p role="alert">{messageFor(error)}</p>
            {rejected ? null : (
              <FocusedButton onClick={() => onRead(file)}>{text.retry}</FocusedButton>
            )}
          </div>
        ) : null}
        {question}
        {children}
      </div>
    </Section>
  );
}

function Sending({ share, onStop }: { share: number; onStop: () => void }) {
  const arrived = share === 1;
  // Steps of ten, so that screen readers do not read every event.
  const percent = Math.floor(share * 10) * 10;
  return (
    <StoppableProgress
      label={text.section}
      text={arrived ? text.reading : text.sending(percent)}
      value={arrived ? undefined : share}
      stop={text.stop}
      onStop={onStop}
    />
  );
}

interface StoppableProgressProps {
  label: string;
  text: string;
  value: number | undefined;
  stop: string;
  onStop: () => void;
}

export function StoppableProgress({ stop, onStop, ...progress }: StoppableProgressProps) {
  return (
    <div className={`grid align-end ${styles.running}`}>
      <ProgressBar {...progress} />
      <FocusedButton color="secondary" onClick={onStop}>
        {stop}
      </FocusedButton>
    </div>
  );
}

/** Takes the focus, which was on what is disabled or removed meanwhile. */
function FocusedButton(props: Pick<ButtonProps, "color" | "onClick" | "children">) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return <Button ref={button} variant="outlined" {...props} />;
}

function saveTemplate({ name, columns }: NonNullable<FileKind["template"]>): void {
  const rows = [columns.map(({ heading }) => heading), columns.map(({ example }) => example)];
  saveFile(csvFile(rows, name), name);
}
