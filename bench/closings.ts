import { closingResult } from "../domain/closings/schemas.ts";
import { addMonths, monthOf, tokyoDate } from "../domain/text/dates.ts";
import { addSystemAdmin } from "./api.ts";
import { builtDatabase, withClient } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { percentile } from "./latency.ts";
import { readsDuring } from "./readsDuring.ts";
import { adminHeaders, type RunningProcess, startBuiltServer, withDirectory } from "./server.ts";

const CONTRACTS = Number(process.env.BENCH_CLOSED_CONTRACTS ?? 50_000);
const EVENTS = 1_000_000;
const PAUSE_MS = 10;
const QUIET_MS = 5_000;

/** The two months before this one in Tokyo, the first one first. */
const MONTHS = [2, 1].map((ago) => monthOf(addMonths(monthOf(tokyoDate(new Date())), -ago)));

/**
 * Two months after another of 50,000 contracts with 1,000,000 events each, which are closed in one act, and
 * how long a read by key takes meanwhile.
 */
export async function benchClosings(): Promise<Finding[]> {
  const url = await builtDatabase(
    `ki_bench_closings_${MONTHS[1]?.replace("-", "_")}_${CONTRACTS}`,
    import.meta.filename,
    fill,
  );
  await withClient(url, async (client) => {
    await client.query("truncate closings cascade");
  });
  await addSystemAdmin(url);
  return withDirectory(async (directory) => {
    const api = await startBuiltServer({ DATABASE_URL: url, DATA_DIR: directory });
    try {
      const headers = await adminHeaders(api.address);
      const quiet = await p95During(api, headers, () => sleep(QUIET_MS));
      const findings: Finding[] = [];
      for (const month of MONTHS) findings.push(...(await closed(api, headers, month, quiet.p95)));
      return findings;
    } finally {
      await api.stop();
    }
  });
}

async function closed(
  api: RunningProcess,
  headers: Record<string, string>,
  month: string,
  quiet: number,
): Promise<Finding[]> {
  const { p95, seconds } = await p95During(api, headers, async () => {
    const answer = await fetch(`${api.address}/admin/api/v1/closings`, {
      method: "POST",
      headers: { ...headers, "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({ month }),
    });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    const { closed: count } = closingResult.parse(await answer.json());
    if (count !== CONTRACTS) throw new Error(`${count} contracts were closed`);
  });
  const place = month === MONTHS[0] ? "a first" : "the next";
  return [
    {
      what: `closing ${place} month of ${CONTRACTS} contracts with ${EVENTS} events`,
      measured: seconds,
      unit: "s",
      budget: { atMost: 60 },
    },
    {
      what: `p95 of a read by key meanwhile, against before`,
      measured: p95 / quiet,
      unit: "x",
      budget: { atMost: 3 },
      note: `${p95.toFixed(1)} and ${quiet.toFixed(1)} ms`,
    },
  ];
}

async function p95During(
  api: RunningProcess,
  headers: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<{ p95: number; seconds: number }> {
  const began = performance.now();
  const path = () => `/admin/api/v1/contracts/${1 + Math.floor(Math.random() * CONTRACTS)}`;
  const times = await readsDuring({ address: api.address, headers, path, pauseMs: PAUSE_MS }, work);
  return { p95: percentile(times, 0.95), seconds: (performance.now() - began) / 1_000 };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function fill(client: { query: (text: string) => Promise<unknown> }): Promise<void> {
  const [first = "", second = ""] = MONTHS;
  await client.query(`
    insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
    select (10000000 + n)::text, '計測' || n, 'けいそく' || n, now(), now()
    from generate_series(1, ${CONTRACTS}) n;
    insert into contracts (organization_id, organization_no, name_key, order_key, admin_email,
      admin_name, admin_key, start_date, end_date, max_transcript_count, max_transcript_minutes,
      created_at, updated_at)
    select organization_id, '', '', '', 'admin@example.com', '山田 太郎', '山田太郎', '${first}-01',
      '2099-12-31', 2000000000, 2000000000, now(), now()
    from organizations order by organization_id`);
  await client.query(`
    do $$ begin
      perform make_ledger_months(0, month::date)
      from unnest(array['${first}-01', '${second}-01']::date[]) month;
    end $$`);
  for (const month of MONTHS) {
    // Of 27 days, which every month has.
    await client.query(`
      insert into ledger (organization_id, contract_id, event_id, occurred_at, usage_date, seconds)
      select c.organization_id, c.contract_id, '${month}-' || md5(n::text), at,
        (at at time zone 'Asia/Tokyo')::date, 60 + n % 3000
      from generate_series(1, ${EVENTS}) n
      join contracts c on c.contract_id = 1 + n % ${CONTRACTS},
      lateral (select timestamptz '${month}-01T00:00:00+09:00'
        + n * interval '27 days' / ${EVENTS} as at) times`);
  }
  await client.query(`
    insert into usage_daily (organization_id, contract_id, usage_date, workspace_id,
      transcript_count, seconds, event_rows)
    select organization_id, contract_id, usage_date, 0, count(*), sum(seconds), count(*)
    from ledger group by 1, 2, 3`);
  await client.query(`
    update contract_usage u set transcript_count = d.transcripts, seconds = d.seconds
    from (select contract_id, sum(transcript_count) as transcripts, sum(seconds) as seconds
      from usage_daily group by 1) d
    where d.contract_id = u.contract_id`);
  await client.query("vacuum analyze");
}
