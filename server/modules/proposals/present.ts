import type { LoggedProposal } from "../../../domain/api/proposals.ts";
import type { Proposal } from "../../../domain/proposals/schemas.ts";
import type { ProposalRow } from "./queries/proposals.ts";

export function presentProposal(row: ProposalRow): Proposal {
  return {
    proposalId: row.proposal_id,
    dictionaryId: row.dictionary_id,
    dictionaryName: row.dictionary_name,
    entryId: row.entry_id,
    entry: presentEntry(row),
    change: row.change,
    reason: row.reason,
    evidence: row.evidence,
    proposerId: row.proposer_id,
    proposerName: row.proposer_name,
    state: row.state,
    decidedBy: row.decided_by,
    decidedByName: row.decided_by_name,
    decidedAt: row.ended_at?.toISOString() ?? null,
    answer: row.answer,
    written: row.written,
    writtenEntryId: row.written_entry_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function presentEntry(row: ProposalRow): Proposal["entry"] {
  const { surface, reading, part_of_speech: partOfSpeech, weight, note, enabled } = row;
  if (surface === null || reading === null || partOfSpeech === null) return null;
  if (weight === null || note === null || enabled === null || row.entry_version === null) {
    return null;
  }
  return { surface, reading, partOfSpeech, weight, note, enabled, version: row.entry_version };
}

/** What people know a proposal by: the word as it is, or as it would be. */
export function wordOf({ entry, change }: Pick<Proposal, "entry" | "change">): string {
  return entry?.surface ?? change.surface ?? "";
}

/** As the audit log has it. */
export function loggedProposal(proposal: Proposal): LoggedProposal {
  const { dictionaryName, change, reason, evidence, state, answer, written } = proposal;
  const { version, createdAt, updatedAt } = proposal;
  const said = { dictionaryName, change, reason, evidence, state, answer, written };
  return { word: wordOf(proposal), ...said, version, createdAt, updatedAt };
}
