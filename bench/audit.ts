import { type Kysely, sql } from "kysely";
import type pg from "pg";
import type { AuditFilters } from "../server/audit/queries/auditConditions.ts";
import { findAuditEvents } from "../server/audit/queries/auditEvents.ts";
import { openDatabase } from "../server/db/client.ts";
import { runPrepared } from "../server/db/prepared.ts";
import type { Tables } from "../server/db/tables.ts";
import { builtDatabase } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { medianTimes } from "./latency.ts";

const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000);
const ORGANIZATIONS = 1_000;
const MONTHS = 36;
const CONTRACTS = 5_000;
const ROUNDS = 21;
const AT_MOST = 30;

/** Pages of the audit log in reads by key, and what an event takes on disk. */
export async function benchAudit(): Promise<Finding[]> {
  const url = await builtDatabase(`ki_bench_audit_${EVENTS}`, import.meta.filename, fill);
  const { db, close } = await openDatabase({ kind: "postgres", url });
  try {
    return [...(await pages(db)), await size(db)];
  } finally {
    await close();
  }
}

async function pages(db: Kysely<Tables>): Promise<Finding[]> {
  const own = { kind: "organization", organizationId: 500 } as const;
  const read = (filters: AuditFilters, scope?: typeof own) => async () =>
    void (await findAuditEvents(db, { filters, scope, size: 50, after: undefined }));
  const runs = {
    key: () => readByKey(db),
    "a page of an organization": read({}, own),
    "a page of all organizations": read({}),
    "the history of a contract": read({ targetKind: "contract", targetId: "123" }, own),
    "what a person did": read({ actorId: "user-77" }),
    "a name that nobody has, of an organization": read({ q: "無い" }, own),
  };
  const times = await medianTimes(runs, ROUNDS);
  const key = times.get("key") ?? Number.NaN;
  return Object.keys(runs)
    .filter((what) => what !== "key")
    .map((what) => ({
      what: `${what}, ${EVENTS.toLocaleString("en")} events`,
      measured: (times.get(what) ?? Number.NaN) / key,
      unit: "x",
      // A search looks at up to 5,000 events (docs/decisions/053-audit-seals.md).
      ...(what.startsWith("a name") ? {} : { budget: { atMost: AT_MOST } }),
      note: `${(times.get(what) ?? Number.NaN).toFixed(2)} ms, by key ${key.toFixed(2)} ms`,
    }));
}

async function size(db: Kysely<Tables>): Promise<Finding> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(inhrelid))::float8 as bytes from pg_inherits
    where inhparent = 'audit_events'::regclass`.execute(db);
  const bytes = (rows[0]?.bytes ?? Number.NaN) / EVENTS;
  return { what: "an event on disk, with its indexes", measured: bytes / 1_000, unit: "kB" };
}

function readByKey(db: Kysely<Tables>) {
  const id = 1 + Math.floor(Math.random() * ORGANIZATIONS);
  const query = sql`select * from organizations where organization_id = ${id}`;
  return runPrepared(db, query.compile(db));
}

async function fill(client: pg.Client): Promise<void> {
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query(
    `insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
     select (10000000 + n)::text, 'org' || n, 'org' || n, now(), now()
     from generate_series(1, $1::int) n`,
    [ORGANIZATIONS],
  );
  await client.query(earlierMonths);
  const indexes = await withoutIndexes(client);
  await client.query(
    `insert into audit_events (organization_id, occurred_at, audit_event_id, operation, outcome,
       actor_kind, actor_id, actor_name, actor_organization_id, target_kind, target_id, target_name,
       changes, request_id, address, user_agent, search_key)
     select 1 + n % ${ORGANIZATIONS},
       now() - (interval '${MONTHS} months') * (1 - n::float8 / $1::float8), n + 1, 'updateContract', 'DONE',
       'user', 'user-' || n % 20000, '山田 太郎' || n % 20000, null,
       'contract', (n % ${CONTRACTS})::text, '株式会社青空商事' || n % ${ORGANIZATIONS},
       '[{"field": "maxTranscriptCount", "before": 120, "after": 200}]',
       gen_random_uuid()::text, '192.0.2.10', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0',
       'ヤマダタロウアオゾラ' || n % 20000
     from generate_series(0, $1::int - 1) n`,
    [EVENTS],
  );
  for (const index of indexes) await client.query(index);
  await client.query("vacuum analyze");
}

const earlierMonths = `
  do $$
  declare month timestamp;
  begin
    for month in select generate_series(
      date_trunc('month', now() at time zone 'Asia/Tokyo') - interval '${MONTHS} months',
      date_trunc('month', now() at time zone 'Asia/Tokyo') - interval '1 month', interval '1 month')
    loop
      execute format('create table %I partition of audit_events for values from (%L) to (%L)',
        'audit_events_' || to_char(month, 'YYYY_MM'), month at time zone 'Asia/Tokyo',
        (month + interval '1 month') at time zone 'Asia/Tokyo');
    end loop;
  end $$`;

/** Drops the indexes but the key, and returns the statements that make them again. */
async function withoutIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
     from pg_index where indrelid = 'audit_events'::regclass and not indisprimary`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ made }) => made.replace(" ON ONLY ", " ON "));
}
