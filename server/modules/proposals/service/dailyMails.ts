import { type Kysely, sql, type Transaction } from "kysely";
import { grouped } from "../../../../domain/grouped.ts";
import {
  type ProposalState,
  proposalMail,
  TOLD_STATES,
} from "../../../../domain/proposals/rules.ts";
import type { Deps } from "../../../context.ts";
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

/** The organizations with proposals of which no mail has told yet. */
async function organizationsToMail(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct p.organization_id from dictionary_proposals p
    where p.state = 'OPEN' and p.admins_told_at is null
      or p.state = any(${TOLD_STATES}::text[]) and p.proposer_told_at is null`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

/** Notes that new open proposals are told; returns whether there are any. */
async function tellOpened(
  trx: Transaction<Tables>,
  organizationId: number,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update dictionary_proposals p set admins_told_at = ${at}
    where p.organization_id = ${organizationId} and p.state = 'OPEN'
      and p.admins_told_at is null`.execute(trx);
  return numAffectedRows > 0n;
}

/** Notes that the end of proposals is told; returns them with their proposers. */
async function tellEnded(
  trx: Transaction<Tables>,
  organizationId: number,
  at: Date,
): Promise<{ proposal_id: number; proposer_id: string }[]> {
  const { rows } = await sql<{ proposal_id: number; proposer_id: string }>`
    update dictionary_proposals p set proposer_told_at = ${at}
    where p.organization_id = ${organizationId} and p.state = any(${TOLD_STATES}::text[])
      and p.proposer_told_at is null
    returning p.proposal_id, p.proposer_id`.execute(trx);
  return rows;
}

const getsProposals = getsMails("proposal_mails");

/** Those who decide on proposals of an organization and get mails. */
async function findDeciders(trx: Transaction<Tables>, organizationId: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select u.user_id from users u
    where u.organization_id = ${organizationId} and ${getsProposals}
      and (u.is_dictionary_admin or u.is_organization_admin)
    order by u.user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

interface Recipient {
  email: string;
  user_name: string;
  /** May still decide. */
  decides: boolean;
}

/** Undefined for a person who gets no mails, or has left. */
async function findRecipient(
  db: Kysely<Tables>,
  organizationId: number,
  userId: string,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select u.email, u.user_name, u.is_dictionary_admin or u.is_organization_admin as decides
    from users u
    where u.user_id = ${userId} and u.organization_id = ${organizationId} and ${getsProposals}`.execute(
    db,
  );
  return rows[0];
}

async function findEnded(
  db: Kysely<Tables>,
  organizationId: number,
  { userId, proposalIds }: { userId: string; proposalIds: readonly number[] },
): Promise<{ word: string; state: ProposalState; answer: string | null }[]> {
  const { rows } = await sql<{ word: string; state: ProposalState; answer: string | null }>`
    select coalesce(e.surface, p.change ->> 'surface', '') as word, p.state, p.answer
    from dictionary_proposals p
    left join dictionary_entries e on e.organization_id = ${organizationId}
      and e.dictionary_id = p.dictionary_id and e.entry_id = p.entry_id
    where p.organization_id = ${organizationId} and p.proposer_id = ${userId}
      and p.proposal_id = any(${proposalIds}::bigint[]) and p.state = any(${TOLD_STATES}::text[])
    order by p.proposal_id`.execute(db);
  return rows;
}

/** How many proposals wait in each dictionary of an organization. */
async function countWaiting(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<{ dictionaryId: number; dictionaryName: string; count: number }[]> {
  const { rows } = await sql<{ dictionaryId: number; dictionaryName: string; count: number }>`
    select d.dictionary_id as "dictionaryId", d.dictionary_name as "dictionaryName",
      count(*) as count
    from dictionary_proposals p
    join dictionaries d
      on d.organization_id = ${organizationId} and d.dictionary_id = p.dictionary_id
    where p.organization_id = ${organizationId} and p.state = 'OPEN'
    group by d.dictionary_id, d.dictionary_name order by d.dictionary_id`.execute(db);
  return rows;
}

export type ProposalMailJob = JobData["proposalMail"];

/**
 * Requests one mail to each person whom proposals concern since the mails before: proposers of what has
 * ended, and those who decide where new ones have come.
 */
export async function requestDailyMails({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const at = now();
  for (const organizationId of await organizationsToMail(db)) {
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
