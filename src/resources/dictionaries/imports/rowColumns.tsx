import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import { enabledLabels, weightLabels } from "../../../../domain/entries/fields.ts";
import type { ImportRow } from "../../../../domain/imports/schemas.ts";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import { RowReadings } from "../../../components/imports/ImportReadings.tsx";
import {
  AsWritten,
  lineColumn,
  Value,
  VerdictChip,
  valueColumn,
  verdictColumn,
} from "../../../components/imports/rowColumns.tsx";
import type { Column } from "../../../components/list/column.ts";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";

export type RowRecord = ImportRow & RaRecord;
type Values = NonNullable<ImportRow["after"]>;

/** The word of an error row that states no reading; null for other rows. */
export function wordToRead({
  verdict,
  cells,
}: Pick<ImportRow, "verdict" | "cells">): string | null {
  return verdict === "ERROR" && !cells?.reading ? cells?.surface || null : null;
}

/** The entry of a row; of an error row what it has for one, or its text if it cannot be divided. */
function entryOf(row: ImportRow): ReactNode {
  if (!row.after && row.raw !== null) return <AsWritten text={row.raw} />;
  return (
    <>
      <Value row={row} value={({ surface }) => surface} fields={["surface"]} />
      {row.after ? null : (
        <span className="note block">
          <Value row={row} value={({ reading }) => reading} fields={["reading"]} />
        </span>
      )}
    </>
  );
}

function entryColumn(
  source: Exclude<keyof Values, "surface" | "reading">,
  shape: Pick<Column<RowRecord>, "width">,
  value: (values: Values) => string,
): Column<RowRecord> {
  return valueColumn({ source, label: entries.fields[source], ...shape, value, fields: [source] });
}

export const rowColumns: readonly Column<RowRecord>[] = [
  lineColumn(76),
  {
    ...verdictColumn(112, importPages.verdicts),
    render: (row) =>
      wordToRead(row) === null ? (
        <VerdictChip verdict={row.verdict} labels={importPages.verdicts} />
      ) : (
        <StatusChip tone="warning" label={importPages.toConfirm} />
      ),
  },
  {
    source: "surface",
    label: importPages.rows.entry,
    names: true,
    render: entryOf,
    below: ({ after }) => after?.reading ?? null,
  },
  entryColumn("partOfSpeech", { width: 120 }, ({ partOfSpeech }) => partOfSpeech),
  entryColumn("weight", { width: 92 }, ({ weight }) => weightLabels[weight] ?? ""),
  entryColumn("note", {}, ({ note }) => note),
  entryColumn("enabled", { width: 72 }, ({ enabled }) => enabledLabels[`${enabled}`]),
  {
    source: "reason",
    label: importPages.rows.reason,
    render: (row) => {
      const word = wordToRead(row);
      return (
        <>
          {row.reason}
          {word === null ? null : <RowReadings rowNo={row.rowNo} word={word} />}
        </>
      );
    },
  },
];
