import type { Alert, AlertMarks, MarkedAlerts } from "../../../../domain/alerts/schemas.ts";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import type { Transact } from "../../../db/transact.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { presentAlert } from "../present.ts";
import {
  type AlertFilters,
  type AlertViewer,
  findAlert,
  findAlerts,
  findVisibleIds,
} from "../queries/alertList.ts";
import { deleteReads, insertRead, insertReads } from "../queries/alerts.ts";

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
