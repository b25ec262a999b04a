import Button from "@mui/material/Button";
import { useEffect, useRef, useState } from "react";
import {
  FILE_ENCODINGS,
  type FileEncoding,
  IMPORT_FORMATS,
  type ImportFormat,
} from "../../../../domain/files/formats.ts";
import { DICTIONARY_FILES } from "../../../../domain/files/formulas.ts";
import type { DictionaryImport, FormatCandidate } from "../../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Choice } from "../../../components/form/SelectInput.tsx";
import { type FileKind, ImportFile } from "../../../components/imports/ImportFile.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { type FileUpload, useFileUpload } from "../../../components/upload/useFileUpload.ts";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { answerOf } from "../../../writes/problem.ts";

const text = importPages.file;
const { label, limits, columns } = text;
const kind: FileKind = { accept: DICTIONARY_FILES, label, limits, hints: [columns] };

/** How to read the file; what is missing is recognised. */
export interface Reading {
  format?: ImportFormat | undefined;
  encoding?: FileEncoding | undefined;
}

interface Upload extends Omit<FileUpload<DictionaryImport>, "read"> {
  reading: Reading;
  /** Reads a file as a dry run, or the same one in another way. */
  read(file: File, reading: Reading): Promise<void>;
}

export function useUpload(
  dictionaryId: number,
  onRead: (imported: DictionaryImport) => void,
): Upload {
  const { api } = useApi();
  const [reading, setReading] = useState<Reading>({});
  const upload = useFileUpload(onRead);
  return {
    ...upload,
    reading,
    read(file, how) {
      setReading(how);
      return upload.read(file, (sending) =>
        api("POST /dictionaries/{id}/imports", {
          id: dictionaryId,
          body: { file, ...how },
          ...sending,
        }),
      );
    },
    clear() {
      setReading({});
      upload.clear();
    },
  };
}

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

interface FormatCandidatesProps {
  candidates: readonly FormatCandidate[];
  onChoose: (format: ImportFormat) => void;
}

/** The formats that a file may have, each with the same rows as it reads them. */
function FormatCandidates({ candidates, onChoose }: FormatCandidatesProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  return (
    <ul ref={list} className={`grid gap-16 ${styles.candidates}`}>
      {candidates.map((candidate) => (
        <li key={candidate.format}>
          <Candidate candidate={candidate} onChoose={() => onChoose(candidate.format)} />
        </li>
      ))}
    </ul>
  );
}

function Candidate({ candidate, onChoose }: { candidate: FormatCandidate; onChoose: () => void }) {
  const name = dictionaries.formats[candidate.format];
  return (
    <section
      aria-label={name}
      className={`grid gap-8 lined pad-12-16 content-start ${styles.candidate}`}
    >
      <h3>{name}</h3>
      <p className="note">
        {text.candidate.share(formatNumber(Math.floor(candidate.share * 100)))}
      </p>
      <table className="full body-text">
        <caption className="visually-hidden">{text.candidate.rows}</caption>
        <thead>
          <tr>
            <th scope="col">{importPages.rows.line}</th>
            <th scope="col">{entries.fields.surface}</th>
            <th scope="col">{entries.fields.reading}</th>
            <th scope="col">{entries.fields.partOfSpeech}</th>
          </tr>
        </thead>
        <tbody>
          {candidate.rows.map(({ line, surface, reading, partOfSpeech }) => (
            <tr key={line}>
              <td>{formatNumber(line)}</td>
              <td>{surface}</td>
              <td>{reading}</td>
              <td>{partOfSpeech}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div>
        <Button variant="outlined" onClick={onChoose}>
          {text.candidate.choose(name)}
        </Button>
      </div>
    </section>
  );
}
