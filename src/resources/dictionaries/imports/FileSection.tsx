import { DICTIONARY_FILES } from "../../../../domain/files/acceptRules.ts";
import { FILE_ENCODINGS, IMPORT_FORMATS } from "../../../../domain/files/formats.ts";
import type { DictionaryImport } from "../../../../domain/imports/schemas.ts";
import { Choice } from "../../../components/form/SelectInput.tsx";
import { type FileKind, ImportFile } from "../../../components/imports/ImportFile.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { answerOf } from "../../../writes/problem.ts";
import { FormatCandidates } from "./FormatCandidates.tsx";
import type { Reading, Upload } from "./useUpload.ts";

const text = importPages.file;
const { label, limits, columns } = text;
const kind: FileKind = { accept: DICTIONARY_FILES, label, limits, hints: [columns] };

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
  const answer = answerOf(error);
  const candidates = answer?.code === "FILE_UNREADABLE" ? (answer.file.candidates ?? []) : [];
  return (
    <ImportFile
      kind={kind}
      upload={upload}
      disabled={disabled}
      cleared={cleared}
      // A file that is chosen again is another one.
      onRead={(read) => onRead(read, read === file ? reading : {})}
      onClear={onClear}
      question={
        file && candidates.length > 0 ? (
          <FormatCandidates
            candidates={candidates}
            onChoose={(format) => onRead(file, { ...reading, format })}
          />
        ) : null
      }
    >
      {file ? (
        <ReadingChoice
          reading={reading}
          dryRun={dryRun}
          disabled={disabled || share !== undefined}
          onChange={(how) => onRead(file, how)}
        />
      ) : null}
    </ImportFile>
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
      <div className={`grid gap-16 ${styles.reading}`}>
        {choice("format", IMPORT_FORMATS, (format) => dictionaries.formats[format])}
        {choice("encoding", FILE_ENCODINGS, (encoding) => dictionaries.encodings[encoding])}
      </div>
      <p className="note">{text.again}</p>
    </div>
  );
}
