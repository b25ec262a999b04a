import type { Transaction } from "kysely";
import { proposalKind } from "../../../../domain/api/proposals.ts";
import { proposalSentences } from "../../../../domain/proposals/rules.ts";
import {
  missingFields,
  type Proposal,
  type ProposalUpdate,
} from "../../../../domain/proposals/schemas.ts";
import { refuseStale } from "../../../audit/recordEvent.ts";
import type { Deps, Member } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import type { IfMatch } from "../../../plugins/preconditions.ts";
import { conflict, notFound, validationFailed } from "../../../problem.ts";
import { lockDictionaryRow } from "../../locks/queries/locks.ts";
import { presentProposal } from "../present.ts";
import { findProposals, updateProposal, withdrawRow } from "../queries/proposals.ts";
import { checkProposed, needlessProblem, publishProposal } from "./createProposals.ts";

export interface ProposalTarget {
  user: Pick<Member, "organizationId" | "userId">;
  proposalId: number;
  ifMatch: IfMatch | undefined;
}

/**
 * Changes an own proposal. Throws 404, also for those of others, 409 PROPOSAL_ENDED, ENTRY_EXISTS,
 * PROPOSAL_EXISTS, 412, 422.
 */
export function changeProposal(
  { db, now }: Pick<Deps, "db" | "now">,
  target: ProposalTarget,
  changes: ProposalUpdate,
): Promise<Proposal> {
  const { organizationId } = target.user;
  return db.transaction().execute(async (trx) => {
    const before = await lockedProposal(trx, target);
    const { dictionaryId, entryId, proposalId } = before;
    const change = changes.change ?? before.change;
    const missing = Object.entries(missingFields(change, entryId === null));
    if (missing.length > 0) {
      throw validationFailed(
        Object.fromEntries(missing.map(([field, sentence]) => [`change.${field}`, sentence])),
      );
    }
    const key = { organizationId, dictionaryId };
    const [checked] = await checkProposed(trx, key, [{ entryId, change, proposalId }]);
    if (!checked) throw notFound();
    if (checked.needless) throw needlessProblem(checked.needless);
    const { changeHash } = checked;
    const { reason = before.reason, evidence = before.evidence } = changes;
    const changed = { change, changeHash, reason: reason ?? "", evidence, at: now() };
    await updateProposal(trx, { organizationId, proposalId }, changed);
    const after = await currentProposal(trx, organizationId, proposalId);
    await publishProposal(trx, organizationId, { before, after });
    return after;
  });
}

/** Withdraws an own proposal. Throws 404, also for those of others, 409 PROPOSAL_ENDED, 412. */
export function withdrawProposal(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  target: ProposalTarget,
): Promise<Proposal> {
  const { organizationId } = target.user;
  return transact(async (trx) => {
    const before = await lockedProposal(trx, target);
    const { proposalId } = before;
    await withdrawRow(trx, { organizationId, proposalId }, now());
    const after = await currentProposal(trx, organizationId, proposalId);
    await publishProposal(trx, organizationId, { before, after });
    return after;
  });
}

/** An own open proposal. Its dictionary is locked, so that nobody decides on it meanwhile. */
async function lockedProposal(
  trx: Transaction<Tables>,
  { user: { organizationId, userId }, proposalId, ifMatch }: ProposalTarget,
): Promise<Proposal> {
  const [known] = await findProposals(trx, organizationId, [proposalId]);
  if (known?.proposer_id !== userId) throw notFound();
  await lockDictionaryRow(trx, { organizationId, dictionaryId: known.dictionary_id });
  const current = await currentProposal(trx, organizationId, proposalId);
  if (current.state !== "OPEN") {
    throw conflict("PROPOSAL_ENDED", { message: proposalSentences.notOpen(current.state) });
  }
  await refuseStale(trx, ifMatch, current, { kind: proposalKind.name, id: proposalId });
  return current;
}

async function currentProposal(
  trx: Transaction<Tables>,
  organizationId: number,
  proposalId: number,
): Promise<Proposal> {
  const [row] = await findProposals(trx, organizationId, [proposalId]);
  if (!row) throw notFound();
  return presentProposal(row);
}
