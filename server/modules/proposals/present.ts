import type { LoggedProposal } from "../../../domain/api/proposals.ts";
import { entryFields } from "../../../domain/entries/fields.ts";
import { ENTRY_FIELDS } from "../../../domain/entries/rules.ts";
import { fieldWords } from "../../../domain/fields.ts";
import type { Proposal, ProposedChange } from "../../../domain/proposals/schemas.ts";
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

/** As the audit log has it: what it sets in one line. */
export function loggedProposal(proposal: Proposal): LoggedProposal {
  const { dictionaryName, reason, state, answer, version, createdAt, updatedAt } = proposal;
  return {
    dictionaryName,
    word: wordOf(proposal),
    change: changeInWords(proposal.change),
    reason,
    evidence: proposal.evidence
      .map(({ before, after, count }) => `「${before}」→「${after}」（${count}回）`)
      .join("、"),
    state,
    answer,
    written: proposal.written && changeInWords(proposal.written),
    version,
    createdAt,
    updatedAt,
  };
}

function changeInWords(change: ProposedChange): string {
  return ENTRY_FIELDS.flatMap((name) => {
    if (change[name] === undefined) return [];
    const { label } = entryFields[name];
    return `${label}：${fieldWords(entryFields[name], change[name]) ?? ""}`;
  }).join("、");
}
