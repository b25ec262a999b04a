import { formatDateTime } from "../../../../domain/dates.ts";
import type { Column } from "../../../components/list/column.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { LockState } from "../LockState.tsx";
import { EntryCount } from "./EntryCount.tsx";

export const dictionaryColumns: readonly Column<DictionaryRecord>[] = [
  { source: "dictionaryName", long: true, sortBy: true },
  { source: "category", width: 120, sortBy: true, noWrap: true },
  { source: "description", long: true },
  {
    source: "entryCount",
    width: 90,
    align: "end",
    noWrap: true,
    render: (dictionary) => <EntryCount dictionary={dictionary} />,
  },
  {
    source: "locked",
    reusable: true,
    // Space for a name and a time, so that a lock does not change the width of the columns.
    width: 270,
    render: (dictionary) => <LockState dictionary={dictionary} />,
  },
  {
    source: "updatedAt",
    width: 150,
    sortBy: true,
    noWrap: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];
