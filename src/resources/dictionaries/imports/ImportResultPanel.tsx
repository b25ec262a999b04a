import Button from "@mui/material/Button";
import { LinkBase } from "react-admin";
import type { ImportSummary } from "../../../../domain/imports/schemas.ts";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import { Section } from "../../../components/display/Section.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { useText, useTranslate } from "../../../i18n/translate.ts";
import { dictionaryPath } from "../paths.ts";
import { resultText } from "./resultText.ts";

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
  const translate = useTranslate();
  const text = useText("resources.imports.result");
  return (
    <Section title="resources.imports.result.section" takesFocus={isNew}>
      <div className={styles.stack}>
        <p role="status">{text(revertedAt ? "reverted" : "done", { file: fileName })}</p>
        {result && mode ? (
          <p>
            <strong>
              {translate(`resources.imports.modes.${mode}`)}：{resultText(result, translate)}
            </strong>
          </p>
        ) : null}
        {revertibleUntil ? (
          <p className={styles.note}>{text("until", { until: formatDateTime(revertibleUntil) })}</p>
        ) : null}
        <div className={styles.buttons}>
          <Button variant="contained" component={LinkBase} to={dictionaryPath(dictionaryId)}>
            {text("entries")}
          </Button>
          <Button variant="outlined" color="secondary" onClick={onNext}>
            {text("next")}
          </Button>
          {revertibleUntil ? (
            <Button variant="outlined" color="error" onClick={() => onRevert(imported)}>
              {translate("resources.imports.revert.open")}
            </Button>
          ) : null}
        </div>
      </div>
    </Section>
  );
}
