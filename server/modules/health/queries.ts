import { subDays } from "date-fns";
import {
  type Generated,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import type { DictionaryCategory } from "../../../domain/dictionaries/rules.ts";
import {
  type AloneKind,
  type Distinction,
  type HealthWord,
  MOST_CHECKED,
  UNUSED_DAYS,
} from "../../../domain/health/rules.ts";
import type { Tables } from "../../db/tables.ts";
import { ownColumns, type StoredEntry } from "../entries/queries/entries.ts";
import type { DictionaryKey } from "../locks/queries/locks.ts";
import { areUsesKnown, isUsed } from "../vocabulary/queries/entryUses.ts";
import { byImportance } from "../vocabulary/queries/vocabulary.ts";

declare module "../../db/tables.ts" {
  interface Tables {
    word_distinctions: {
      organization_id: number;
      distinction_id: Generated<number>;
      dictionary_id: number;
      kind: AloneKind | null;
      entry_ids: readonly number[];
      created_at: Date;
    };
  }
}

/** A dictionary, or all of an organization. */
export type Checked = { organizationId: number; dictionaryId?: number };

/** Enabled entries `e`. */
const isChecked = ({ organizationId, dictionaryId }: Checked): RawBuilder<SqlBool> =>
  dictionaryId === undefined
    ? sql`e.organization_id = ${organizationId} and e.enabled`
    : sql`e.organization_id = ${organizationId} and e.dictionary_id = ${dictionaryId} and e.enabled`;

/** Up to `limit` enabled words after one of them, in the order of their ids. */
export async function findWords(
  db: Kysely<Tables>,
  checked: Checked,
  { after, limit }: { after: number; limit: number },
): Promise<HealthWord[]> {
  const { rows } = await sql<HealthWord>`
    select e.entry_id as "entryId", e.surface, e.reading, e.part_of_speech as "partOfSpeech"
    from dictionary_entries e
    where ${isChecked(checked)} and e.entry_id > ${after}
    order by e.entry_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * The ids of enabled words that have been the same for a month and that no transcript has: none was made with
 * them, or none of the last 30 days names them. Only where transcripts of the organization say so.
 */
export async function findUnused(
  db: Kysely<Tables>,
  checked: Checked,
  at: Date,
): Promise<number[]> {
  const { organizationId } = checked;
  const { rows } = await sql<{ entry_id: number }>`
    select e.entry_id
    from dictionary_entries e join vocabulary_changes v
      on v.organization_id = ${organizationId} and v.change_id = e.change_id
    where ${isChecked(checked)} and e.updated_at < ${subDays(at, UNUSED_DAYS)}
      and (
        v.revision > (
          select max(u.revision) from vocabulary_uses u where u.organization_id = ${organizationId})
        or ${areUsesKnown(organizationId)} and not ${isUsed(organizationId)})
    order by e.entry_id limit ${MOST_CHECKED}`.execute(db);
  return rows.map(({ entry_id }) => entry_id);
}

export async function findDistinctions(
  db: Kysely<Tables>,
  { organizationId }: Checked,
): Promise<Distinction[]> {
  const { rows } = await sql<Distinction>`
    select kind, entry_ids as "entryIds" from word_distinctions
    where organization_id = ${organizationId}`.execute(db);
  return rows;
}

export async function insertDistinction(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  { kind, entryIds, at }: Distinction & { at: Date },
): Promise<void> {
  await sql`
    insert into word_distinctions (organization_id, dictionary_id, kind, entry_ids, created_at)
    values (${organizationId}, ${dictionaryId}, ${kind}, ${entryIds}::bigint[], ${at})`.execute(
    trx,
  );
}

export interface FoundEntry extends StoredEntry {
  dictionary_name: string;
  category: DictionaryCategory;
}

/** Entries of an organization with their dictionaries; those that engines take first come first. */
export async function findByIds(
  db: Kysely<Tables>,
  organizationId: number,
  entryIds: readonly number[],
): Promise<FoundEntry[]> {
  if (entryIds.length === 0) return [];
  const { rows } = await sql<FoundEntry>`
    select ${ownColumns}, d.dictionary_name, d.category
    from dictionary_entries e join dictionaries d
      on d.organization_id = ${organizationId} and d.dictionary_id = e.dictionary_id
    where e.organization_id = ${organizationId} and e.entry_id = any(${entryIds}::bigint[])
    order by ${byImportance}`.execute(db);
  return rows;
}
