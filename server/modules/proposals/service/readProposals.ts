import type { Kysely } from "kysely";
import { can } from "../../../../domain/access.ts";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import type { ProposalState } from "../../../../domain/proposals/rules.ts";
import type { Proposal } from "../../../../domain/proposals/schemas.ts";
import type { Deps, Member } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { presentProposal } from "../present.ts";
import { findProposalPage, findProposals } from "../queries/proposals.ts";

interface Filters {
  dictionaryId?: number | undefined;
  entryId?: number | undefined;
  state?: readonly ProposalState[] | undefined;
  mine?: "true" | undefined;
}

/** A page of proposals: those of all for a member who may write dictionaries, else the own ones. */
export async function listProposals(
  { db }: Pick<Deps, "db">,
  member: Member,
  query: ListQuery<"proposalId" | "updatedAt">,
  { mine, state: states = ["OPEN"], ...others }: Filters,
): Promise<Page<Proposal>> {
  const isOwn = mine === "true" || !can(member, "dictionary.write");
  const { rows, total } = await findProposalPage(db, member.organizationId, query, {
    ...others,
    states,
    proposerId: isOwn ? member.userId : undefined,
  });
  return pageAnswer(query, { content: rows.map(presentProposal), total });
}

/** A proposal that the member may see; throws 404. */
export async function readProposal(
  { db }: { db: Kysely<Tables> },
  member: Member,
  proposalId: number,
): Promise<Proposal> {
  const [row] = await findProposals(db, member.organizationId, [proposalId]);
  if (!row) throw notFound();
  if (row.proposer_id !== member.userId && !can(member, "dictionary.write")) throw notFound();
  return presentProposal(row);
}
