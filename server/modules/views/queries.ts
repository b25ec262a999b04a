import { type Generated, type Kysely, sql, type Transaction } from "kysely";
import type { Viewed } from "../../../domain/api/views.ts";
import { knownConditions, viewedListLabels } from "../../../domain/views/conditions.ts";
import { PAGE_SIZES, type ViewedList } from "../../../domain/views/rules.ts";
import type { ListSettings, View, ViewConditions } from "../../../domain/views/schemas.ts";
import type { Tables } from "../../db/tables.ts";

declare module "../../db/tables.ts" {
  interface Tables {
    list_views: {
      view_id: Generated<number>;
      organization_id: number | null;
      user_id: string | null;
      list: ViewedList;
      view_name: string;
      conditions: string;
      looks_alike: Generated<boolean>;
      version: Generated<number>;
      created_at: Date;
      updated_at: Date;
    };
    list_settings: {
      user_id: string;
      list: ViewedList;
      page_size: number | null;
      shown_columns: string[] | null;
      default_view_id: number | null;
    };
  }
}

/** Whose views are read and written: the person's own, and those of the organization. */
interface Owner {
  userId: string;
  /** Null for system admins. */
  organizationId: number | null;
}

interface ViewRow {
  view_id: number;
  user_id: string | null;
  list: ViewedList;
  view_name: string;
  conditions: ViewConditions;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** "views", so that no other lock of two numbers meets it. */
const VIEWS = 0x7669;

const columns = sql`v.view_id, v.user_id, v.list, v.view_name, v.conditions, v.version,
  v.created_at, v.updated_at`;

const isShared = ({ organizationId }: Owner) => sql`v.user_id is null
  and coalesce(v.organization_id, 0) = coalesce(${organizationId}::bigint, 0)`;

const isVisible = (owner: Owner) => sql`(v.user_id = ${owner.userId} or (${isShared(owner)}))`;

/** The own ones and the shared ones, each by name. */
export async function findViews(
  db: Kysely<Tables>,
  owner: Owner,
  list: ViewedList,
): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select * from (
      select ${columns} from list_views v where v.user_id = ${owner.userId} and v.list = ${list}
      union all
      select ${columns} from list_views v where ${isShared(owner)} and v.list = ${list}
    ) v order by v.user_id is null, v.view_name, v.view_id`.execute(db);
  return rows;
}

export async function findView(
  db: Kysely<Tables>,
  owner: Owner,
  viewId: number,
): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    select ${columns} from list_views v
    where v.view_id = ${viewId} and ${isVisible(owner)}`.execute(db);
  return rows[0];
}

/** Locks a view against a change, or only against its deletion. */
export async function lockView(
  trx: Transaction<Tables>,
  owner: Owner,
  viewId: number,
  strength: "change" | "deletion",
): Promise<ViewRow | undefined> {
  const lock = strength === "change" ? sql`for update` : sql`for key share`;
  const { rows } = await sql<ViewRow>`
    select ${columns} from list_views v
    where v.view_id = ${viewId} and ${isVisible(owner)} ${lock}`.execute(trx);
  return rows[0];
}

/** One writer of names at a time in a list of an organization, so that they can be counted. */
export async function lockViewRows(
  trx: Transaction<Tables>,
  { organizationId }: Owner,
  list: ViewedList,
): Promise<void> {
  const place = `${organizationId ?? 0} ${list}`;
  await sql`select pg_advisory_xact_lock(${VIEWS}::integer, hashtext(${place}))`.execute(trx);
}

