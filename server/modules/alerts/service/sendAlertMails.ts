import { type Kysely, sql, type Transaction } from "kysely";
import { PROVIDER_KINDS } from "../../../../domain/alerts/rules.ts";
import { alertMail } from "../../../../domain/alerts/sentences.ts";
import type { Tables } from "../../../db/tables.ts";
import { type JobData, sendJob } from "../../../jobs/queues.ts";
import { countMail } from "../../../metrics/counted.ts";
import {
  getsMails,
  type MailDeps,
  MailError,
  type SmtpTarget,
  sendMail,
} from "../../../smtp/sendMail.ts";

const getsAlerts = getsMails("alert_mails");

/**
 * Those who get mails about alerts of an organization, its admins; of the provider's alerts, with null,
 * system admins.
 */
async function findRecipients(
  trx: Transaction<Tables>,
  organizationId: number | null,
): Promise<string[]> {
  const concerns =
    organizationId === null
      ? sql`u.is_system_admin`
      : sql`u.organization_id = ${organizationId} and u.is_organization_admin`;
  const { rows } = await sql<{ user_id: string }>`
    select u.user_id from users u where ${concerns} and ${getsAlerts}
    order by u.user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

interface MailRow {
  user_name: string;
  email: string;
  is_system_admin: boolean;
  /** Of the alert; null of one about a receiver. */
  organization_name: string | null;
  message: string;
}

/** What to write to a person about alerts; empty if they are resolved or the person has left. */
async function findMail(
  db: Kysely<Tables>,
  { userId, alertIds }: { userId: string; alertIds: readonly number[] },
): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select u.user_name, u.email, u.is_system_admin, o.organization_name, a.message
    from users u
    join alerts a on a.alert_id = any(${alertIds}::bigint[]) and a.resolved_at is null
      and case when a.kind = any(${PROVIDER_KINDS}::text[]) then u.is_system_admin
        else u.is_organization_admin and a.organization_id = u.organization_id end
    left join organizations o on o.organization_id = a.organization_id
    where u.user_id = ${userId} and ${getsAlerts}
    order by a.alert_id`.execute(db);
  return rows;
}

export type AlertMailJob = JobData["alertMail"];

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
  db: Kysely<Tables>,
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
