import { type Kysely, sql } from "kysely";
import { openDatabase } from "../server/db/client.ts";
import { runPrepared } from "../server/db/prepared.ts";
import type { Tables } from "../server/db/tables.ts";
import { searchedPage } from "../server/modules/contracts/queries/filteredPage.ts";
import { findOrganizations } from "../server/modules/organizations/queries.ts";
import { searchAll } from "../server/modules/search/routes.ts";
import type { Finding } from "./finding.ts";
import { medianTimes, type Runs } from "./latency.ts";
import { CONTRACTS, millionContracts, ORGANIZATIONS } from "./million.ts";

/** In most names, in many, in some, in few, in none. */
const TERMS = ["株", "会社", "山", "本", "物産", "3", "77", "第9", "龍"];
/**
 * An admin's and a founder's surname, a given name, an organization, a number, an e-mail address.
 */
const WORDS = [
  "山田",
  "花子",
  "物産青葉",
  "株式会社山田商事東京",
  "10012345",
  "admin777777@",
  "無い",
];
const ROUNDS = 21;
const TODAY = "2026-04-01";
const FIRST = { offset: 0, limit: 10 };

/** Found in most contracts and organizations, in some, in few, in none. */
const QUICK = [...TERMS, ...WORDS];

/** The first page of each term with the exact total, and the quick search, in reads by key. */
export async function benchSearch(): Promise<Finding[]> {
  const { db, close } = await openDatabase({ kind: "postgres", url: await millionContracts() });
  try {
    return [
      ...(await findings(db, "organizations", TERMS, ORGANIZATIONS, 70)),
      ...(await findings(db, "contracts", WORDS, CONTRACTS, 300)),
      ...(await quickFindings(db)),
    ];
  } finally {
    await close();
  }
}

async function findings(
  db: Kysely<Tables>,
  table: "organizations" | "contracts",
  terms: readonly string[],
  all: number,
  atMost: number,
): Promise<Finding[]> {
  const found = new Map<string, number>();
  const runs: Runs = { key: () => readByKey(db) };
  for (const q of terms) {
    runs[q] = async () => {
      const { total } = await firstPage[table](db, q);
      found.set(q, total);
    };
  }
  const times = await medianTimes(runs, ROUNDS);
  const key = times.get("key") ?? Number.NaN;
  return terms.map((q) => ({
    what: `${q}: ${found.get(q)?.toLocaleString("en")} of ${all.toLocaleString("en")} ${table}`,
    measured: (times.get(q) ?? Number.NaN) / key,
    unit: "x",
    budget: { atMost },
    note: `${(times.get(q) ?? Number.NaN).toFixed(2)} ms, by key ${key.toFixed(2)} ms`,
  }));
}

/** All kinds of the admin area at once. */
async function quickFindings(db: Kysely<Tables>): Promise<Finding[]> {
  const now = () => new Date(`${TODAY}T00:00:00Z`);
  const runs: Runs = { key: () => readByKey(db) };
  for (const q of QUICK) runs[q] = () => searchAll({ db, now }, q);
  const times = await medianTimes(runs, ROUNDS);
  const key = times.get("key") ?? Number.NaN;
  return QUICK.map((q) => ({
    what: `quick search ${q}`,
    measured: (times.get(q) ?? Number.NaN) / key,
    unit: "x",
    budget: { atMost: 30 },
    note: `${(times.get(q) ?? Number.NaN).toFixed(2)} ms, by key ${key.toFixed(2)} ms`,
  }));
}

const firstPage = {
  organizations: (db: Kysely<Tables>, q: string) =>
    findOrganizations(
      db,
      { page: 0, size: 10, sort: { field: "organizationName", direction: "asc" } },
      { q },
      TODAY,
    ),
  contracts: (db: Kysely<Tables>, q: string) =>
    searchedPage(db, { q }, { sort: { field: "contractId", direction: "asc" }, ...FIRST }, TODAY),
};

function readByKey(db: Kysely<Tables>) {
  const id = 1 + Math.floor(Math.random() * ORGANIZATIONS);
  const query = sql`select * from organizations where organization_id = ${id}`;
  return runPrepared(db, query.compile(db));
}
