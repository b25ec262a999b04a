import { LinkBase, useTranslate } from "react-admin";
import type { DictionaryFitness } from "../../../../domain/entryFiles.ts";
import { entriesPath } from "../entriesPath.ts";
import styles from "./fitness.module.css";

interface MisfitTableProps {
  dictionaryId: number;
  caption: string;
  misfits: DictionaryFitness["engines"][number]["misfits"];
}

/** Each link finds the entry in the table of all entries, where it can be corrected. */
export function MisfitTable({ dictionaryId, caption, misfits }: MisfitTableProps) {
  const translate = useTranslate();
  const text = (key: string) => translate(`resources.dictionaries.fitness.${key}`);
  return (
    <table className={styles.misfits}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text("entry")}</th>
          <th scope="col">{text("field")}</th>
          <th scope="col">{text("message")}</th>
        </tr>
      </thead>
      <tbody>
        {misfits.map(({ entryId, surface, reading, field, message }) => (
          <tr key={`${entryId} ${field} ${message}`}>
            <th scope="row">
              <LinkBase to={entriesPath(dictionaryId, surface)}>{surface}</LinkBase>
              <span>{reading}</span>
            </th>
            <td>{translate(`resources.entries.fields.${field}`)}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
