import type { RaRecord } from "react-admin";
import { formatDateTime, formatSeconds } from "../../../../domain/dates.ts";
import type { LedgerEntry } from "../../../../domain/ledger.ts";
import { workspaceLabel } from "../../../../domain/ledgerLabelSentences.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import type { Column } from "../../../components/list/column.ts";

export type LedgerRecord = LedgerEntry & RaRecord;

const isAdjustment = ({ kind }: LedgerEntry) => kind === "ADJUSTMENT";

/** The figure of an adjustment has its sign. */
function withSign(entry: LedgerEntry, value: number, text: string): string {
  if (value < 0) return `-${text}`;
  return isAdjustment(entry) && value > 0 ? `+${text}` : text;
}

export const ledgerColumns: readonly Column<LedgerRecord>[] = [
  {
    source: "occurredAt",
    width: 150,
    sortBy: true,
    names: true,
    render: ({ occurredAt }) => formatDateTime(occurredAt),
  },
  {
    source: "kind",
    width: 96,
    reusable: true,
    render: (entry, translate) => (
      <StatusChip
        tone={isAdjustment(entry) ? "info" : "neutral"}
        label={translate(`resources.ledger.kind.${entry.kind}`)}
      />
    ),
  },
  { source: "workspaceName", width: 180, long: true, render: (entry) => workspaceLabel(entry) },
  {
    source: "transcriptCount",
    width: 96,
    align: "end",
    noWrap: true,
    render: (entry, translate) => {
      const count = formatNumber(Math.abs(entry.transcriptCount));
      return withSign(
        entry,
        entry.transcriptCount,
        translate("resources.contracts.count", { count }),
      );
    },
  },
  {
    source: "seconds",
    width: 140,
    align: "end",
    noWrap: true,
    render: (entry) => withSign(entry, entry.seconds, formatSeconds(Math.abs(entry.seconds))),
  },
  {
    source: "detail",
    long: true,
    render: (entry) => entry.reason ?? entry.eventId ?? "",
    below: ({ adjustedByName }) => adjustedByName,
  },
  { source: "recordedAt", width: 150, render: ({ recordedAt }) => formatDateTime(recordedAt) },
];
