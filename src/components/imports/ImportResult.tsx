import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { LinkBase } from "react-admin";
import type { KeptFile } from "../../../domain/imports/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { Section } from "../display/Section.tsx";
import styles from "../upload/fileImport.module.css";

const text = fileImports.result;

interface ImportResultProps<Import extends KeptFile> {
  imported: Import;
  /** What it did. */
  result: string;
  /** Where its records are. */
  list: string;
  /** It was carried out just now, not found again by a reload. */
  isNew: boolean;
  onRevert: (imported: Import) => void;
  onNext: () => void;
  children?: ReactNode;
}

/** What an import did, and the way back. */
export function ImportResult<Import extends KeptFile>(props: ImportResultProps<Import>) {
  const { imported, result, list, isNew, onRevert, onNext, children } = props;
  const { fileName, revertedAt, revertibleUntil } = imported;
  return (
    <Section title={text.section} takesFocus={isNew}>
      <div className={styles.stack}>
        <p role="status">{revertedAt ? text.reverted(fileName) : text.done(fileName)}</p>
        <p>
          <strong>{result}</strong>
        </p>
        {children}
        {revertibleUntil ? (
          <p className={styles.note}>{text.until(formatDateTime(revertibleUntil))}</p>
        ) : null}
        <div className={styles.buttons}>
          <Button variant="contained" component={LinkBase} to={list}>
            {text.list}
          </Button>
          <Button variant="outlined" color="secondary" onClick={onNext}>
            {text.next}
          </Button>
          {revertibleUntil ? (
            <Button variant="outlined" color="error" onClick={() => onRevert(imported)}>
              {text.revert}
            </Button>
          ) : null}
        </div>
      </div>
    </Section>
  );
}
