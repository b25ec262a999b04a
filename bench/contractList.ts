import { type Kysely, sql } from "kysely";
import {
  CONTRACT_SORTS,
  CONTRACT_STATUSES,
  type ContractSort,
  USAGE_STATES,
} from "../domain/contracts/rules.ts";
import { openDatabase } from "../server/db/client.ts";
import { runPrepared } from "../server/db/prepared.ts";
import type { Tables } from "../server/db/tables.ts";
import type { ContractFilters } from "../server/modules/contracts/queries/contractFilters.ts";
import { filteredPage } from "../server/modules/contracts/queries/filteredPage.ts";
import { summarize, unfilteredPage } from "../server/modules/contracts/queries/unfilteredPage.ts";
import type { Finding } from "./finding.ts";
import { medianTimes, type Runs } from "./latency.ts";
import { CONTRACTS, millionContracts } from "./million.ts";

const SIZE = 10;
const PAGES = CONTRACTS / SIZE;
const TODAY = "2026-04-01";
const ROUNDS = 21;
const DIRECTIONS = ["asc", "desc"] as const;

/** Pages within 10,000 contracts of either end, and others. */
const NEAR = [0, 1, 999, PAGES - 1_000, PAGES - 1].filter((page) => page >= 0);
const FAR = [Math.floor(PAGES / 4), Math.floor(PAGES / 2)];
const FIRST = [0, 9];

/** Measurements that share a budget; the slowest counts. */
interface Group {
  what: string;
  atMost?: number;
  runs: Runs;
}

/**
 * Pages of the contract list with the exact total, and the overview, compared to a read by primary
 * key, one query at a time through the same pool.
 */
export async function benchContractList(): Promise<Finding[]> {
  const { db, close } = await openDatabase({ kind: "postgres", url: await millionContracts() });
  try {
    const findings: Finding[] = [];
    // Separately, because a page in the middle evicts everything else from the cache.
    for (const groups of [pages(db, NEAR, 6), filtered(db), overviews(db), pages(db, FAR, 500)]) {
      findings.push(...(await measured(db, groups)));
    }
    return findings;
  } finally {
    await close();
  }
}

async function measured(db: Kysely<Tables>, groups: Group[]): Promise<Finding[]> {
  const runs = Object.fromEntries(
    groups.flatMap(({ what, runs }) =>
      Object.entries(runs).map(([name, run]) => [`${what}: ${name}`, run]),
    ),
  );
  const times = await medianTimes({ [KEY]: () => readByKey(db), ...runs }, ROUNDS);
  return groups.map((group) => findingOf(group, times));
}

const KEY = "by key";

function readByKey(db: Kysely<Tables>) {
  const id = 1 + Math.floor(Math.random() * CONTRACTS);
  const query = sql`select * from contracts where contract_id = ${id}`;
  return runPrepared(db, query.compile(db));
}

const windowsOf = (field: ContractSort, numbers: readonly number[]) =>
  DIRECTIONS.flatMap((direction) =>
    numbers.map((page) => ({
      name: `${direction} page ${page.toLocaleString("en")}`,
      window: { sort: { field, direction }, offset: page * SIZE, limit: SIZE },
    })),
  );

function pages(db: Kysely<Tables>, numbers: readonly number[], atMost: number): Group[] {
  return CONTRACT_SORTS.map((field) => ({
    what: `${field}, ${numbers === NEAR ? "within 10,000 of an end" : "in the middle"}`,
    atMost,
    runs: Object.fromEntries(
      windowsOf(field, numbers).map(({ name, window }) => [name, () => unfilteredPage(db, window)]),
    ),
  }));
}

const oneStatus = CONTRACT_STATUSES.map((one): [string, ContractFilters] => [
  one,
  { status: [one] },
]);
const oneState = USAGE_STATES.map((one): [string, ContractFilters] => [one, { usageState: [one] }]);

function filtered(db: Kysely<Tables>): Group[] {
  return [...oneStatus, ...oneState].flatMap(([filter, filters]) =>
    CONTRACT_SORTS.map((field) => ({
      what: `${filter} by ${field}, first ten pages`,
      atMost: 40,
      runs: Object.fromEntries(
        windowsOf(field, FIRST).map(({ name, window }) => [
          name,
          () => filteredPage(db, filters, window, TODAY),
        ]),
      ),
    })),
  );
}

function overviews(db: Kysely<Tables>): Group[] {
  const year = { startMonth: "2026-01", endMonth: "2026-12" };
  const cases = [...oneStatus, ...oneState, ["months of a year", year] as const];
  return [
    { what: "overview", atMost: 20, runs: { all: () => summarize(db, {}, TODAY) } },
    {
      what: "overview with a filter",
      runs: Object.fromEntries(
        cases.map(([filter, filters]) => [filter, () => summarize(db, filters, TODAY)]),
      ),
    },
  ];
}

function findingOf({ what, atMost, runs }: Group, times: ReadonlyMap<string, number>): Finding {
  const timeOf = (name: string) => times.get(name) ?? Number.NaN;
  const names = Object.keys(runs).toSorted(
    (a, b) => timeOf(`${what}: ${b}`) - timeOf(`${what}: ${a}`),
  );
  const slowest = timeOf(`${what}: ${names[0]}`);
  const key = timeOf(KEY);
  return {
    what,
    measured: slowest / key,
    unit: "x",
    ...(atMost === undefined ? {} : { budget: { atMost } }),
    note: `${names[0]}: ${slowest.toFixed(2)} ms, by key ${key.toFixed(2)} ms`,
  };
}
