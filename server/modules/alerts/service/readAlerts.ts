import { alertKindLabels } from "../../../../domain/alerts/labels.ts";
import type { Alert, AlertMarks, MarkedAlerts } from "../../../../domain/alerts/schemas.ts";
import {
  type AlertSubject,
  alertLabel,
  alertMessage,
} from "../../../../domain/alerts/sentences.ts";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import type { Transact } from "../../../db/transact.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import {
  type AlertFilters,
  type AlertRow,
  type AlertViewer,
  findAlert,
  findAlerts,
  findVisibleIds,
} from "../queries/alertList.ts";
import { deleteReads, insertRead, insertReads } from "../queries/alerts.ts";

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

type ReadDeps = Pick<Deps, "db" | "now">;

/**
 * A page of the alerts that the viewer may see, open ones first (docs/product/alerts.md#readers).
 */
export async function listAlerts(
  { db, now }: ReadDeps,
  viewer: AlertViewer,
  query: ListQuery,
  filters: AlertFilters,
): Promise<Page<Alert>> {
  const today = tokyoDate(now());
  const { rows, total } = await findAlerts(db, viewer, query, filters);
  return pageAnswer(query, { content: rows.map((row) => presentAlert(row, today)), total });
}

/**
 * Marks an alert as read by the viewer. Throws 404 for unknown ones and other organizations' alike.
 */
export function markAlertRead(
  { db, now }: ReadDeps,
  viewer: AlertViewer,
  alertId: number,
): Promise<Alert> {
  return db.transaction().execute(async (trx) => {
    const row = await findAlert(trx, viewer, alertId);
    if (!row) throw notFound();
    const at = now();
    await insertRead(trx, { alertId, userId: viewer.userId }, at);
    return presentAlert({ ...row, read_at: row.read_at ?? at }, tokyoDate(at));
  });
}

/**
 * Marks many alerts as read or unread by the viewer; returns those that were not so before. Throws 404
 * if one is unknown or of another organization.
 */
export function markAlerts(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  viewer: AlertViewer,
  { action, alertIds }: AlertMarks,
): Promise<MarkedAlerts> {
  return transact(async (trx) => {
    const known = await findVisibleIds(trx, viewer, alertIds);
    if (known.length < alertIds.length) throw notFound();
    const { userId } = viewer;
    const marked =
      action === "READ"
        ? await insertReads(trx, { alertIds, userId }, now())
        : await deleteReads(trx, { alertIds, userId });
    return { alertIds: marked };
  });
}
