import type pg from "pg";
import { searchKey } from "../domain/text/searchKey.ts";
import { builtDatabase } from "./builtDatabase.ts";

export const CONTRACTS = Number(process.env.BENCH_CONTRACTS ?? 1_000_000);
export const ORGANIZATIONS = Math.ceil(CONTRACTS / 20);

/**
 * URL of a database with BENCH_CONTRACTS contracts and a twentieth as many organizations; building
 * it takes about three minutes for a million.
 */
export function millionContracts(): Promise<string> {
  return builtDatabase(`ki_bench_${CONTRACTS}`, import.meta.filename, fill);
}

async function fill(client: pg.Client): Promise<void> {
  const names = Array.from({ length: ORGANIZATIONS }, (_, n) => organizationName(n));
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query(
    `insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
     select (10000001 + n - 1)::text, name, key, now(), now() - n * interval '1 minute'
     from unnest($1::text[], $2::text[]) with ordinality as o (name, key, n)`,
    [names, names.map(searchKey)],
  );
  await client.query(contracts);
  await client.query("vacuum analyze");
}

const PLACES = "東京 大阪 北海 九州 関西 中央 日本 山手 港南 青葉 若草 富士 朝日 平和 大和 瑞穂";
const TRADES =
  "商事 工業 建設 電機 運輸 食品 薬品 不動産 印刷 化学 製作所 システム 総研 物産 医療 出版";
const FOUNDERS = "山田 高橋 佐藤 鈴木 田中 渡辺 伊藤 中村 小林 加藤 吉田 山本 松本 井上 木村 清水";

/** Realistic names: most begin or end with 株式会社. */
function organizationName(n: number): string {
  const pick = (words: string, divisor: number) => {
    const all = words.split(" ");
    return all[Math.floor(n / divisor) % all.length] ?? "";
  };
  const name = `${pick(FOUNDERS, 1)}${pick(TRADES, 16)}${pick(PLACES, 256)}`;
  const branch = Math.floor(n / 4096);
  const whole = branch === 0 ? name : `${name}第${branch}支社`;
  return [`株式会社${whole}`, `${whole}株式会社`, `有限会社${whole}`][n % 3] ?? whole;
}

/**
 * Twenty years of consecutive contracts per organization. Triggers and the gram index are off while
 * inserting, which is faster.
 */
const contracts = `
  alter table contracts disable trigger user;
  alter table contract_usage disable trigger user;
  drop index contracts_search;

  insert into contracts (organization_id, contract_id, organization_no, name_key, order_key, admin_email,
    admin_name, admin_key, start_date, end_date, termination_date, max_transcript_count,
    max_transcript_minutes, memo, created_at, updated_at)
  select organization_id, n, organization_no, name_key, order_key, email, name, replace(name, ' ', ''), start_date,
    end_date, case when n % 17 = 0 then start_date + 100 end, nullif(n % 5 * 1000, 0),
    nullif(n % 7 * 6000, 0), '', now(), now() - (n * 7919 % 100000000) * interval '1 second'
  from (
    select n, 1 + (n - 1) % ${ORGANIZATIONS} as organization_id,
      'admin' || n || '@example.com' as email,
      (array['山田 太郎', '佐藤 花子', '鈴木 一郎', '高橋 美咲'])[1 + n % 4] as name,
      starts.day as start_date, (starts.day + interval '1 year')::date - 1 as end_date
    from generate_series(1::bigint, ${CONTRACTS}) n, lateral (
      select (date '2015-01-01' + (n - 1) / ${ORGANIZATIONS} * interval '1 year'
        + n % ${ORGANIZATIONS} % 12 * interval '1 month')::date as day
    ) starts
  ) rows join organizations using (organization_id);

  insert into contract_usage (organization_id, contract_id, transcript_count, seconds,
    start_date, end_date, termination_date, max_transcript_count, max_transcript_minutes)
  select organization_id, contract_id, contract_id * 31 % 1100, contract_id * 37 % 400000,
    start_date, end_date, termination_date, max_transcript_count, max_transcript_minutes
  from contracts;

  insert into contract_day_counts
  select start_date, end_date, termination_date, usage_state, count(*)
  from contract_usage group by 1, 2, 3, 4;

  insert into contract_admin_counts
  select organization_id, admin_key, count(*) from contracts group by 1, 2;

  create index contracts_search on contracts using gin (search_grams(search_key))
    with (fastupdate = off);
  alter table contracts enable trigger user;
  alter table contract_usage enable trigger user;
  select setval(pg_get_serial_sequence('contracts', 'contract_id'), ${CONTRACTS});`;
