import { LinkBase, useTranslate } from "react-admin";
import { MOST_NAMED } from "../../../../domain/importRules.ts";
import type { ChangedEntry } from "../../../../domain/imports.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import { entriesPath } from "../entriesPath.ts";
import styles from "./imports.module.css";

interface ChangedEntriesProps {
  dictionaryId: number;
  entries: readonly ChangedEntry[];
}

/** The entries that keep an import from being undone; each link finds its entry. */
export function ChangedEntries({ dictionaryId, entries }: ChangedEntriesProps) {
  const translate = useTranslate();
  const text = (key: string, values?: object) =>
    translate(`resources.imports.revert.${key}`, values);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <section aria-label={text("changed")} tabIndex={0} className={styles.changed}>
        <ul>
          {entries.map(({ entryId, surface, reading }) => (
            <li key={entryId}>
              <LinkBase to={entriesPath(dictionaryId, surface)}>{surface}</LinkBase>
              <span className={styles.effect}>{reading}</span>
            </li>
          ))}
        </ul>
      </section>
      {entries.length >= MOST_NAMED ? (
        <p>{text("more", { count: formatNumber(entries.length) })}</p>
      ) : null}
    </>
  );
}
