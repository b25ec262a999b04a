import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { DictionaryImport } from "../../../../domain/imports.ts";
import { CsvDownload } from "../../../components/csv/CsvDownload.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { ImportRows } from "./ImportRows.tsx";
import styles from "./imports.module.css";

interface DryRunProps {
  dryRun: DictionaryImport;
  /** It was read just now, not found again by a reload. */
  isNew: boolean;
  /** The file is still here and can be read in another way. */
  hasFile: boolean;
  disabled: boolean;
  onCancel: () => void;
  children: ReactNode;
}

const NO_CONDITIONS = { filter: {} };

/** What an import would do, before anything is written. */
export function DryRun({ dryRun, isNew, hasFile, disabled, onCancel, children }: DryRunProps) {
  const { dictionaryId, importId, fileName, format, encoding, warning, ignoredColumns } = dryRun;
  const translate = useTranslate();
  const text = (key: string, values?: object) =>
    translate(`resources.imports.dryRun.${key}`, values);
  const nameOf = (names: string) => translate(`resources.dictionaries.${names}`);
  return (
    <Section
      title="resources.imports.dryRun.section"
      takesFocus={isNew}
      actions={
        <Button variant="outlined" color="secondary" disabled={disabled} onClick={onCancel}>
          {text("cancel")}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p>
          {text("facts", {
            file: fileName,
            format: nameOf(`formats.${format}`),
            encoding: nameOf(`encodings.${encoding}`),
          })}
        </p>
        <p className={styles.note}>
          {text("untouched")}
          {hasFile ? null : text("choose")}
        </p>
        {warning ? <p className={styles.warning}>{warning}</p> : null}
        {ignoredColumns.length > 0 ? (
          <p className={styles.warning}>
            {text("ignored", { columns: ignoredColumns.join(text("between")) })}
          </p>
        ) : null}
        <ImportRows dryRun={dryRun} />
        {dryRun.counts.error > 0 ? (
          <div>
            <CsvDownload
              label="resources.imports.dryRun.errors"
              endpoint="GET /dictionaries/{id}/imports/{importId}/errors"
              id={dictionaryId}
              importId={importId}
              shown={NO_CONDITIONS}
              total={dryRun.counts.error}
            />
          </div>
        ) : null}
        {children}
      </div>
    </Section>
  );
}
