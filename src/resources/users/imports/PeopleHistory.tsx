import Button from "@mui/material/Button";
import { useCallback } from "react";
import { ListBase, type RaRecord, ResourceContextProvider } from "react-admin";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import type { UserImportSummary } from "../../../../domain/userImports/schemas.ts";
import { Section } from "../../../components/display/Section.tsx";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListFoot } from "../../../components/list/ListFoot.tsx";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { ROWS_PER_PAGE } from "../../../providers/data/listSorts.ts";
import { resultText } from "./resultText.ts";

const text = userImports.history;
const LATEST_FIRST = { field: "userImportId", order: "DESC" } as const;
// The table shows the error itself; a notification would repeat it.
const QUIET = { onError: () => {} };

type ImportRecord = UserImportSummary & RaRecord;

/** Who imported which file, and what can still be undone. Memoize `onRevert`. */
export function PeopleHistory({ onRevert }: { onRevert: (imported: UserImportSummary) => void }) {
  const revert = useCallback(
    (imported: ImportRecord) =>
      imported.revertibleUntil ? (
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-label={text.revertOf(imported.fileName)}
          onClick={() => onRevert(imported)}
        >
          {text.revert}
        </Button>
      ) : null,
    [onRevert],
  );
  return (
    <Section heading={text.section}>
      <ListBase
        resource="user-imports"
        sort={LATEST_FIRST}
        perPage={ROWS_PER_PAGE}
        queryOptions={QUIET}
        disableAuthentication
        disableSyncWithLocation
      >
        <ResourceContextProvider value="imports">
          <DataTable<ImportRecord> columns={historyColumns} rowLink={false} rowActions={revert} />
          <ListFoot />
        </ResourceContextProvider>
      </ListBase>
    </Section>
  );
}

const historyColumns: readonly Column<ImportRecord>[] = [
  {
    source: "committedAt",
    width: 150,
    names: true,
    noWrap: true,
    render: ({ committedAt }) => committedAt && formatDateTime(committedAt),
  },
  { source: "createdByName", width: 130 },
  { source: "fileName", long: true },
  { source: "result", render: resultText },
  {
    source: "state",
    width: 170,
    render: ({ revertedAt, revertibleUntil }) => {
      if (revertedAt) return text.reverted;
      return revertibleUntil ? text.until(formatDateTime(revertibleUntil)) : text.final;
    },
  },
];
