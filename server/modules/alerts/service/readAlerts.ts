import type { Alert } from "../../../../domain/alerts/schemas.ts";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { presentAlert } from "../present.ts";
import {
  type AlertFilters,
  type AlertViewer,
  findAlert,
  findAlerts,
} from "../queries/alertList.ts";
import { insertRead } from "../queries/alerts.ts";

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
