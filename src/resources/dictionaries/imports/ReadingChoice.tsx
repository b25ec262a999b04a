import { useTranslate } from "react-admin";
import { FILE_ENCODINGS, IMPORT_FORMATS } from "../../../../domain/dictionaryFormats.ts";
import type { DictionaryImport } from "../../../../domain/imports.ts";
import { Choice } from "../Choice.tsx";
import styles from "./imports.module.css";
import type { Reading } from "./useUpload.ts";

interface ReadingChoiceProps {
  reading: Reading;
  dryRun: DictionaryImport | undefined;
  disabled: boolean;
  onChange: (reading: Reading) => void;
}

const RECOGNISED = "";

/** The format and encoding of the file, as recognised or as chosen. */
export function ReadingChoice({ reading, dryRun, disabled, onChange }: ReadingChoiceProps) {
  const translate = useTranslate();
  const text = (key: string, values?: object) => translate(`resources.imports.file.${key}`, values);

  function choice<Field extends keyof Reading>(
    field: Field,
    options: readonly NonNullable<Reading[Field]>[],
    names: string,
  ) {
    const nameOf = (value: string) => translate(`resources.dictionaries.${names}.${value}`);
    const chosen = reading[field];
    // Where the file says nothing, a dry run without a choice shows what was assumed.
    const found = dryRun && (dryRun.recognised[field] ?? (chosen ? null : dryRun[field]));
    return (
      <Choice<NonNullable<Reading[Field]> | typeof RECOGNISED>
        label={text(field)}
        options={[RECOGNISED, ...options]}
        value={chosen ?? RECOGNISED}
        disabled={disabled}
        name={(value) => {
          if (value !== RECOGNISED) return nameOf(value);
          return found ? text("recognised", { name: nameOf(found) }) : text("unrecognised");
        }}
        onChange={(value) => onChange({ ...reading, [field]: value || undefined })}
      />
    );
  }

  return (
    <div>
      <div className={styles.reading}>
        {choice("format", IMPORT_FORMATS, "formats")}
        {choice("encoding", FILE_ENCODINGS, "encodings")}
      </div>
      <p className={styles.note}>{text("again")}</p>
    </div>
  );
}
