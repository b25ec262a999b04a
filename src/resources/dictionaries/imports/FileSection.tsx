import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import { DICTIONARY_FILES } from "../../../../domain/files/acceptRules.ts";
import { FILE_ENCODINGS, IMPORT_FORMATS } from "../../../../domain/files/formats.ts";
import type { DictionaryImport } from "../../../../domain/imports/schemas.ts";
import { ProgressBar } from "../../../components/display/ProgressBar.tsx";
import { Section } from "../../../components/display/Section.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { UploadZone } from "../../../components/upload/UploadZone.tsx";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { isDecided } from "../../../providers/problems/answerStatus.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { answerOf } from "../../../writes/problem.ts";
import { Choice } from "../Choice.tsx";
import { FormatCandidates } from "./FormatCandidates.tsx";
import type { Reading, Upload } from "./useUpload.ts";

const text = importPages.file;

interface FileSectionProps {
  upload: Upload;
  /** The dry run of the file, as soon as it has been read. */
  dryRun: DictionaryImport | undefined;
  disabled: boolean;
  /** How often the file has been taken away, after which the zone has the focus. */
  cleared: number;
  onRead: (file: File, reading: Reading) => void;
  onClear: () => void;
}

/** Takes the file, and tells how it is read or why it cannot be. */
export function FileSection(props: FileSectionProps) {
  const { upload, dryRun, disabled, cleared, onRead, onClear } = props;
  const { file, reading, share, error } = upload;
  const sending = share !== undefined;
  const zone = useRef<HTMLDivElement>(null);
  // What the server rejected needs another file, or another reading.
  const rejected = isDecided(error);
  const answer = answerOf(error);
  const candidates = answer?.code === "FILE_UNREADABLE" ? (answer.file.candidates ?? []) : [];
  const needsOther = rejected && candidates.length === 0;
  useEffect(() => {
    if (cleared > 0 || needsOther) zone.current?.querySelector("input")?.focus();
  }, [cleared, needsOther]);
  return (
    <Section title={text.section}>
      <div ref={zone} className={styles.stack}>
        <UploadZone
          accept={DICTIONARY_FILES}
          file={file}
          label={text.label}
          disabled={disabled || sending}
          onFile={(chosen) => (chosen ? onRead(chosen, {}) : onClear())}
        />
        <p className={styles.note}>{text.limits}</p>
        {file ? null : <p className={styles.note}>{text.columns}</p>}
        {sending ? <Sending share={share} onStop={onClear} /> : null}
        {error !== undefined && file ? (
          <div className={styles.problem}>
            <p role="alert">{messageFor(error)}</p>
            {rejected ? null : <RetryButton onRetry={() => onRead(file, reading)} />}
          </div>
        ) : null}
        {file && candidates.length > 0 ? (
          <FormatCandidates
            candidates={candidates}
            onChoose={(format) => onRead(file, { ...reading, format })}
          />
        ) : null}
        {file ? (
          <ReadingChoice
            reading={reading}
            dryRun={dryRun}
            disabled={disabled || sending}
            onChange={(how) => onRead(file, how)}
          />
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

function RetryButton({ onRetry }: { onRetry: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Button ref={button} variant="outlined" onClick={onRetry}>
      {text.retry}
    </Button>
  );
}

interface ReadingChoiceProps {
  reading: Reading;
  dryRun: DictionaryImport | undefined;
  disabled: boolean;
  onChange: (reading: Reading) => void;
}

type Value<Field extends keyof Reading> = NonNullable<
  Reading[Field] | DictionaryImport[Field] | DictionaryImport["recognised"][Field]
>;

const RECOGNISED = "";

/** The format and encoding of the file, as recognised or as chosen. */
function ReadingChoice({ reading, dryRun, disabled, onChange }: ReadingChoiceProps) {
  function choice<Field extends keyof Reading>(
    field: Field,
    options: readonly NonNullable<Reading[Field]>[],
    nameOf: (value: Value<Field>) => string,
  ) {
    const chosen = reading[field];
    // Where the file says nothing, a dry run without a choice shows what was assumed.
    const found = dryRun && (dryRun.recognised[field] ?? (chosen ? null : dryRun[field]));
    return (
      <Choice<NonNullable<Reading[Field]> | typeof RECOGNISED>
        label={text[field]}
        options={[RECOGNISED, ...options]}
        value={chosen ?? RECOGNISED}
        disabled={disabled}
        name={(value) => {
          if (value !== RECOGNISED) return nameOf(value);
          return found ? text.recognised(nameOf(found)) : text.unrecognised;
        }}
        onChange={(value) => onChange({ ...reading, [field]: value || undefined })}
      />
    );
  }

  return (
    <div>
      <div className={styles.reading}>
        {choice("format", IMPORT_FORMATS, (format) => dictionaries.formats[format])}
        {choice("encoding", FILE_ENCODINGS, (encoding) => dictionaries.encodings[encoding])}
      </div>
      <p className={styles.note}>{text.again}</p>
    </div>
  );
}
