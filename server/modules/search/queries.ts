import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DictionaryCategory } from "../../../domain/dictionaries/rules.ts";
import { MOST_FOUND } from "../../../domain/search/rules.ts";
import { contains, gramsOf, idsContaining, LAST } from "../../db/listPage.ts";
import { runPrepared } from "../../db/prepared.ts";
import type { Tables } from "../../db/tables.ts";
import { type Viewer, visibleTo } from "../workspaces/queries.ts";

const most = sql.lit(MOST_FOUND);

/** Among so many the best are chosen. */
const CANDIDATES = 200;

export interface OrganizationFound {
  organization_id: number;
  organization_name: string;
  organization_no: string;
}

/** Those that begin with the key come first, then short names, because the key is most of them. */
export async function organizationsFound(
  db: Kysely<Tables>,
  key: string,
): Promise<OrganizationFound[]> {
  const query = sql<OrganizationFound>`
    select o.organization_id, o.organization_name, o.organization_no
    from organizations o
    where o.organization_id = any(${idsContaining("organizations", key, CANDIDATES, fewGrams(key))})
    order by starts_with(o.search_key, ${key}) or starts_with(o.organization_no, ${key}) desc,
      length(o.name_key), o.organization_id
    limit ${most}`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}

/** The first, middle and last: in 株式会社 and in numbers most pairs are frequent, but not all three. */
function fewGrams(key: string): string[] {
  const grams = gramsOf(key);
  const some = [0, Math.floor((grams.length - 1) / 2), grams.length - 1].map((at) => grams[at]);
  return [...new Set(some)].filter((gram) => gram !== undefined);
}

export interface ContractFound extends OrganizationFound {
  contract_id: number;
  admin_name: string;
  start_date: string;
  end_date: string;
  termination_date: string | null;
}

/** So many contracts that contain the key are looked at, of which each organization shows the best. */
const CONTAINING = 20;

/**
 * The contracts of these organizations, then those of these admins or that contain the key otherwise, as
 * in the name of their admin; of each organization the running one first, then the next, then the latest.
 */
export async function contractsFound(
  db: Kysely<Tables>,
  wanted: { key: string; organizationIds: number[]; admins: UserFound[]; today: string },
): Promise<ContractFound[]> {
  const { key, organizationIds, admins, today } = wanted;
  const isFull = organizationIds.length === MOST_FOUND;
  const ids = isFull ? [] : await boundedIds(db, "contracts", { key, most: CONTAINING });
  const query = sql<ContractFound>`
    select f.contract_id, f.organization_id, o.organization_name, o.organization_no,
      f.admin_name, f.start_date, f.end_date, f.termination_date
    from (
      select c.*, row_number() over (
        partition by c.organization_id order by
          ${today}::date between c.start_date and c.effective_end desc,
          c.start_date > ${today}::date desc, abs(c.start_date - ${today}::date)
      ) as nth
      from (
        select c.*, listed.number
        from unnest(${organizationIds}::bigint[]) with ordinality listed (organization_id, number)
        join contracts c on c.organization_id = listed.organization_id
        union
        select c.*, ${most} + 1 from contracts c
        where c.contract_id = any(${ids}::text[]::bigint[])
          and not c.organization_id = any(${organizationIds}::bigint[])
        union
        select c.*, ${most} + 1
        from unnest(
          ${admins.map((admin) => admin.organization_id)}::bigint[],
          ${admins.map((admin) => admin.email)}::text[]
        ) admin (organization_id, email)
        join contracts c on c.organization_id = admin.organization_id
          and c.admin_email = admin.email
        where not c.organization_id = any(${organizationIds}::bigint[])
      ) c
    ) f
    join organizations o on o.organization_id = f.organization_id
    order by f.nth, f.number, f.contract_id desc limit ${most}`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}

export interface UserFound {
  user_id: string;
  user_name: string;
  email: string;
  organization_id: number | null;
  organization_name: string | null;
}

/** Those whose address, or name without a reading, begins with the key come first. */
export async function usersFound(db: Kysely<Tables>, key: string): Promise<UserFound[]> {
  const ids = await boundedIds(db, "users", { key, most: MOST_FOUND });
  const query = sql<UserFound>`
    select u.user_id, u.user_name, u.email, u.organization_id, o.organization_name
    from (
      select user_id, 0 as number from (
        select user_id from users where email collate "C" between ${key} and ${key + LAST}
        order by email collate "C" limit ${most}
      ) addressed
      union all
      select user_id, 0 from (
        select user_id from users where order_key between ${`2${key}`} and ${`2${key}${LAST}`}
        order by order_key limit ${most}
      ) unread
      union all
      select user_id, number from unnest(${ids}::text[]) with ordinality named (user_id, number)
    ) listed
    join users u on u.user_id = listed.user_id
    left join organizations o on o.organization_id = u.organization_id
    group by u.user_id, o.organization_id
    order by min(listed.number), u.email limit ${most}`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}

/** So many of the newest rows are looked at for any term. */
const NEWEST = sql.lit(300);
/** A term is looked up in the index if its rarest pair of characters is in at most so many rows. */
const MOST_IN_INDEX = sql.lit(3_000);
/** A long term has more pairs than it needs. */
const MOST_GRAMS = 8;
const LOOKED_UP = 2;

/** Addresses consist of pairs that are in most of them. */
const MAY_BE_ADDRESS = /^[\x21-\x7e]+$/;

type SearchedTable = "users" | "contracts";

const newest: Record<SearchedTable, RawBuilder<unknown>> = {
  users: sql`
    select user_id as id, search_key from users
    order by created_at desc, user_id desc limit ${NEWEST}`,
  contracts: sql`
    select contract_id::text as id, search_key from contracts
    order by contract_id desc limit ${NEWEST}`,
};

interface Newest {
  ids: string[];
  /** The rarest pairs of the term's characters; null if there is no need for the index, or no use. */
  grams: string[] | null;
}

/**
 * Up to `most` ids of rows that contain a key, at a cost that does not grow with the table: those
 * among the newest rows; if these are few, those that the index has, unless it would read a large
 * part of the table. A term of letters, or of frequent pairs, that is not among the newest is not found.
 */
async function boundedIds(
  db: Kysely<Tables>,
  table: SearchedTable,
  { key, most }: { key: string; most: number },
): Promise<string[]> {
  const pairs = MAY_BE_ADDRESS.test(key) ? [] : gramsOf(key).slice(0, MOST_GRAMS);
  const query = sql<Newest>`
    with newest as materialized (${newest[table]}),
    found as materialized (
      select array(select n.id from newest n where ${contains("n.search_key", key)} limit ${most}::int)
        as ids
    )
    select found.ids, case when cardinality(found.ids) < ${most}::int then (
      select (array_agg(g.gram order by g.rows))[1:${sql.lit(LOOKED_UP)}]
      from (
        select gram, count(*) filter (where strpos(n.search_key, gram) > 0) as rows
        from unnest(${pairs}::text[]) gram cross join newest n group by gram
      ) g
      having min(g.rows) * (select greatest(reltuples, 0) from pg_class where oid = ${sql.lit(table)}::regclass)
        <= ${MOST_IN_INDEX} * ${NEWEST}
    ) end as grams
    from found`;
  const { rows } = await runPrepared(db, query.compile(db));
  const { ids = [], grams = null } = rows[0] ?? {};
  if (!grams) return ids;
  const indexed = await sql<{ ids: string[] }>`
    select ${idsContaining(table, key, most, grams)}::text[] as ids`.execute(db);
  return [...new Set([...ids, ...(indexed.rows[0]?.ids ?? [])])].slice(0, most);
}

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
