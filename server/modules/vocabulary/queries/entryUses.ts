import {
  type Generated,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import { USES_DAYS } from "../../../../domain/vocabulary/rules.ts";
import { runWithValues } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";

declare module "../../../db/tables.ts" {
  interface Tables {
    entry_use_reports: {
      organization_id: number;
      report_id: Generated<number>;
      used_on: string;
      uses: Readonly<Record<string, number>>;
    };
    entry_uses: { organization_id: number; entry_id: number; used_on: string; use_count: number };
  }
}

/** How often words of an organization were recognised on a day in Tokyo, by their ids. */
export interface UsesOfDay {
  organizationId: number;
  day: string;
  counts: ReadonlyMap<number, number>;
}

/** Programs have named words for so many days, of those that are kept. */
const KNOWN_DAYS = 21;

const today = sql`(now() at time zone 'Asia/Tokyo')::date`;

/** The days that count: today in Tokyo and those before. */
const isRecent: RawBuilder<SqlBool> = sql`u.used_on > ${today} - ${sql.lit(USES_DAYS)}::integer`;

/** How often the entry `e` was recognised. */
export const usesOfEntry = (organizationId: number): RawBuilder<number> => sql`(
  select coalesce(sum(u.use_count), 0)::bigint from entry_uses u
  where u.organization_id = ${organizationId} and u.entry_id = e.entry_id and ${isRecent})`;

export const isUsed = (organizationId: number): RawBuilder<SqlBool> => sql`exists (
  select from entry_uses u
  where u.organization_id = ${organizationId} and u.entry_id = e.entry_id and ${isRecent})`;

/** Whether words of the organization have been counted for so many days that uses would have been seen. */
export const areUsesKnown = (organizationId: number): RawBuilder<SqlBool> => sql`exists (
  select from entry_uses u
  where u.organization_id = ${organizationId} and u.used_on <= ${today} - ${sql.lit(KNOWN_DAYS)}::integer)`;

/** How often each entry was recognised in the days before one in Tokyo, which do not change any more but by late reports. */
export const usesBefore = (organizationId: number, day: string): RawBuilder<unknown> => sql`
  select u.entry_id, sum(u.use_count)::bigint as uses from entry_uses u
  where u.organization_id = ${organizationId} and u.used_on < ${day}::date
    and u.used_on >= ${day}::date - ${sql.lit(USES_DAYS)}::integer
  group by u.entry_id`;

/**
 * Writes what a batch of events says as one row for each organization and day, since adding up each word
 * would take longer than the events themselves.
 */
export async function insertUseReports(
  trx: Transaction<Tables>,
  uses: readonly UsesOfDay[],
): Promise<void> {
  if (uses.length === 0) return;
  await runWithValues(
    trx,
    ["bigint", "date", "jsonb"],
    uses.map(({ organizationId, day, counts }) => [
      organizationId,
      day,
      JSON.stringify(Object.fromEntries(counts)),
    ]),
    (values) => `
      insert into entry_use_reports (organization_id, used_on, uses) values ${values}`,
  );
}

/** So many reports are added up by one statement. */
const REPORTS_AT_ONCE = 200;

export async function addUpUses(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct r.organization_id from entry_use_reports r`.execute(db);
  for (const { organization_id } of rows) {
    let taken = REPORTS_AT_ONCE;
    while (taken === REPORTS_AT_ONCE) taken = await addUpSome(db, organization_id);
  }
}

async function addUpSome(db: Kysely<Tables>, organizationId: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from entry_use_reports r
      where r.organization_id = ${organizationId} and r.report_id in (
        select o.report_id from entry_use_reports o
        where o.organization_id = ${organizationId} order by o.report_id limit ${REPORTS_AT_ONCE})
      returning r.used_on, r.uses
    ), added as (
      insert into entry_uses as s (organization_id, entry_id, used_on, use_count)
      select ${organizationId}::bigint, e.entry_id, t.used_on, sum(w.value::bigint)
      from taken t cross join lateral jsonb_each_text(t.uses) w
      join dictionary_entries e
        on e.organization_id = ${organizationId} and e.entry_id = w.key::bigint
      group by e.entry_id, t.used_on
      order by e.entry_id, t.used_on
      on conflict (organization_id, entry_id, used_on) do update
      set use_count = s.use_count + excluded.use_count
    )
    select count(*)::integer as taken from taken`.execute(db);
  return rows[0]?.taken ?? 0;
}

export async function deleteOldUses(db: Kysely<Tables>): Promise<void> {
  await sql`delete from entry_uses u where not (${isRecent})`.execute(db);
}

/** How often these entries were recognised; null where no program of the organization tells it of any word. */
export async function countEntryUses(
  db: Kysely<Tables>,
  organizationId: number,
  entryIds: readonly number[],
): Promise<Map<number, number> | null> {
  const { rows } = await sql<{ entry_id: number | null; uses: number }>`
    select u.entry_id, sum(u.use_count)::bigint as uses from entry_uses u
    where u.organization_id = ${organizationId} and u.entry_id = any(${entryIds}::bigint[]) and ${isRecent}
    group by u.entry_id
    union all
    (select null, 0 from entry_uses u
    where u.organization_id = ${organizationId} and ${isRecent} limit 1)`.execute(db);
  if (rows.length === 0) return null;
  return new Map(
    rows.flatMap(({ entry_id, uses }) => (entry_id === null ? [] : [[entry_id, uses]])),
  );
}
