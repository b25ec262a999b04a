import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { jobHandlers } from "../background.ts";
import { madeNames } from "../db/catalogue.ts";
import type { Tables } from "../db/tables.ts";
import {
  installQueues,
  isQueue,
  missingQueues,
  schedule,
  sendJob,
  TIME_ZONE,
} from "../jobs/queues.ts";
import { evaluateRequests } from "../modules/alerts/service/evaluateAlerts.ts";
import { collectEvents } from "../modules/webhooks/service/sender.ts";
import type { Check, DoctorDeps } from "./runChecks.ts";

/** Several rounds of the tasks of a copy that runs. */
const TAKEN_WITHIN_MS = 3_000;

export const queues: Check = {
  name: "job queues",
  async *find({ db }) {
    for (const name of await missingQueues(db)) {
      const mend = () => db.connection().execute((session) => installQueues(session));
      yield { what: `the job queue ${name} is missing`, mend };
    }
  },
};

export const schedules: Check = {
  name: "job schedules",
  async *find(deps) {
    const { db } = deps;
    const { rows } = await sql<{ name: string }>`
      select concat_ws(' ', name, timezone, cron) as name from pgboss.schedule`.execute(db);
    const there = new Set(rows.map(({ name }) => name));
    for (const [name, { schedule: cron }] of Object.entries(jobHandlers(deps))) {
      if (cron === undefined || there.has(`${name} ${TIME_ZONE} ${cron}`) || !isQueue(name))
        continue;
      const mend = () => schedule(db, name, cron);
      yield { what: `the job ${name} is not scheduled for ${JSON.stringify(cron)}`, mend };
    }
  },
};

/** Rows that wait for a job of their own, which a restore of the tables alone leaves behind. */
export const jobsOfRows: Check = {
  name: "requests without a job",
  async *find({ db }) {
    for (const { id: userId } of await withoutJob(db, "account", ACCOUNTS)) {
      const mend = () =>
        db.transaction().execute((trx) => sendJob(trx, "account", { userId: String(userId) }));
      yield { what: `the account of user ${userId} waits for a job that is missing`, mend };
    }
  },
};

const ACCOUNTS = sql`select user_id as id, jsonb_build_object('userId', user_id) as data
  from identity_outbox`;

async function withoutJob(db: Kysely<Tables>, queue: string, waiting: typeof ACCOUNTS) {
  const { rows } = await sql<{ id: string | number }>`
    select id from (${waiting}) as waiting where not exists (
      select from pgboss.job j
      where j.name = ${queue} and j.state < 'completed' and j.data = waiting.data)
    order by id`.execute(db);
  return rows;
}

/** Rows that a running copy takes within a second, without a job. */
export const untaken: Check = {
  name: "requests that no copy takes",
  async *find(deps) {
    const { db } = deps;
    const before = await waitingRows(db);
    if (before.size === 0) return;
    await setTimeout(TAKEN_WITHIN_MS);
    const after = await waitingRows(db);
    for (const what of before) {
      if (!after.has(what)) continue;
      const mend = what.startsWith("alert")
        ? () => evaluateRequests(deps)
        : () => collectEvents(deps);
      yield { what, mend };
    }
  },
};

async function waitingRows(db: Kysely<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ what: string }>`
    select format('alert request of organization %s has been evaluated by no copy, version %s',
      organization_id, version) as what from alert_requests
    union all
    select format('webhook event %s has been collected by no copy', event_id) from webhook_events`.execute(
    db,
  );
  return new Set(rows.map(({ what }) => what));
}

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
