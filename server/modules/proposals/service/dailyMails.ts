import { grouped } from "../../../../domain/grouped.ts";
import { proposalMail } from "../../../../domain/proposals/mailSentences.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import { type JobData, sendJob } from "../../../jobs/queues.ts";
import { countMail } from "../../../metrics/counted.ts";
import { MailError, type SmtpTarget, sendMail } from "../../../smtp/sendMail.ts";
import {
  countWaiting,
  findDeciders,
  findEnded,
  findRecipient,
  organizationsToTell,
  tellEnded,
  tellOpened,
} from "../queries/mails.ts";

export type ProposalMailJob = JobData["proposalMail"];

/**
 * Requests one mail to each person whom proposals concern since the mails before: proposers of what has
 * ended, and those who decide where new ones have come.
 */
export async function requestDailyMails({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const at = now();
  for (const organizationId of await organizationsToTell(db)) {
    await db.transaction().execute(async (trx) => {
      const ended = await tellEnded(trx, organizationId, at);
      const isOpened = await tellOpened(trx, organizationId, at);
      const deciders = new Set(isOpened ? await findDeciders(trx, organizationId) : []);
      const own = grouped(
        ended.map(({ proposer_id, proposal_id }) => [proposer_id, proposal_id] as const),
      );
      for (const userId of new Set([...own.keys(), ...deciders])) {
        const proposalIds = [...(own.get(userId) ?? [])];
        const decides = deciders.has(userId);
        await sendJob(trx, "proposalMail", { organizationId, userId, proposalIds, decides });
      }
    });
  }
}

interface MailDeps extends Pick<Deps, "db"> {
  config: Pick<Config, "smtp" | "publicUrl">;
  log: { warn(details: object, message: string): void };
}

const AGAIN_AFTER_SECONDS = 600;

/** Sends mails. One that the server did not take is sent again by a job of its own. */
export async function sendProposalMails(
  { db, config: { smtp, publicUrl }, log }: MailDeps,
  jobs: readonly ProposalMailJob[],
): Promise<void> {
  if (!smtp) return;
  for (const job of jobs) {
    const error = await attempt(db, smtp, { job, publicUrl });
    if (!error) continue;
    log.warn({ code: error.code }, "the SMTP server did not take a mail about proposals");
    if (error.final) continue;
    await db.transaction().execute((trx) => sendJob(trx, "proposalMail", job, AGAIN_AFTER_SECONDS));
  }
}

async function attempt(
  db: Deps["db"],
  smtp: SmtpTarget,
  { job, publicUrl }: { job: ProposalMailJob; publicUrl: string },
): Promise<MailError | undefined> {
  const { organizationId, userId, decides } = job;
  const recipient = await findRecipient(db, organizationId, userId);
  if (!recipient) return undefined;
  const ended = await findEnded(db, organizationId, job);
  const waiting = decides && recipient.decides ? await countWaiting(db, organizationId) : [];
  if (ended.length === 0 && waiting.length === 0) return undefined;
  const { email, user_name: userName } = recipient;
  try {
    const mail = proposalMail({ userName, ended, waiting, publicUrl });
    await countMail("proposal", () => sendMail(smtp, { to: email, ...mail }));
    return undefined;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
}
