import { sql, type Transaction } from "kysely";
import type { ProposalState } from "../../../../domain/proposals/rules.ts";
import type { ProposedChange } from "../../../../domain/proposals/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";

export interface DecidedRow {
  proposal_id: number;
  state: ProposalState;
  written: ProposedChange | null;
}

/** Ends open proposals of a dictionary; what was written is noted by `noteWritten`. */
export async function decideRows(
  trx: Transaction<Tables>,
  { organizationId }: DictionaryKey,
  {
    decided,
    decidedBy,
    answer,
    at,
  }: { decided: readonly DecidedRow[]; decidedBy: string; answer: string | null; at: Date },
): Promise<void> {
  await sql`
    update dictionary_proposals p
    set state = n.state, written = n.written, ended_at = ${at}, decided_by = ${decidedBy},
      answer = ${answer}, version = p.version + 1, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as n (
      proposal_id bigint, state text, written jsonb)
    where p.organization_id = ${organizationId} and p.proposal_id = n.proposal_id`.execute(trx);
}

export interface WrittenRow {
  proposal_id: number;
  entry_id: number;
  version: number;
  before: ProposedChange | null;
}

export async function noteWritten(
  trx: Transaction<Tables>,
  { organizationId }: DictionaryKey,
  written: readonly WrittenRow[],
): Promise<void> {
  await sql`
    update dictionary_proposals p
    set written_entry_id = n.entry_id, written_version = n.version, before = n.before
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as n (
      proposal_id bigint, entry_id bigint, version integer, before jsonb)
    where p.organization_id = ${organizationId} and p.proposal_id = n.proposal_id`.execute(trx);
}

/**
 * Proposals that wait for a decision again, unless the same was proposed since; of several of the same the
 * first one. Returns their ids.
 */
export async function reopenRows(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  proposalIds: readonly number[],
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ proposal_id: number }>`
    update dictionary_proposals p
    set state = 'OPEN', ended_at = null, decided_by = null, answer = null, written = null,
      written_entry_id = null, written_version = null, before = null, proposer_told_at = null,
      version = p.version + 1, updated_at = ${at}
    where p.organization_id = ${organizationId} and p.proposal_id = any(${proposalIds}::bigint[])
      and not exists (
        select from dictionary_proposals o
        where o.organization_id = ${organizationId} and o.dictionary_id = ${dictionaryId}
          and o.change_hash = p.change_hash and (o.state = 'OPEN'
            or o.proposal_id = any(${proposalIds}::bigint[]) and o.proposal_id < p.proposal_id))
    returning p.proposal_id`.execute(trx);
  return rows.map(({ proposal_id }) => proposal_id);
}
