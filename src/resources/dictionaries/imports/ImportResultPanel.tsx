import Button from "@mui/material/Button";
import { LinkBase } from "react-admin";
import type { ImportSummary } from "../../../../domain/imports/schemas.ts";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import { Section } from "../../../components/display/Section.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { dictionaryPath } from "../paths.ts";
import { resultText } from "./resultText.ts";

const text = importPages.result;

interface ImportResultPanelProps {
  imported: ImportSummary;
  /** It was written just now, not found again by a reload. */
  isNew: boolean;
  onRevert: (imported: ImportSummary) => void;
  onNext: () => void;
}

/** What an import did, and the way back. */
export function ImportResultPanel({ imported, isNew, onRevert, onNext }: ImportResultPanelProps) {
  const { dictionaryId, fileName, mode, result, revertedAt, revertibleUntil } = imported;
  return (
    <Section title={text.section} takesFocus={isNew}>
      <div className={styles.stack}>
        <p role="status">{revertedAt ? text.reverted(fileName) : text.done(fileName)}</p>
        {result && mode ? (
          <p>
            <strong>
              {importPages.modes[mode]}：{resultText(result)}
            </strong>
          </p>
        ) : null}
        {revertibleUntil ? (
          <p className={styles.note}>{text.until(formatDateTime(revertibleUntil))}</p>
        ) : null}
        <div className={styles.buttons}>
          <Button variant="contained" component={LinkBase} to={dictionaryPath(dictionaryId)}>
            {text.entries}
          </Button>
          <Button variant="outlined" color="secondary" onClick={onNext}>
            {text.next}
          </Button>
          {revertibleUntil ? (
            <Button variant="outlined" color="error" onClick={() => onRevert(imported)}>
              {importPages.revert.open}
            </Button>
          ) : null}
        </div>
      </div>
    </Section>
  );
}
