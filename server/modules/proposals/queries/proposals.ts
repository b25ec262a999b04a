import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { PartOfSpeech } from "../../../../domain/entries/partsOfSpeech.ts";
import type { ProposalState } from "../../../../domain/proposals/rules.ts";
import type { Evidence, ProposedChange } from "../../../../domain/proposals/schemas.ts";
import { hex } from "../../../bytes.ts";
import type { Tables } from "../../../db/tables.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";

interface DecidedRow {
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

export interface ProposalRow {
  proposal_id: number;
  dictionary_id: number;
  dictionary_name: string;
  entry_id: number | null;
  change: ProposedChange;
  reason: string;
  evidence: Evidence[];
  proposer_id: string;
  proposer_name: string;
  state: ProposalState;
  ended_at: Date | null;
  decided_by: string | null;
  decided_by_name: string | null;
  answer: string | null;
  written: ProposedChange | null;
  written_entry_id: number | null;
  written_version: number | null;
  before: ProposedChange | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  /** The entry `entry_id` as it is now; all null where there is none. */
  surface: string | null;
  reading: string | null;
  part_of_speech: PartOfSpeech | null;
  weight: number | null;
  note: string | null;
  enabled: boolean | null;
  entry_version: number | null;
}

/** "pr", so that no other lock of two numbers meets it. */
const PROPOSALS = 0x7072;

const read = (organizationId: number) => sql`
  select p.proposal_id, p.dictionary_id, d.dictionary_name, p.entry_id, p.change, p.reason, p.evidence,
    p.proposer_id, u.user_name as proposer_name, p.state, p.ended_at, p.decided_by,
    b.user_name as decided_by_name, p.answer, p.written, p.written_entry_id, p.written_version, p.before,
    p.version, p.created_at, p.updated_at, e.surface, e.reading, e.part_of_speech, e.weight, e.note,
    e.enabled, e.version as entry_version
  from dictionary_proposals p
  join dictionaries d
    on d.organization_id = ${organizationId} and d.dictionary_id = p.dictionary_id
  join users u on u.user_id = p.proposer_id
  left join users b on b.user_id = p.decided_by
  left join (select * from dictionary_entries where organization_id = ${organizationId}) e
    on e.dictionary_id = p.dictionary_id and e.entry_id = p.entry_id`;

interface ProposalConditions {
  states: readonly ProposalState[];
  dictionaryId?: number | undefined;
  entryId?: number | undefined;
  /** Only those of this person. */
  proposerId?: string | undefined;
}

function conditions(organizationId: number, wanted: ProposalConditions): RawBuilder<unknown> {
  const { states, dictionaryId, entryId, proposerId } = wanted;
  const all = [
    sql`p.organization_id = ${organizationId}`,
    sql`p.state = any(${states}::text[])`,
    ...(dictionaryId === undefined ? [] : [sql`p.dictionary_id = ${dictionaryId}`]),
    ...(entryId === undefined ? [] : [sql`p.entry_id = ${entryId}`]),
    ...(proposerId === undefined ? [] : [sql`p.proposer_id = ${proposerId}`]),
  ];
  return sql.join(all, sql` and `);
}

export async function findProposalPage(
  db: Kysely<Tables>,
  organizationId: number,
  { page, size, sort }: ListQuery<"proposalId" | "updatedAt">,
  wanted: ProposalConditions,
): Promise<{ rows: ProposalRow[]; total: number }> {
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const first = sort.field === "updatedAt" ? sql`p.updated_at ${direction},` : sql``;
  const where = conditions(organizationId, wanted);
  const [{ rows }, counted] = await Promise.all([
    sql<ProposalRow>`
      ${read(organizationId)} where ${where}
      order by ${first} p.proposal_id ${direction}
      limit ${size} offset ${page * size}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from dictionary_proposals p where ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Proposals of an organization by their ids, in the order of these. */
export async function findProposals(
  db: Kysely<Tables>,
  organizationId: number,
  proposalIds: readonly number[],
): Promise<ProposalRow[]> {
  const { rows } = await sql<ProposalRow>`
    ${read(organizationId)}
    where p.organization_id = ${organizationId}
      and p.proposal_id = any(${proposalIds}::bigint[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.proposal_id, row]));
  return proposalIds.flatMap((id) => byId.get(id) ?? []);
}

/** One person's proposals are counted and added one after the other. */
export async function lockProposer(
  trx: Transaction<Tables>,
  organizationId: number,
  proposerId: string,
): Promise<void> {
  const place = `${organizationId} ${proposerId}`;
  await sql`select pg_advisory_xact_lock(${PROPOSALS}::integer, hashtext(${place}))`.execute(trx);
}

export async function countOpen(
  trx: Transaction<Tables>,
  organizationId: number,
  proposerId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from dictionary_proposals p
    where p.organization_id = ${organizationId} and p.proposer_id = ${proposerId}
      and p.state = 'OPEN'`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The open proposals of a dictionary that propose one of these, by their hashes in hexadecimal. */
export async function findSame(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  hashes: readonly Buffer[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ proposal_id: number; change_hash: Uint8Array }>`
    select p.proposal_id, p.change_hash from dictionary_proposals p
    where p.organization_id = ${organizationId} and p.dictionary_id = ${dictionaryId}
      and p.state = 'OPEN' and p.change_hash = any(${hashes}::bytea[])`.execute(trx);
  return new Map(rows.map((row) => [hex(row.change_hash), row.proposal_id]));
}

interface Proposed {
  change: ProposedChange;
  changeHash: Buffer;
  reason: string;
  evidence: readonly Evidence[];
}

/** Inserts proposals of a person; returns their ids in the same order. */
export async function insertProposals(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  { proposals, proposerId, at }: NewProposals,
): Promise<number[]> {
  if (proposals.length === 0) return [];
  const rows = proposals.map(
    ({ entryId, change, changeHash, reason, evidence }) => sql`(
      ${organizationId}, ${dictionaryId}, ${entryId}, ${JSON.stringify(change)}::jsonb,
      ${changeHash}::bytea, ${reason}, ${JSON.stringify(evidence)}::jsonb, ${proposerId}, ${at}, ${at})`,
  );
  const inserted = await sql<{ proposal_id: number }>`
    insert into dictionary_proposals (organization_id, dictionary_id, entry_id, change, change_hash,
      reason, evidence, proposer_id, created_at, updated_at)
    values ${sql.join(rows)}
    returning proposal_id`.execute(trx);
  return inserted.rows.map(({ proposal_id }) => proposal_id);
}

interface NewProposals {
  proposals: readonly (Proposed & { entryId: number | null })[];
  proposerId: string;
  at: Date;
}

export async function updateProposal(
  trx: Transaction<Tables>,
  { organizationId, proposalId }: { organizationId: number; proposalId: number },
  { change, changeHash, reason, evidence, at }: Proposed & { at: Date },
): Promise<void> {
  await sql`
    update dictionary_proposals p
    set change = ${JSON.stringify(change)}::jsonb, change_hash = ${changeHash}::bytea,
      reason = ${reason}, evidence = ${JSON.stringify(evidence)}::jsonb,
      version = p.version + 1, updated_at = ${at}
    where p.organization_id = ${organizationId} and p.proposal_id = ${proposalId}`.execute(trx);
}

export async function withdrawRow(
  trx: Transaction<Tables>,
  { organizationId, proposalId }: { organizationId: number; proposalId: number },
  at: Date,
): Promise<void> {
  await sql`
    update dictionary_proposals p
    set state = 'WITHDRAWN', ended_at = ${at}, version = p.version + 1, updated_at = ${at}
    where p.organization_id = ${organizationId} and p.proposal_id = ${proposalId}`.execute(trx);
}

export async function deleteEndedProposals(db: Kysely<Tables>, before: Date): Promise<void> {
  await sql`delete from dictionary_proposals where ended_at < ${before}`.execute(db);
}
