import { alertKindLabels } from "../../../domain/alerts/labels.ts";
import type { Alert } from "../../../domain/alerts/schemas.ts";
import { type AlertSubject, alertLabel, alertMessage } from "../../../domain/alerts/sentences.ts";
import type { AlertRow } from "./queries/alertList.ts";

/** An open alert says what is so today; a resolved one what it said when it was raised. */
export function presentAlert(row: AlertRow, today: string): Alert {
  return {
    alertId: row.alert_id,
    kind: row.kind,
    label: row.resolved_at
      ? alertKindLabels[row.kind]
      : alertLabel(row.kind, alertSubject(row), today),
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    contractId: row.contract_id,
    webhookId: row.webhook_id,
    serviceKeyId: row.service_key_id,
    message: (row.resolved_at ? undefined : currentMessage(row, today)) ?? row.message,
    raisedAt: row.raised_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
  };
}

function currentMessage(row: AlertRow, today: string): string | undefined {
  const subject = alertSubject(row);
  return subject && alertMessage(row.kind, subject, today);
}

/** The contract that an alert is about; undefined once it is deleted, and for a receiver. */
export function alertSubject(row: AlertRow): AlertSubject | undefined {
  if (row.end_date === null) return undefined;
  return {
    endDate: row.end_date,
    terminationDate: row.termination_date,
    nextStartDate: row.next_start_date,
    maxTranscriptCount: row.max_transcript_count,
    maxTranscriptMinutes: row.max_transcript_minutes,
    usedTranscriptCount: row.transcript_count ?? 0,
    usedTranscriptSeconds: row.seconds ?? 0,
  };
}
