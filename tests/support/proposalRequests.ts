import { proposedAs } from "../../domain/proposals/rules.ts";
import { type Proposal, type ProposedChange, proposal } from "../../domain/proposals/schemas.ts";
import { sha256 } from "../../server/bytes.ts";
import { insertProposals } from "../../server/modules/proposals/queries/proposals.ts";
import type { TestApi } from "./api.ts";
import type { Answer } from "./apiClient.ts";
import { newSurface } from "./entryRequests.ts";

export const PROPOSALS = "/api/v1/proposals";

export interface ProposalInput {
  organizationId: number;
  dictionaryId: number;
  proposerId: string;
  entryId?: number;
  change?: ProposedChange;
  reason?: string;
}

/** Inserts an open proposal, of a new word by default; returns its id. */
export async function aProposal(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  input: ProposalInput,
): Promise<number> {
  const { entryId = null, change = { surface: newSurface(), reading: "たんご" } } = input;
  const { proposerId, reason = "会議でよく出るため" } = input;
  const changeHash = sha256(proposedAs(entryId, change));
  const proposals = [{ entryId, change, changeHash, reason, evidence: [] }];
  const [proposalId] = await db
    .transaction()
    .execute((trx) => insertProposals(trx, input, { proposals, proposerId, at: clock.now() }));
  if (proposalId === undefined) throw new Error("an inserted proposal has no id");
  return proposalId;
}

/** The proposal in an answer; throws if it is none. */
export function proposalOf({ body }: Pick<Answer, "body">): Proposal {
  return proposal.parse(body);
}

/** The proposals in an answer, on a page or as a list; throws if there are none. */
export function proposalsOf({ body }: Pick<Answer, "body">): Proposal[] {
  const { content, proposals } = Object(body);
  return proposal.array().parse(content ?? proposals);
}