/** How many views a person has of a list, or how many are shared. */
export async function countViews(
  trx: Transaction<Tables>,
  owner: Owner,
  { list, shared }: { list: ViewedList; shared: boolean },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from list_views v
    where ${shared ? isShared(owner) : sql`v.user_id = ${owner.userId}`}
      and v.list = ${list}`.execute(trx);
  return rows[0]?.count ?? 0;
}

interface WrittenView {
  list: ViewedList;
  viewName: string;
  conditions: ViewConditions;
  isShared: boolean;
}

export async function insertView(
  trx: Transaction<Tables>,
  { userId, organizationId }: Owner,
  { list, viewName, conditions, isShared }: WrittenView,
  at: Date,
): Promise<ViewRow> {
  const { rows } = await sql<ViewRow>`
    insert into list_views as v (organization_id, user_id, list, view_name, conditions,
      created_at, updated_at)
    values (${organizationId}, ${isShared ? null : userId}, ${list}, ${viewName},
      ${JSON.stringify(conditions)}::jsonb, ${at}, ${at})
    returning ${columns}`.execute(trx);
  return onlyRow(rows);
}

export async function updateView(
  trx: Transaction<Tables>,
  { userId }: Owner,
  { viewId, viewName, conditions, isShared }: Omit<WrittenView, "list"> & { viewId: number },
  at: Date,
): Promise<ViewRow> {
  const { rows } = await sql<ViewRow>`
    update list_views v set view_name = ${viewName}, conditions = ${JSON.stringify(conditions)}::jsonb,
      user_id = ${isShared ? null : userId}, version = v.version + 1, updated_at = ${at},
      looks_alike = v.looks_alike and v.view_name = ${viewName}
        and v.user_id is not distinct from ${isShared ? null : userId}
    where v.view_id = ${viewId}
    returning ${columns}`.execute(trx);
  return onlyRow(rows);
}

export async function deleteView(trx: Transaction<Tables>, viewId: number): Promise<void> {
  await trx.deleteFrom("list_views").where("view_id", "=", viewId).execute();
}

interface SettingsRow {
  list: ViewedList;
  page_size: number | null;
  shown_columns: string[] | null;
  view_id: number | null;
  view_name: string | null;
  conditions: ViewConditions | null;
}

/** How lists open for a person, of all lists or of one; a view that has been withdrawn is none. */
export async function findSettings(
  db: Kysely<Tables>,
  owner: Owner,
  list: ViewedList | null = null,
): Promise<SettingsRow[]> {
  const { rows } = await sql<SettingsRow>`
    select s.list, s.page_size, s.shown_columns, v.view_id, v.view_name, v.conditions
    from list_settings s
    left join list_views v on v.view_id = s.default_view_id and ${isVisible(owner)}
    where s.user_id = ${owner.userId} and (${list}::text is null or s.list = ${list})
    order by s.list`.execute(db);
  return rows;
}

export async function setDefault(
  trx: Transaction<Tables>,
  { userId }: Owner,
  { list, viewId }: { list: ViewedList; viewId: number | null },
): Promise<void> {
  await sql`
    insert into list_settings (user_id, list, default_view_id) values (${userId}, ${list}, ${viewId})
    on conflict (user_id, list) do update set default_view_id = ${viewId}`.execute(trx);
}

export async function setSize(
  trx: Transaction<Tables>,
  { userId }: Owner,
  { list, size }: { list: ViewedList; size: number },
): Promise<void> {
  await sql`
    insert into list_settings (user_id, list, page_size) values (${userId}, ${list}, ${size})
    on conflict (user_id, list) do update set page_size = ${size}`.execute(trx);
}

export async function setColumns(
  trx: Transaction<Tables>,
  { userId }: Owner,
  { list, columns }: { list: ViewedList; columns: readonly string[] | null },
): Promise<void> {
  await sql`
    insert into list_settings (user_id, list, shown_columns) values (${userId}, ${list}, ${columns})
    on conflict (user_id, list) do update set shown_columns = ${columns}`.execute(trx);
}

function onlyRow(rows: ViewRow[]): ViewRow {
  const [row] = rows;
  if (!row) throw new Error("the view is missing although it is locked");
  return row;
}

/** What the list knows of the conditions that were kept, maybe by an earlier release. */
function presentConditions({ query }: Viewed, { size, ...others }: ViewConditions) {
  return knownConditions(query, { ...others, size: pageSize(size) });
}

export function presentView(viewed: Viewed, row: ViewRow): View {
  return {
    viewId: row.view_id,
    list: row.list,
    viewName: row.view_name,
    isShared: row.user_id === null,
    ...presentConditions(viewed, row.conditions),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function presentSettings(viewed: Viewed, row: SettingsRow): ListSettings {
  const {
    list,
    page_size,
    shown_columns: columns,
    view_id: viewId,
    view_name: viewName,
    conditions,
  } = row;
  const isSet = viewId !== null && viewName !== null && conditions !== null;
  return {
    list,
    size: pageSize(page_size),
    ...(columns ? { columns } : {}),
    view: isSet ? { viewId, viewName, ...presentConditions(viewed, conditions) } : null,
  };
}

/** As the audit log has it: the conditions in one line. */
export function loggedView({ conditions, dropped: _, list, ...rest }: View) {
  const { filters, sort, size, columns } = conditions;
  const parts = {
    ...filters,
    ...(sort ? { sort } : {}),
    ...(size ? { size } : {}),
    ...(columns ? { columns: columns.join(",") } : {}),
  };
  return {
    ...rest,
    list: viewedListLabels[list],
    conditions: Object.entries(parts)
      .map(([name, value]) => `${name}=${value}`)
      .join(" "),
  };
}

function pageSize(size: number | null) {
  return PAGE_SIZES.find((known) => known === size) ?? null;
}
