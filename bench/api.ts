import autocannon, { type Request } from "autocannon";
import { openDatabase } from "../server/db/client.ts";
import type { Finding } from "./finding.ts";
import { median } from "./latency.ts";
import { CONTRACTS, millionContracts, ORGANIZATIONS } from "./million.ts";
import {
  adminHeaders,
  type RunningProcess,
  serviceKeyHeaders,
  startBuiltServer,
  startScript,
  withDirectory,
} from "./server.ts";

/** As many requests as one caller may have at work (docs/decisions/024). */
const CONNECTIONS = 8;
const SECONDS = 4;
const ROUNDS = 3;

interface Load {
  what: string;
  /** Whose requests they are; default: a system admin's. */
  by?: "program";
  budget: { atLeast: number };
  requests: (prefix: string) => Request[];
  /** What the bare server is asked; default: the same. */
  bareRequests?: () => Request[];
}

const readByKey = (prefix: string) =>
  some((n) => ({ method: "GET", path: `${prefix}/contracts/${n}` }));

/** Each request reads another contract or page. */
const loads: Load[] = [
  {
    what: "read by key, signed in",
    budget: { atLeast: 0.5 },
    requests: readByKey,
  },
  {
    what: "limits of an organization, with a service key",
    by: "program",
    budget: { atLeast: 0.5 },
    requests: (prefix) =>
      some((n) => ({
        method: "GET",
        path: `${prefix}/contracts/limits?organizationId=${1 + (n % ORGANIZATIONS)}`,
      })),
    bareRequests: () => readByKey(""),
  },
  {
    what: "list page",
    budget: { atLeast: 0.6 },
    requests: (prefix) =>
      some((n) => ({
        method: "GET",
        path: `${prefix}/contracts?page=${Math.floor(n / 10)}&size=10`,
      })),
  },
  {
    what: "PATCH, signed in",
    budget: { atLeast: 0.5 },
    requests: (prefix) =>
      some((n) => ({
        method: "PATCH",
        path: `${prefix}/contracts/${n}`,
        body: JSON.stringify({ memo: `メモ ${Math.random()}` }),
      })),
  },
];

function some(make: (contractId: number) => Request): Request[] {
  return Array.from({ length: 2_000 }, () => make(1 + Math.floor(Math.random() * CONTRACTS)));
}

/**
 * Rates of the built server and of bare Fastify routes with the same SQL, alternating.
 */
export async function benchApi(): Promise<Finding[]> {
  const url = await millionContracts();
  await addSystemAdmin(url);
  return withDirectory(async (directory) => {
    const api = await startBuiltServer({ DATABASE_URL: url, DATA_DIR: directory });
    const bare = await startScript("bench/bareServer.ts", { DATABASE_URL: url });
    try {
      const admin = await adminHeaders(api.address);
      const program = await serviceKeyHeaders(api.address, admin);
      const findings: Finding[] = [];
      for (const load of loads) {
        const caller =
          load.by === "program"
            ? { prefix: "/api/v1", headers: program }
            : { prefix: "/admin/api/v1", headers: admin };
        findings.push(await compare(load, { api, bare, ...caller }));
      }
      return findings;
    } finally {
      await Promise.all([api.stop(), bare.stop()]);
    }
  });
}

async function compare(
  { what, budget, requests, bareRequests = () => requests("") }: Load,
  parts: {
    api: RunningProcess;
    bare: RunningProcess;
    prefix: string;
    headers: Record<string, string>;
  },
): Promise<Finding> {
  const { api, bare, prefix, headers } = parts;
  const rates = { api: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.api.push(await rate(api.address, headers, requests(prefix)));
    rates.bare.push(await rate(bare.address, headers, bareRequests()));
  }
  const [own, peer] = [median(rates.api), median(rates.bare)];
  const note = `${own.toFixed(0)}/s, bare ${peer.toFixed(0)}/s`;
  return { what, measured: own / peer, unit: "x", budget, note };
}

async function rate(
  url: string,
  headers: Record<string, string>,
  requests: Request[],
): Promise<number> {
  const result = await autocannon({
    url,
    headers,
    requests,
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  }
  return result.requests.average;
}

/** The demo's system admin, whose account the server creates at the emulator. */
export async function addSystemAdmin(url: string): Promise<void> {
  const { db, close } = await openDatabase({ kind: "postgres", url });
  const at = new Date();
  await db
    .insertInto("users")
    .values({
      user_id: "demo-sysadmin",
      email: "sysadmin@example.com",
      user_name: "山本 直樹",
      search_key: "山本直樹 sysadmin@example.com",
      is_system_admin: true,
      status: "ACTIVE",
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
    .finally(close);
}
