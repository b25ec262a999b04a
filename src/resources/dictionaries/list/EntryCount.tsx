import { LinkBase, useTranslate } from "react-admin";
import { formatNumber } from "../../../../domain/numbers.ts";
import styles from "../dictionaries.module.css";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { entriesPath } from "../entriesPath.ts";

/** How many entries a dictionary has, as the way to them. */
export function EntryCount({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId, entryCount } = dictionary;
  const translate = useTranslate();
  const count = formatNumber(entryCount);
  return (
    <LinkBase
      className={styles.count}
      to={entriesPath(dictionaryId)}
      aria-label={translate("resources.entries.action.count", { count })}
    >
      {translate("app.table.count", { count })}
    </LinkBase>
  );
}
