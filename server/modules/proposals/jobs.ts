import { subMonths } from "date-fns";
import { PROPOSAL_MONTHS } from "../../../domain/proposals/sentences.ts";
import type { Config } from "../../config.ts";
import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { deleteEndedProposals } from "./queries/proposals.ts";
import { requestDailyMails, sendProposalMails } from "./service/dailyMails.ts";

interface ProposalJobDeps extends Pick<Deps, "db" | "now"> {
  config: Pick<Config, "smtp" | "publicUrl">;
  log: { warn(details: object, message: string): void };
}

/** When people begin their day. */
const NINE = "0 9 * * *";

export function proposalJobs(
  deps: ProposalJobDeps,
): Pick<JobHandlers, "proposalsOfDay" | "proposalMail"> {
  return {
    proposalsOfDay: { schedule: NINE, run: () => requestDailyMails(deps) },
    proposalMail: { batchSize: 10, run: (jobs) => sendProposalMails(deps, jobs) },
  };
}

export function proposalHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  return {
    "delete old proposals": () => deleteEndedProposals(db, subMonths(now(), PROPOSAL_MONTHS)),
  };
}
