import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import { enabledLabels, weightLabels } from "../../../../domain/entries/labels.ts";
import type { ImportVerdict } from "../../../../domain/imports/rules.ts";
import type { ImportRow } from "../../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { StatusChip, type Tone } from "../../../components/display/StatusChip.tsx";
import { AsWritten, BeforeAndAfter } from "../../../components/imports/ImportDryRun.tsx";
import { RowReadings } from "../../../components/imports/ImportReadings.tsx";
import type { Column } from "../../../components/list/column.ts";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";

export type RowRecord = ImportRow & RaRecord;
type Values = NonNullable<ImportRow["after"]>;

const TONES: Readonly<Record<ImportVerdict, Tone>> = {
  NEW: "success",
  UPDATE: "info",
  UNCHANGED: "neutral",
  DUPLICATE: "warning",
  ERROR: "error",
};

function valueColumn(
  source: Exclude<keyof Values, "surface" | "reading">,
  shape: Pick<Column<RowRecord>, "width">,
  textOf: (values: Values) => string,
): Column<RowRecord> {
  return {
    source,
    label: entries.fields[source],
    ...shape,
    render: ({ before, after, ...row }) => {
      if (!after) return written(row, source);
      const was = before && textOf(before);
      return <BeforeAndAfter before={was} after={textOf(after)} />;
    },
  };
}

/** The word of an error row that states no reading; null for other rows. */
export function wordToRead({
  verdict,
  cells,
}: Pick<ImportRow, "verdict" | "cells">): string | null {
  return verdict === "ERROR" && !cells?.reading ? cells?.surface || null : null;
}

/** What an error row states in a field. */
function written({ cells, wrong }: Pick<ImportRow, "cells" | "wrong">, field: keyof Values) {
  return <AsWritten text={cells?.[field]} wrong={wrong.includes(field)} />;
}

/** The entry of a row; of an error row what it has for one, or its text if it cannot be divided. */
function entryOf({ before, after, raw, ...row }: ImportRow): ReactNode {
  if (!after && raw !== null) return <AsWritten text={raw} />;
  if (!after) {
    return (
      <>
        {written(row, "surface")}
        <span className="note block">{written(row, "reading")}</span>
      </>
    );
  }
  return <BeforeAndAfter before={before?.surface ?? null} after={after.surface} />;
}

export const rowColumns: readonly Column<RowRecord>[] = [
  {
    source: "line",
    label: importPages.rows.line,
    width: 76,
    align: "end",
    render: ({ line }) => formatNumber(line),
  },
  {
    source: "verdict",
    label: importPages.rows.verdict,
    width: 112,
    render: (row) =>
      wordToRead(row) !== null ? (
        <StatusChip tone="warning" label={importPages.toConfirm} />
      ) : (
        <StatusChip tone={TONES[row.verdict]} label={importPages.verdicts[row.verdict]} />
      ),
  },
  {
    source: "surface",
    label: importPages.rows.entry,
    names: true,
    render: entryOf,
    below: ({ after }) => after?.reading ?? null,
  },
  valueColumn("partOfSpeech", { width: 120 }, ({ partOfSpeech }) => partOfSpeech),
  valueColumn("weight", { width: 92 }, ({ weight }) => weightLabels[weight] ?? ""),
  valueColumn("note", {}, ({ note }) => note),
  valueColumn("enabled", { width: 72 }, ({ enabled }) => enabledLabels[`${enabled}`]),
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
