import { type Kysely, sql } from "kysely";
import type { DictionaryCategory } from "../../../../domain/dictionaries/rules.ts";
import { MOST_FOUND } from "../../../../domain/search/rules.ts";
import { runPrepared } from "../../../db/prepared.ts";
import { contains, LAST } from "../../../db/search.ts";
import type { Tables } from "../../../db/tables.ts";
import { type Viewer, visibleTo } from "../../workspaces/queries.ts";

const most = sql.lit(MOST_FOUND);

interface Wanted {
  organizationId: number;
  key: string;
}

export interface DictionaryFound {
  dictionary_id: number;
  dictionary_name: string;
  category: DictionaryCategory;
  entry_count: number;
}

/** As in every kind: those that begin with the key come first, then short ones. */
export async function dictionariesFound(
  db: Kysely<Tables>,
  { organizationId, key }: Wanted,
): Promise<DictionaryFound[]> {
  const query = sql<DictionaryFound>`
    select d.dictionary_id, d.dictionary_name, d.category, d.entry_count
    from dictionaries d
    where d.organization_id = ${organizationId} and ${contains("d.search_key", key)}
    order by starts_with(d.name_key, ${key}) desc, strpos(d.name_key, ${key}) = 0,
      length(d.name_key), d.dictionary_id
    limit ${most}`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}

export interface EntryFound {
  entry_id: number;
  dictionary_id: number;
  dictionary_name: string;
  surface: string;
  reading: string;
}

/**
 * By the beginning of surface or reading: an organization may have 500,000 entries, and an index of
 * all their parts would make imports much slower. `reading` is written as entries have it.
 */
export async function entriesFound(
  db: Kysely<Tables>,
  { organizationId, key, reading }: Wanted & { reading: string },
): Promise<EntryFound[]> {
  const columns = sql`organization_id, dictionary_id, entry_id, surface, reading, surface_key`;
  const query = sql<EntryFound>`
    select e.entry_id, e.dictionary_id, d.dictionary_name, e.surface, e.reading
    from (
      (select ${columns} from dictionary_entries
        where organization_id = ${organizationId}
          and surface_key between ${key} and ${key + LAST}
        order by surface_key limit ${most})
      union
      (select ${columns} from dictionary_entries
        where organization_id = ${organizationId}
          and reading between ${reading} and ${reading + LAST}
        order by reading limit ${most})
    ) e
    join dictionaries d on d.organization_id = ${organizationId}
      and d.dictionary_id = e.dictionary_id
    order by (e.surface_key = ${key} or e.reading = ${reading}) desc, e.surface, e.entry_id
    limit ${most}`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}

export interface WorkspaceFound {
  workspace_id: number;
  workspace_name: string;
}

export async function workspacesFound(
  db: Kysely<Tables>,
  viewer: Viewer,
  key: string,
): Promise<WorkspaceFound[]> {
  const query = sql<WorkspaceFound>`
    select w.workspace_id, w.workspace_name from workspaces w
    where ${visibleTo(viewer)} and ${contains("w.name_key", key)}
    order by starts_with(w.name_key, ${key}) desc, length(w.name_key), w.workspace_id
    limit ${most}`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}

export interface MemberFound {
  user_id: string;
  user_name: string;
  email: string;
}

export async function membersFound(
  db: Kysely<Tables>,
  { organizationId, key }: Wanted,
): Promise<MemberFound[]> {
  const query = sql<MemberFound>`
    select u.user_id, u.user_name, u.email from users u
    where u.organization_id = ${organizationId} and ${contains("u.search_key", key)}
    order by starts_with(u.search_key, ${key}) desc, u.order_key, u.user_id
    limit ${most}`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}
