import type { LedgerEntry } from "../../../domain/usage/ledger.ts";
import type { LedgerRow } from "./queries/ledgerRows.ts";

export function presentLedgerEntry(row: LedgerRow): LedgerEntry {
  return {
    ledgerId: row.ledger_id,
    kind: row.event_id === null ? "ADJUSTMENT" : "EVENT",
    eventId: row.event_id,
    occurredAt: row.occurred_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    usageDate: row.usage_date,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    transcriptCount: row.transcript_count,
    seconds: row.seconds,
    reason: row.reason,
    adjustedByName: row.adjusted_by_name,
  };
}
