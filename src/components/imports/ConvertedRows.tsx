import type { ConvertedRows as Converted } from "../../../domain/imports/schemas.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import styles from "../upload/fileImport.module.css";

const text = fileImports.converted;

/** What a spreadsheet seems to have changed in a file, with the first rows. */
export function ConvertedRows({ converted: { total, lines } }: { converted: Converted }) {
  if (total === 0) return null;
  return (
    <div className={styles.warning}>
      <p>{text.count(total)}</p>
      <p>{text.lines(lines, total)}</p>
    </div>
  );
}
