import type pg from "pg";
import { openDatabase } from "../server/db/client.ts";
import { migrate } from "../server/db/migrate.ts";
import { SERVER, urlOf, withClient } from "./builtDatabase.ts";

const NAME = "ki_bench_usage";
export const CONTRACTS = 1_000;

/**
 * URL of a new database: 1,000 organizations with a contract each that cannot be used up, and
 * `bare_use`, the table of the peer, with as many rows.
 */
export async function usageDatabase(): Promise<string> {
  const url = urlOf(NAME);
  await withClient(SERVER, async (client) => {
    await client.query(`drop database if exists ${NAME} with (force)`);
    await client.query(`create database ${NAME}`);
  });
  const database = await openDatabase({ kind: "postgres", url });
  await migrate(database.db).finally(() => database.close());
  await withClient(url, async (client) => {
    await client.query(
      `
      insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
      select (10000000 + n)::text, '計測' || n, 'けいそく' || n, now(), now()
      from generate_series(1, ${CONTRACTS}) n;
      insert into contracts (organization_id, organization_no, name_key, order_key, admin_email,
        admin_name, admin_key, start_date, end_date, max_transcript_count, max_transcript_minutes,
        created_at, updated_at)
      select organization_id, '', '', '', 'admin@example.com', '山田 太郎', '山田太郎', '2020-01-01',
        '2099-12-31', 2000000000, 2000000000, now(), now()
      from organizations;
      create table bare_use (contract_id bigint primary key, transcript_count integer not null,
        seconds bigint not null) with (fillfactor = 70);
      insert into bare_use select contract_id, 0, 0 from contracts;
      vacuum analyze`.replace(/;\s*vacuum analyze$/, ""),
    );
    await client.query("vacuum analyze");
  });
  return url;
}

/**
 * Adds events to the ledger, one a second up to now, its indexes rebuilt afterwards, with the ids of
 * those that can still be reported, and sets counters and sums.
 */
export async function fillLedger(url: string, rows: number): Promise<void> {
  await withClient(url, async (client: pg.Client) => {
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query(`
      do $$ begin
        perform make_ledger_months(0, month::date) from generate_series(
          now() - ${rows} * interval '1 second', now(), interval '1 month') month;
      end $$;
      alter table ledger drop constraint ledger_pkey;
      drop index ${EVENT_INDEX};
      insert into ledger (organization_id, contract_id, event_id, occurred_at, usage_date, seconds)
      select organization_id, contract_id, ${ID}, at, (at at time zone 'Asia/Tokyo')::date, 60
      from generate_series(1, ${rows}) n
      join contracts on contract_id = 1 + n % ${CONTRACTS},
      lateral (select now() - n * interval '1 second' as at) times;
      alter table ledger
        add primary key (organization_id, contract_id, occurred_at, ledger_id);
      create unique index ${EVENT_INDEX} on ledger (organization_id, occurred_at, event_id);
      insert into usage_event_ids (month, event_id, organization_id, occurred_at)
      select date_trunc('month', occurred_at at time zone 'Asia/Tokyo')::date, event_id,
        organization_id, occurred_at
      from ledger where event_id like 'old-%' and occurred_at > now() - interval '90 days';
      do $$ declare part regclass; begin
        for part in select inhrelid from pg_inherits where inhparent = 'usage_event_ids'::regclass
          and to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') < now() - interval '4 months'
        loop execute format('drop table %s', part); end loop;
      end $$;
      truncate usage_daily;
      insert into usage_daily (organization_id, contract_id, usage_date, workspace_id,
        transcript_count, seconds, event_rows)
      select organization_id, contract_id, usage_date, 0, count(*), sum(seconds), count(*)
      from ledger group by 1, 2, 3;
      update contract_usage u set transcript_count = d.transcripts, seconds = d.seconds
      from (select contract_id, sum(transcript_count) as transcripts, sum(seconds) as seconds
        from usage_daily group by 1) d
      where d.contract_id = u.contract_id`);
    await client.query("vacuum analyze");
  });
}

const EVENT_INDEX = "ledger_organization_id_occurred_at_event_id_idx";
/** As random as the ids that services choose. */
const ID = "'old-' || md5(n::text)";
