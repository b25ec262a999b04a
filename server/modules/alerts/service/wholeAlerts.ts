import { subDays } from "date-fns";
import type { Transaction } from "kysely";
import { SSO_REFUSED_DAYS } from "../../../../domain/alerts/rules.ts";
import { ssoRefusedSentence } from "../../../../domain/alerts/sentences.ts";
import type { Tables } from "../../../db/tables.ts";
import { insertWholeAlert, resolveWholeAlerts } from "../queries/wholeAlerts.ts";
import type { EvaluateDeps } from "./evaluateAlerts.ts";
import { publishAlert } from "./publishAlert.ts";
import { requestAlertMails } from "./sendAlertMails.ts";

/** Tells system admins that an organization's identity provider asserted a person of elsewhere. */
export async function raiseSsoRefused(
  trx: Transaction<Tables>,
  { config }: Pick<EvaluateDeps, "config">,
  organizationId: number,
  at: Date,
): Promise<void> {
  const kind = "SSO_REFUSED" as const;
  const alert = { organizationId, kind, message: ssoRefusedSentence };
  const alert_id = await insertWholeAlert(trx, alert, at);
  if (alert_id === undefined) return;
  await publishAlert(trx, organizationId, { alert_id, kind }, "created");
  if (config.smtp) await requestAlertMails(trx, null, [alert_id]);
}

/** Such an alert ends by itself, and another refusal raises it again. */
export async function resolveSsoRefused({
  db,
  now,
}: Pick<EvaluateDeps, "db" | "now">): Promise<void> {
  const at = now();
  await db.transaction().execute(async (trx) => {
    const before = subDays(at, SSO_REFUSED_DAYS);
    for (const row of await resolveWholeAlerts(trx, { kind: "SSO_REFUSED", before }, at)) {
      await publishAlert(trx, row.organization_id, row, "updated");
    }
  });
}
