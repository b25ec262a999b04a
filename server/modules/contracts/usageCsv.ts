import { formatDate } from "../../../domain/text/dates.ts";
import {
  ledgerLabels,
  minutesHeading,
  secondsHeading,
  usagePeriodLabels,
  workspaceLabel,
} from "../../../domain/usage/ledgerLabels.ts";
import type { UsageQuery, WorkspaceUsage } from "../../../domain/usage/schemas.ts";
import type { CsvColumn } from "../../exports/csvText.ts";

type Column = CsvColumn<WorkspaceUsage & { period: string; seconds: number }>;

const places: readonly Column[] = [
  { label: ledgerLabels.workspaceId, value: ({ workspaceId }) => workspaceId ?? "" },
  { label: ledgerLabels.workspaceName, value: (row) => workspaceLabel(row) },
];

const figures: readonly Column[] = [
  { label: ledgerLabels.transcriptCount, value: ({ transcriptCount }) => transcriptCount },
  { label: minutesHeading, value: ({ transcriptMinutes }) => transcriptMinutes },
  { label: secondsHeading, value: ({ seconds }) => seconds },
];

/** Minutes are rounded up in each row; the seconds add up. */
export function usageCsv({ by, split }: UsageQuery): readonly Column[] {
  const period: Column = { label: usagePeriodLabels[by], value: (row) => formatDate(row.period) };
  return [period, ...(split ? places : []), ...figures];
}
