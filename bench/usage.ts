import { connect } from "node:net";
import pg from "pg";
import { openDatabase } from "../server/db/client.ts";
import { migrate } from "../server/db/migrate.ts";
import { addSystemAdmin } from "./api.ts";
import type { Finding } from "./finding.ts";
import { Lane } from "./lane.ts";
import { median } from "./latency.ts";
import { onServer, urlOf } from "./million.ts";
import { adminHeaders, type RunningProcess, serviceHeaders, startBuiltServer, withDirectory } from "./server.ts";

const NAME = "ki_bench_usage";
const CONNECTIONS = 32;
const SECONDS = 4;
const ROUNDS = 3;
const CONTRACTS = 1_000;
const LEDGER_ROWS = Number(process.env.BENCH_LEDGER_ROWS ?? 10_000_000);

/**
 * Events per second through the built server against bare prepared UPDATEs over as many connections
 * on the same PostgreSQL, in turn; with an empty ledger and with ten million rows.
 */
export async function benchUsage(): Promise<Finding[]> {
  const url = await usageDatabase();
  await addSystemAdmin(url);
  return withDirectory(async (directory) => {
    const api = await startBuiltServer({ DATABASE_URL: url, DATA_DIR: directory });
    const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
    try {
      const headers = await serviceHeaders(api.address, await adminHeaders(api.address));
      const loads = { api, pool, headers };
      const spread = await compare(loads, CONTRACTS, 0.6);
      const hot = await compare(loads, 1, 1);
      await fillLedger(pool);
      return [...spread, ...hot, ...(await compareFull(loads, spread))];
    } finally {
      await Promise.all([api.stop(), pool.end()]);
    }
  });
}
