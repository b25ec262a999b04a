import type { RaRecord } from "react-admin";
import { formatDateTime } from "../../../../domain/dates.ts";
import type { ImportSummary } from "../../../../domain/imports.ts";
import type { Column } from "../../../components/list/column.ts";
import { resultText } from "./resultText.ts";

export type ImportRecord = ImportSummary & RaRecord;

export const historyColumns: readonly Column<ImportRecord>[] = [
  {
    source: "committedAt",
    width: 150,
    names: true,
    noWrap: true,
    render: ({ committedAt }) => committedAt && formatDateTime(committedAt),
  },
  { source: "createdByName", width: 130 },
  { source: "fileName", long: true },
  {
    source: "mode",
    width: 130,
    render: ({ mode }, translate) => mode && translate(`resources.imports.modes.${mode}`),
  },
  {
    source: "result",
    render: ({ result }, translate) => result && resultText(result, translate),
  },
  {
    source: "state",
    width: 170,
    render: ({ revertedAt, revertibleUntil }, translate) => {
      const text = (key: string, values?: object) =>
        translate(`resources.imports.history.${key}`, values);
      if (revertedAt) return text("reverted");
      return revertibleUntil
        ? text("until", { until: formatDateTime(revertibleUntil) })
        : text("final");
    },
  },
];
