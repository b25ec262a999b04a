import { addDays, subDays } from "date-fns";
import type { Transaction } from "kysely";
import { keySentence } from "../../../../domain/alerts/sentences.ts";
import { KEY_ALERT_DAYS, keyAlertDays } from "../../../../domain/serviceKeys/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { resolveAlert } from "../queries/alerts.ts";
import { findEndingKeys, insertKeyAlert, type KeyRow } from "../queries/keyAlerts.ts";
import type { EvaluateDeps } from "./evaluateAlerts.ts";
import { publishAlert } from "./publishAlert.ts";
import { requestAlertMails } from "./sendAlertMails.ts";

const KIND = "KEY_ENDING";

/**
 * Raises an alert 30, 10 and 1 days before the end of each service key, with mails to system admins; the
 * later one takes the place of the one before. Resolves those of keys that have ended, were revoked or
 * last longer. Any number of copies of the server may do it at once.
 */
export async function evaluateKeys(deps: EvaluateDeps): Promise<void> {
  const at = deps.now();
  const before = addDays(at, KEY_ALERT_DAYS[0]);
  for (const row of await findEndingKeys(deps.db, { at, before })) {
    const since = raisedSince(row, at);
    if (since ? row.raised_at && row.raised_at >= since : !row.alert_id) continue;
    await deps.db.transaction().execute(async (trx) => {
      await resolve(trx, row, at);
      if (since) await raise(trx, deps, row, { since, at });
    });
  }
}

/** Since when the alert that a key has now counts; undefined without one. */
function raisedSince({ service_key_id, ends_at: endsAt, is_replaced }: KeyRow, at: Date) {
  if (service_key_id === null) return undefined;
  const days = keyAlertDays({ endsAt, isReplaced: is_replaced }, at);
  return days === undefined ? undefined : subDays(endsAt, days);
}

async function resolve(trx: Transaction<Tables>, row: KeyRow, at: Date): Promise<void> {
  if (row.alert_id === null || !(await resolveAlert(trx, row.alert_id, at))) return;
  await publishAlert(trx, null, { alert_id: row.alert_id, kind: KIND }, "updated");
}

async function raise(
  trx: Transaction<Tables>,
  { config }: EvaluateDeps,
  { service_key_id: serviceKeyId, name, ends_at: endsAt }: KeyRow,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  if (serviceKeyId === null) return;
  const alert = { serviceKeyId, message: keySentence(name, endsAt), since };
  const alert_id = await insertKeyAlert(trx, alert, at);
  if (alert_id === undefined) return;
  await publishAlert(trx, null, { alert_id, kind: KIND }, "created");
  if (config.smtp) await requestAlertMails(trx, null, [alert_id]);
}
