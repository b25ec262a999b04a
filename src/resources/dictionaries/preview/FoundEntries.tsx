import { useMemo } from "react";
import { ListContextProvider, ResourceContextProvider, useList } from "react-admin";
import { formatNumber } from "../../../../domain/numbers.ts";
import type { PreviewMatch } from "../../../../domain/preview.ts";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { Pager } from "../../../components/list/Pager.tsx";
import { entryPath } from "./entryPath.ts";
import styles from "./preview.module.css";
import { type FoundEntry, foundEntries } from "./previewMatches.ts";

const PAGE_SIZE = 20;

const columns: readonly Column<FoundEntry>[] = [
  { source: "surface", long: true },
  { source: "reading", long: true },
  { source: "dictionaryName", long: true },
  { source: "category", width: 110, noWrap: true },
  { source: "used", width: 110, align: "end", render: ({ used }) => formatNumber(used) },
  { source: "found", width: 110, align: "end", render: ({ found }) => formatNumber(found) },
];

/** Every entry that was found, with its counts. */
export function FoundEntries({ matches }: { matches: readonly PreviewMatch[] }) {
  const data = useMemo(() => foundEntries(matches), [matches]);
  const entries = useList({ data, perPage: PAGE_SIZE });
  const { page, setPage, total = 0 } = entries;
  return (
    <ResourceContextProvider value="preview">
      <ListContextProvider value={entries}>
        <DataTable columns={columns} rowLink={entryPath} />
        <div className={styles.foot}>
          <Pager
            page={page - 1}
            size={PAGE_SIZE}
            total={total}
            onPage={(index) => setPage(index + 1)}
          />
        </div>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}
