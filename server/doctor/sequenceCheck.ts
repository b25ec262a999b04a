import { type Kysely, sql } from "kysely";
import { madeNames } from "../db/catalogue.ts";
import type { Tables } from "../db/tables.ts";
import type { Check, DoctorDeps } from "./runChecks.ts";

/** A column that a sequence numbers; the number in it, where it is text. */
interface Source {
  table: string;
  column: string;
  pattern?: string;
}

/** What the server numbers by `nextval`, which the database does not know. */
const NUMBERED: Readonly<Record<string, readonly Source[]>> = {
  audit_event_ids: [{ table: "audit_events", column: "audit_event_id" }],
  erased_numbers: [
    { table: "users", column: "email", pattern: "^erased-(\\d+)@erased\\.invalid$" },
  ],
  organization_no_seq: [{ table: "organizations", column: "organization_no", pattern: "^\\d{8}$" }],
  vocabulary_change_ids: [
    { table: "vocabulary_changes", column: "change_id" },
    { table: "vocabulary_tombstones", column: "change_id" },
    { table: "dictionary_entries", column: "change_id" },
  ],
};

/** What each sequence of the schema numbers: identity columns, those with such a default, and the others. */
export async function sequenceSources(
  db: Kysely<Tables>,
): Promise<{ sequence: string; sources: readonly Source[] }[]> {
  const { rows } = await sql<{ sequence: string; sources: Source[] }>`
    select s.relname as sequence, coalesce(jsonb_agg(distinct
      jsonb_build_object('table', t.relname, 'column', a.attname)) filter (where a.attname is not null), '[]')
      as sources
    from pg_class s
    left join (
      select objid as sequence, refobjid as owner, refobjsubid as number from pg_depend
      where classid = 'pg_class'::regclass and deptype in ('a', 'i')
      union
      select d.refobjid, f.adrelid, f.adnum from pg_depend d join pg_attrdef f on f.oid = d.objid
      where d.classid = 'pg_attrdef'::regclass and d.refclassid = 'pg_class'::regclass
    ) numbered on numbered.sequence = s.oid
    left join pg_class t on t.oid = numbered.owner and not t.relispartition
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = numbered.number
    where s.relnamespace = 'public'::regnamespace and s.relkind = 'S'
      and s.relname = any(${madeNames("sequence")})
    group by s.relname order by s.relname`.execute(db);
  return rows
    .map(({ sequence, sources }) => ({
      sequence,
      sources: [...sources, ...(NUMBERED[sequence] ?? [])],
    }))
    .filter(({ sources }) => sources.length > 0);
}

/** A sequence whose next value is in its table, after a restore of tables alone or rows written by hand. */
export const sequences: Check<Pick<DoctorDeps, "db">> = {
  name: "sequences",
  async *find({ db }) {
    for (const { sequence, sources } of await sequenceSources(db)) {
      const next = await nextValue(db, sequence);
      const ahead: string[] = [];
      let most = next;
      for (const source of sources) {
        const highest = await highestOf(db, source);
        if (highest === null || highest < next) continue;
        most = Math.max(most, highest);
        ahead.push(`${source.table}.${source.column} is at ${highest}`);
      }
      if (ahead.length === 0) continue;
      yield {
        what: `the sequence ${sequence} is behind: its next value is ${next}, ${ahead.join(", ")}`,
        mend: () => moveOn(db, sequence, most),
      };
    }
  },
};

async function nextValue(db: Kysely<Tables>, sequence: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select case when is_called then last_value + 1 else last_value end as next
    from ${sql.table(sequence)}`.execute(db);
  return rows[0]?.next ?? 0;
}

/** All rows are read where no index begins with the column, and the ledger is long. */
function highestOf(db: Kysely<Tables>, { table, column, pattern }: Source): Promise<number | null> {
  const number = pattern
    ? sql`substring(${sql.ref(column)} from ${pattern})::bigint`
    : sql.ref(column);
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await sql<{ highest: number | null }>`
      select max(${number}) as highest from ${sql.table(table)}`.execute(trx);
    return rows[0]?.highest ?? null;
  });
}

/** Never back, although it is used meanwhile. */
async function moveOn(db: Kysely<Tables>, sequence: string, to: number): Promise<void> {
  await sql`
    select setval(${sequence}::regclass, greatest(last_value, ${to}::bigint))
    from ${sql.table(sequence)}`.execute(db);
}
