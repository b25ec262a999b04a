import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { addSystemAdmin } from "./api.ts";
import type { Finding } from "./finding.ts";
import { Lane } from "./lane.ts";
import { median } from "./latency.ts";
import { type RunningProcess, serviceHeaders, startBuiltServer, withDirectory } from "./server.ts";
import { CONTRACTS, fillLedger, usageDatabase } from "./usageDatabase.ts";
import { someContract, someEvents } from "./usageEvents.ts";
import { benchScreens } from "./usageScreens.ts";

const CONNECTIONS = 32;
const SECONDS = 4;
const ROUNDS = 3;
const LEDGER_ROWS = Number(process.env.BENCH_LEDGER_ROWS ?? 10_000_000);
/** Events of one report, as a service sends them that reports every second. */
const PER_REPORT = 50;
/** Words of dictionaries in a transcript. */
const WORDS = 20;

interface Parts {
  api: RunningProcess;
  headers: Record<string, string>;
  pool: pg.Pool;
}

/**
 * Events per second through the built server against bare prepared UPDATEs over as many connections
 * to the same PostgreSQL, in turn; then with ten million rows in the ledger, and what screens
 * notice of 1,000 events a second.
 */
export async function benchUsage(): Promise<Finding[]> {
  const url = await usageDatabase();
  await addSystemAdmin(url);
  return withDirectory(async (directory) => {
    const api = await startBuiltServer({ DATABASE_URL: url, DATA_DIR: directory });
    const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
    const parts = { api, pool, headers: await serviceHeaders(api.address) };
    try {
      const findings: Finding[] = [];
      for (const [contracts, atLeast] of [
        [CONTRACTS, 0.6],
        [1, 1],
      ] as const) {
        findings.push(await againstUpdate(parts, { size: PER_REPORT, contracts, atLeast }));
        // What the 8 places of a key let through where each event is a report; no budget.
        findings.push(await againstUpdate(parts, { size: 1, contracts }));
      }
      findings.push(await withWords(parts));
      findings.push({
        what: "memory after that",
        measured: await api.memory(),
        unit: "MB",
      });
      findings.push(...(await benchScreens(parts)));
      findings.push(await fullLedger(parts, url));
      return findings;
    } finally {
      await Promise.all([api.stop(), pool.end()]);
    }
  });
}

interface Load {
  size: number;
  contracts: number;
  /** Of each event. */
  words?: number;
}

async function withWords(parts: Parts): Promise<Finding> {
  const load = { size: PER_REPORT, contracts: CONTRACTS };
  const rates = { named: [] as number[], plain: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.named.push(await eventRate(parts, { ...load, words: WORDS }));
    rates.plain.push(await eventRate(parts, load));
  }
  const [named, plain] = [median(rates.named), median(rates.plain)];
  return {
    what: `usage events that name ${WORDS} words each, against those without`,
    measured: named / plain,
    unit: "x",
    budget: { atLeast: 0.6 },
    note: `${named.toFixed(0)} and ${plain.toFixed(0)} events/s`,
  };
}

async function againstUpdate(
  parts: Parts,
  { atLeast, ...load }: Load & { atLeast?: number },
): Promise<Finding> {
  const rates = { own: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.own.push(await eventRate(parts, load));
    rates.bare.push(await updateRate(parts, load));
  }
  const [own, bare] = [median(rates.own), median(rates.bare)];
  const where = load.contracts === 1 ? "one contract" : `${load.contracts} contracts`;
  return {
    what: `usage events on ${where}, ${load.size} per report`,
    measured: own / bare,
    unit: "x",
    ...(atLeast === undefined ? {} : { budget: { atLeast } }),
    note: `${own.toFixed(0)} events/s, bare UPDATE ${bare.toFixed(0)}/s`,
  };
}

async function fullLedger(parts: Parts, url: string): Promise<Finding> {
  const load = { size: 1, contracts: CONTRACTS };
  const empty = await rateOfRounds(parts, load);
  await fillLedger(url, LEDGER_ROWS);
  const full = await rateOfRounds(parts, load);
  return {
    what: `usage events with ${LEDGER_ROWS} rows in the ledger, against few`,
    measured: full / empty,
    unit: "x",
    budget: { atLeast: 0.9 },
    note: `${full.toFixed(0)} and ${empty.toFixed(0)} events/s`,
  };
}

async function rateOfRounds(parts: Parts, load: Load): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rates.push(await eventRate(parts, load));
  return median(rates);
}

/** Events that were recorded per second. */
async function eventRate(
  { api, headers }: Parts,
  { size, contracts, words }: Load,
): Promise<number> {
  const { hostname, port } = new URL(api.address);
  const lanes = Array.from(
    { length: CONNECTIONS },
    () => new Lane(connect({ host: hostname, port: Number(port) })),
  );
  await Promise.all(lanes.map((lane) => lane.opened));
  const reports = await perSecond(async (n) => {
    const request = reportRequest(api.address, headers, someEvents(size, contracts, words));
    let answer = await lanes[n]?.ask(request);
    // As programs do, on a machine that others keep busy.
    while (answer?.status === 429) {
      await pause(answer.retryAfter * 1_000);
      answer = await lanes[n]?.ask(request);
    }
    if (answer?.status !== 200)
      throw new Error(`a report was answered ${answer?.status} ${JSON.stringify(answer)}`);
  });
  for (const lane of lanes) lane.close();
  return reports * size;
}

function updateRate({ pool }: Parts, { contracts }: Load): Promise<number> {
  const text = `update bare_use set transcript_count = transcript_count + 1, seconds = seconds + $2
    where contract_id = $1`;
  return perSecond(async () => {
    await pool.query({ name: "bare", text, values: [someContract(contracts), 60] });
  });
}

/** How often all connections together complete `work` per second. */
async function perSecond(work: (connection: number) => Promise<void>): Promise<number> {
  let count = 0;
  const began = performance.now();
  const end = began + SECONDS * 1_000;
  const loop = async (connection: number) => {
    while (performance.now() < end) {
      await work(connection);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => loop(n)));
  return count / ((performance.now() - began) / 1_000);
}

function reportRequest(address: string, headers: Record<string, string>, events: object[]): string {
  const body = JSON.stringify({ events });
  const lines = Object.entries({
    host: new URL(address).host,
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, text]) => `${name}: ${text}`);
  return `POST /api/v1/usage-events HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
