import "../../serviceKeys/queries.ts";
import { addDays, subDays, subHours } from "date-fns";
import { type Kysely, sql } from "kysely";
import type { WebhookAlertKind } from "../../../../domain/alerts/rules.ts";
import {
  FAILING_HOURS,
  keySentence,
  webhookCause,
  webhookSentence,
} from "../../../../domain/alerts/sentences.ts";
import { KEY_ALERT_DAYS, keyAlertDays } from "../../../../domain/serviceKeys/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { type EvaluateDeps, raiseProviderAlert, resolveProviderAlert } from "./raiseAlerts.ts";

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
      await resolveProviderAlert(trx, { alert_id: row.alert_id, kind: "KEY_ENDING" }, at);
      const { service_key_id: id } = row;
      if (id === null || since === undefined) return;
      const message = keySentence(row.name, row.ends_at);
      const alert = { about: "service_key_id", id, kind: "KEY_ENDING", message, since } as const;
      await raiseProviderAlert(trx, deps, alert, at);
    });
  }
}

/** Since when the alert that a key has now counts; undefined without one. */
function raisedSince({ service_key_id, ends_at: endsAt, is_replaced }: KeyRow, at: Date) {
  if (service_key_id === null) return undefined;
  const days = keyAlertDays({ endsAt, isReplaced: is_replaced }, at);
  return days === undefined ? undefined : subDays(endsAt, days);
}

interface OpenRow {
  alert_id: number;
  kind: WebhookAlertKind;
}

/** A receiver that fails, an open alert about one, or both. */
type ReceiverRow =
  | ({ webhook_id: number; url: string; failing_since: Date; paused_at: Date | null } & (
      | OpenRow
      | { alert_id: null; kind: null }
    ))
  | ({ webhook_id: null; url: null; failing_since: null; paused_at: null } & OpenRow);

/** The receivers that fail since before an instant, with the open alerts about receivers. */
async function findFailingReceivers(db: Kysely<Tables>, before: Date): Promise<ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    select failing.webhook_id, failing.url, failing.failing_since, failing.paused_at,
      open.alert_id, open.kind
    from (select webhook_id, url, failing_since, paused_at from webhooks
        where failing_since <= ${before}) failing
      full join (select webhook_id, alert_id, kind from alerts
        where webhook_id is not null and resolved_at is null) open
      on open.webhook_id = failing.webhook_id`.execute(db);
  return rows;
}

/**
 * Raises an alert for each receiver that fails for an hour, is near its pause or was paused because it
 * failed for a day, with mails, and resolves those whose cause has ended. Any number of copies of the
 * server may do it at once; none raises what was raised since the receiver fails.
 */
export async function evaluateWebhooks(deps: EvaluateDeps): Promise<void> {
  const at = deps.now();
  const rows = await findFailingReceivers(deps.db, subHours(at, FAILING_HOURS.WEBHOOK_FAILING));
  for (const row of rows) {
    const kind = causeOf(row, at) ?? null;
    if (kind === row.kind) continue;
    await deps.db.transaction().execute(async (trx) => {
      if (row.kind !== null) await resolveProviderAlert(trx, row, at);
      if (kind === null || row.webhook_id === null) return;
      const { webhook_id: id, url, failing_since: since } = row;
      const message = webhookSentence(kind, new URL(url).host, since);
      await raiseProviderAlert(trx, deps, { about: "webhook_id", id, kind, message, since }, at);
    });
  }
}

const causeOf = ({ failing_since: failingSince, paused_at: pausedAt }: ReceiverRow, at: Date) =>
  failingSince ? webhookCause({ failingSince, pausedAt }, at) : undefined;
