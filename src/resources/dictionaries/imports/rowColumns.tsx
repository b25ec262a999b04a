import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import type { ImportVerdict } from "../../../../domain/importRules.ts";
import type { ImportRow } from "../../../../domain/imports.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import { StatusChip, type Tone } from "../../../components/display/StatusChip.tsx";
import type { Column } from "../../../components/list/column.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { BeforeAndAfter } from "./BeforeAndAfter.tsx";

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
  textOf: (values: Values, translate: Translate) => string,
): Column<RowRecord> {
  return {
    source,
    label: `resources.entries.fields.${source}`,
    ...shape,
    reusable: true,
    render: ({ before, after }, translate) => (
      <BeforeAndAfter
        before={before && textOf(before, translate)}
        after={after && textOf(after, translate)}
      />
    ),
  };
}

/** The entry of a row; the cells of a row that holds none. */
function entryOf({ before, after, cells }: ImportRow): ReactNode {
  if (!after) return cells.join("、");
  return <BeforeAndAfter before={before?.surface ?? null} after={after.surface} />;
}

export const rowColumns: readonly Column<RowRecord>[] = [
  {
    source: "line",
    label: "resources.imports.rows.line",
    width: 76,
    align: "end",
    render: ({ line }) => formatNumber(line),
  },
  {
    source: "verdict",
    label: "resources.imports.rows.verdict",
    width: 112,
    reusable: true,
    render: ({ verdict }, translate) => (
      <StatusChip
        tone={TONES[verdict]}
        label={translate(`resources.imports.verdicts.${verdict}`)}
      />
    ),
  },
  {
    source: "surface",
    label: "resources.imports.rows.entry",
    names: true,
    reusable: true,
    render: entryOf,
    below: ({ after }) => after?.reading ?? null,
  },
  valueColumn("partOfSpeech", { width: 120 }, ({ partOfSpeech }) => partOfSpeech),
  valueColumn("weight", { width: 64 }, ({ weight }) => formatNumber(weight)),
  valueColumn("note", {}, ({ note }) => note),
  valueColumn("enabled", { width: 72 }, ({ enabled }, translate) =>
    translate(`resources.entries.search.enabled.${enabled}`),
  ),
  { source: "reason", label: "resources.imports.rows.reason" },
];
