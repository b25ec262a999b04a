import type { Transaction } from "kysely";
import { alertMail } from "../../../../domain/alerts/mailSentences.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { type JobData, sendJob } from "../../../jobs/queues.ts";
import { countMail } from "../../../metrics/counted.ts";
import { MailError, type SmtpTarget, sendMail } from "../../../smtp/sendMail.ts";
import { findMail, findRecipients } from "../queries/mails.ts";

export type AlertMailJob = JobData["alertMail"];

interface MailDeps extends Pick<Deps, "db"> {
  config: Pick<Config, "smtp" | "publicUrl">;
  log: { warn(details: object, message: string): void };
}

const AGAIN_AFTER_SECONDS = 60;

/**
 * Requests a mail about alerts to each admin of an organization after this transaction; about the
 * provider's, with null, to each system admin.
 */
export async function requestAlertMails(
  trx: Transaction<Tables>,
  organizationId: number | null,
  alertIds: readonly number[],
): Promise<void> {
  if (alertIds.length === 0) return;
  for (const userId of await findRecipients(trx, organizationId)) {
    await sendJob(trx, "alertMail", { userId, alertIds: [...alertIds] });
  }
}

/** Sends mails. One that the server did not take is sent again by a job of its own, for ever. */
export async function sendAlertMails(
  { db, config, log }: MailDeps,
  jobs: readonly AlertMailJob[],
): Promise<void> {
  const { smtp, publicUrl } = config;
  if (!smtp) return;
  const outcomes = await Promise.all(jobs.map((job) => attempt(db, smtp, { job, publicUrl })));
  const failed = outcomes.filter((outcome) => outcome !== undefined);
  if (failed.length === 0) return;
  const codes = [...new Set(failed.map(({ error }) => error.code))];
  log.warn({ codes, mails: failed.length }, "the SMTP server did not take mails about alerts");
  const again = failed.filter(({ error }) => !error.final);
  await db.transaction().execute(async (trx) => {
    for (const { job } of again) await sendJob(trx, "alertMail", job, AGAIN_AFTER_SECONDS);
  });
}

async function attempt(
  db: Deps["db"],
  smtp: SmtpTarget,
  { job, publicUrl }: { job: AlertMailJob; publicUrl: string },
): Promise<{ job: AlertMailJob; error: MailError } | undefined> {
  const rows = await findMail(db, job);
  const [first] = rows;
  if (!first) return undefined;
  const { email, user_name: userName, is_system_admin: isSystemAdmin } = first;
  const alerts = rows.map(({ organization_name: organizationName, message }) => ({
    organizationName,
    message,
  }));
  try {
    const mail = alertMail({ userName, isSystemAdmin, alerts, publicUrl });
    await countMail("alert", () => sendMail(smtp, { to: email, ...mail }));
    return undefined;
  } catch (error) {
    if (error instanceof MailError) return { job, error };
    throw error;
  }
}
