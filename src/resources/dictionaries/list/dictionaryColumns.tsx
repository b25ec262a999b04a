import { formatDateTime } from "../../../../domain/dates.ts";
import type { Column } from "../../../components/list/column.ts";
import styles from "../dictionaries.module.css";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { LockState } from "../LockState.tsx";

export const dictionaryColumns: readonly Column<DictionaryRecord>[] = [
  { source: "dictionaryName", sortBy: true },
  { source: "category", sortBy: true, noWrap: true },
  {
    source: "description",
    render: ({ description }) =>
      description ? <span className={styles.description}>{description}</span> : null,
  },
  {
    source: "locked",
    // Space for a name and a time, so that a lock does not change the width of the columns.
    width: "270px",
    render: (dictionary) => <LockState dictionary={dictionary} />,
  },
  {
    source: "updatedAt",
    sortBy: true,
    noWrap: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];
