import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import { weightLabels } from "../../../../domain/entries/labels.ts";
import type { ImportVerdict } from "../../../../domain/imports/rules.ts";
import type { ImportRow } from "../../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { StatusChip, type Tone } from "../../../components/display/StatusChip.tsx";
import { BeforeAndAfter } from "../../../components/imports/ImportDryRun.tsx";
import type { Column } from "../../../components/list/column.ts";
import styles from "../../../components/upload/fileImport.module.css";
import type { Translate } from "../../../i18n/translate.ts";

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
    render: ({ before, after, cells }, translate) => {
      if (!after) return asWritten(cells?.[source]);
      const was = before && textOf(before, translate);
      return <BeforeAndAfter before={was} after={textOf(after, translate)} />;
    },
  };
}

/** The beginning of what stands in the file, which may be as long as a whole line of it. */
function asWritten(text: string | null | undefined): ReactNode {
  return text ? <span className={styles.asWritten}>{text}</span> : null;
}

/** The entry of a row; of an error row what it has for one, or its text if it cannot be divided. */
function entryOf({ before, after, cells, raw }: ImportRow): ReactNode {
  if (!after) return asWritten(cells?.surface ?? raw);
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
    render: entryOf,
    below: ({ after, cells }) => (after ?? cells)?.reading ?? null,
  },
  valueColumn("partOfSpeech", { width: 120 }, ({ partOfSpeech }) => partOfSpeech),
  valueColumn("weight", { width: 92 }, ({ weight }) => weightLabels[weight] ?? ""),
  valueColumn("note", {}, ({ note }) => note),
  valueColumn("enabled", { width: 72 }, ({ enabled }, translate) =>
    translate(`resources.entries.search.enabled.${enabled}`),
  ),
  { source: "reason", label: "resources.imports.rows.reason" },
];
