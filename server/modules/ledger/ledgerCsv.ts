import { formatDate, formatDateTime } from "../../../domain/text/dates.ts";
import type { LedgerEntry } from "../../../domain/usage/ledger.ts";
import {
  ledgerKindLabels,
  ledgerLabels,
  secondsHeading,
  workspaceLabel,
} from "../../../domain/usage/ledgerLabels.ts";
import type { CsvColumn } from "../../exports/csvText.ts";

type Column = CsvColumn<LedgerEntry>;

const column = (field: keyof typeof ledgerLabels, value: Column["value"]): Column => ({
  label: ledgerLabels[field],
  value,
});

export const ledgerCsv: readonly Column[] = [
  column("ledgerId", ({ ledgerId }) => ledgerId),
  column("kind", ({ kind }) => ledgerKindLabels[kind]),
  column("usageDate", ({ usageDate }) => formatDate(usageDate)),
  column("occurredAt", ({ occurredAt }) => formatDateTime(occurredAt)),
  column("recordedAt", ({ recordedAt }) => formatDateTime(recordedAt)),
  column("workspaceId", ({ workspaceId }) => workspaceId ?? ""),
  column("workspaceName", (entry) => workspaceLabel(entry)),
  column("transcriptCount", ({ transcriptCount }) => transcriptCount),
  { label: secondsHeading, value: ({ seconds }) => seconds },
  column("eventId", ({ eventId }) => eventId ?? ""),
  column("reason", ({ reason }) => reason ?? ""),
  column("adjustedByName", ({ adjustedByName }) => adjustedByName ?? ""),
];
