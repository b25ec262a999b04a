import Button from "@mui/material/Button";
import { LinkBase } from "react-admin";
import { EmptyState } from "../../../components/display/StateMessage.tsx";
import { entryPages } from "../../../i18n/ja/entryPages.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { preview } from "../../../i18n/ja/resources/preview.ts";
import { dictionaryPath, learnPath } from "../paths.ts";
import styles from "./firstEntries.module.css";

const text = entryPages.first;
const FIELDS = ["surface", "reading", "partOfSpeech", "weight"] as const;

/** Below the empty row of a new dictionary: how words come into it. */
export function FirstEntries({ dictionaryId }: { dictionaryId: number }) {
  return (
    <div className={`sticky ${styles.first}`}>
      <EmptyState text={entries.empty.none}>
        <div className={styles.how}>
          <strong>{text.paste}</strong>
          <p>{text.how}</p>
        </div>
        <table className={`note ${styles.example}`}>
          <caption className="visually-hidden">{text.example}</caption>
          <thead>
            <tr>
              {FIELDS.map((field) => (
                <th key={field} scope="col">
                  {entries.fields[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {text.rows.map((cells) => (
              <tr key={cells[0]}>
                {cells.map((cell) => (
                  <td key={cell}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Button variant="outlined" component={LinkBase} to={dictionaryPath(dictionaryId, "import")}>
          {text.import}
        </Button>
        <Button component={LinkBase} to={learnPath(dictionaryId)}>
          {preview.learn}
        </Button>
      </EmptyState>
    </div>
  );
}
