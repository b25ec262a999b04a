import "../../serviceKeys/queries/credentials.ts";
import { addDays, subDays } from "date-fns";
import { type Kysely, sql, type Transaction } from "kysely";
import { keySentence } from "../../../../domain/alerts/sentences.ts";
import { KEY_ALERT_DAYS, keyAlertDays } from "../../../../domain/serviceKeys/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { resolveAlert } from "../queries/alerts.ts";
import type { EvaluateDeps } from "./evaluateAlerts.ts";
import { publishAlert } from "./publishAlert.ts";
import { requestAlertMails } from "./sendAlertMails.ts";

/** A key that is about to end, an open alert about one, or both. */
interface KeyRow {
  service_key_id: number | null;
  name: string;
  ends_at: Date;
  is_replaced: boolean;
  alert_id: number | null;
  raised_at: Date | null;
}

/** The keys that work and end before an instant, with the open alerts about keys. */
async function findEndingKeys(
  db: Kysely<Tables>,
  { at, before }: { at: Date; before: Date },
): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select ending.service_key_id, ending.name, ending.ends_at,
      ending.replaced_by is not null as is_replaced, open.alert_id, open.raised_at
    from (select service_key_id, name, ends_at, replaced_by from service_keys
        where revoked_at is null and ends_at > ${at} and ends_at <= ${before}) ending
      full join (select service_key_id, alert_id, raised_at from alerts
        where service_key_id is not null and resolved_at is null) open
      on open.service_key_id = ending.service_key_id`.execute(db);
  return rows;
}

interface KeyAlert {
  serviceKeyId: number;
  message: string;
  /** It is not raised again if it was since then. */
  since: Date;
}

async function insertKeyAlert(
  trx: Transaction<Tables>,
  { serviceKeyId, message, since }: KeyAlert,
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ alert_id: number }>`
    insert into alerts (service_key_id, kind, message, raised_at)
    select ${serviceKeyId}::bigint, 'KEY_ENDING', ${message}, ${at}::timestamptz
    where not exists (
      select from alerts a where a.service_key_id = ${serviceKeyId} and a.raised_at >= ${since})
    on conflict (service_key_id) where resolved_at is null and service_key_id is not null do nothing
    returning alert_id`.execute(trx);
  return rows[0]?.alert_id;
}

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
