import { sql } from "kysely";
import { openDatabase } from "../server/db/client.ts";
import { runPrepared } from "../server/db/prepared.ts";
import { findOrganizations } from "../server/modules/organizations/queries.ts";
import type { Finding } from "./finding.ts";
import { medianTimes, type Runs } from "./latency.ts";
import { millionContracts, ORGANIZATIONS } from "./million.ts";

/** In most names, in a good part of them, in some, in few, in none. */
const TERMS = ["株", "会社", "山", "本", "物産", "3", "77", "第9", "龍"];
const ROUNDS = 100;

/** The first page of the organizations that a term finds, with the exact total, by a read by key. */
export async function benchSearch(): Promise<Finding[]> {
  const { db, close } = await openDatabase({ kind: "postgres", url: await millionContracts() });
  const found = new Map<string, number>();
  const runs: Runs = {
    key: () => {
      const id = 1 + Math.floor(Math.random() * ORGANIZATIONS);
      const query = sql`select * from organizations where organization_id = ${id}`;
      return runPrepared(db, query.compile(db));
    },
  };
  for (const q of TERMS) {
    runs[q] = async () => {
      const query = {
        page: 0,
        size: 10,
        sort: { field: "organizationName", direction: "asc" },
      } as const;
      const { total } = await findOrganizations(db, query, { q }, "2026-04-01");
      found.set(q, total);
    };
  }
  try {
    const times = await medianTimes(runs, ROUNDS);
    const key = times.get("key") ?? Number.NaN;
    return TERMS.map((q) => ({
      what: `${q}: ${found.get(q)?.toLocaleString("en")} of ${ORGANIZATIONS.toLocaleString("en")}`,
      measured: (times.get(q) ?? Number.NaN) / key,
      unit: "x",
      budget: { atMost: 20 },
      note: `${(times.get(q) ?? Number.NaN).toFixed(2)} ms, by key ${key.toFixed(2)} ms`,
    }));
  } finally {
    await close();
  }
}
