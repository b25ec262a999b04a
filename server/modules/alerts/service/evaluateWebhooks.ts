import { webhookPausedSentence } from "../../../../domain/alerts/sentences.ts";
import type { Deps } from "../../../context.ts";
import {
  findWebhookDifferences,
  insertWebhookAlert,
  resolveWebhookAlert,
  type WebhookDifference,
} from "../queries/webhookAlerts.ts";
import { publishAlert } from "./publishAlert.ts";

type WebhookDeps = Pick<Deps, "db" | "now">;

/**
 * Raises an alert for each receiver that was paused because it failed for a day, and resolves those
 * whose receiver goes on or is gone. Any number of copies of the server may do it at once.
 */
export async function evaluateWebhooks(deps: WebhookDeps): Promise<void> {
  for (const difference of await findWebhookDifferences(deps.db)) await settle(deps, difference);
}

async function settle({ db, now }: WebhookDeps, difference: WebhookDifference): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (difference.alert_id !== null) {
      const { alert_id } = difference;
      if (!(await resolveWebhookAlert(trx, alert_id, now()))) return;
      await publishAlert(trx, null, { alert_id, kind: "WEBHOOK_PAUSED" }, "updated");
      return;
    }
    const { webhook_id: webhookId, url } = difference;
    const message = webhookPausedSentence(new URL(url).host);
    const alert_id = await insertWebhookAlert(trx, { webhookId, message }, now());
    if (alert_id === undefined) return;
    await publishAlert(trx, null, { alert_id, kind: "WEBHOOK_PAUSED" }, "created");
  });
}
