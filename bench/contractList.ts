import { type Kysely, sql } from "kysely";
import { CONTRACT_SORTS, type ContractSort } from "../domain/contractRules.ts";
import { openDatabase } from "../server/db/client.ts";
import { contractCounts, contractPage } from "../server/db/contractOrder.ts";
import { runPrepared } from "../server/db/prepared.ts";
import type { Tables } from "../server/db/tables.ts";
import {
  besideContract,
  type ContractRow,
  contractColumns,
} from "../server/modules/contracts/queries.ts";
import type { Finding } from "./finding.ts";
import { medianTimes, type Runs } from "./latency.ts";
import { CONTRACTS, millionContracts } from "./million.ts";

const SIZE = 10;
const LAST = Math.floor((CONTRACTS / SIZE) * 0.99);
const PAGES = [0, 1, Math.floor(LAST / 2), LAST];
const ROUNDS = 300;

/**
 * Pages of the contract list with the exact total, in every order, against a read by primary key:
 * one after the other through the same pool, so that each figure is the time of one question.
 */
export async function benchContractList(): Promise<Finding[]> {
  const { db, close } = await openDatabase({ kind: "postgres", url: await millionContracts() });
  try {
    const times = await medianTimes(runsOf(db), ROUNDS);
    const timeOf = (name: string) => times.get(name) ?? Number.NaN;
    const key = timeOf(KEY);
    return [
      ...CONTRACT_SORTS.flatMap((field) => findingsOf(field, timeOf, key)),
      ...further(timeOf),
    ];
  } finally {
    await close();
  }
}

const KEY = "by key";
const RANDOM = "random";
const COUNTS = "counts";

function runsOf(db: Kysely<Tables>): Runs {
  const runs: Runs = {
    [KEY]: () => readByKey(db),
    [RANDOM]: () => readPage(db, "organizationName", "asc", Math.floor(Math.random() * LAST)),
    [COUNTS]: () => contractCounts(db, "2026-04-01"),
  };
  for (const [field, direction, page] of cases()) {
    runs[nameOf(field, direction, page)] = () => readPage(db, field, direction, page);
  }
  return runs;
}

function* cases(): Generator<[ContractSort, "asc" | "desc", number]> {
  for (const field of CONTRACT_SORTS) {
    for (const direction of ["asc", "desc"] as const) {
      for (const page of PAGES) yield [field, direction, page];
    }
  }
}

const nameOf = (field: string, direction: string, page: number) => `${field} ${direction} ${page}`;

function readByKey(db: Kysely<Tables>) {
  const id = 1 + Math.floor(Math.random() * CONTRACTS);
  const query = sql`select * from contracts where contract_id = ${id}`;
  return runPrepared(db, query.compile(db));
}

function readPage(
  db: Kysely<Tables>,
  field: ContractSort,
  direction: "asc" | "desc",
  page: number,
) {
  return contractPage<ContractRow>(
    db,
    { sort: { field, direction }, offset: page * SIZE, limit: SIZE },
    { columns: contractColumns, joins: besideContract },
  );
}

function findingsOf(field: ContractSort, timeOf: (name: string) => number, key: number): Finding[] {
  const own = [...cases()].filter(([sort]) => sort === field);
  const slowest = Math.max(...own.map((one) => timeOf(nameOf(...one))));
  const late = (["asc", "desc"] as const).map(
    (direction) => timeOf(nameOf(field, direction, LAST)) / timeOf(nameOf(field, direction, 0)),
  );
  const pages = PAGES.map((page) => page.toLocaleString("en")).join(", ");
  return [
    {
      what: `${field}: slowest of pages ${pages}`,
      measured: slowest / key,
      unit: "x",
      budget: { atMost: 3 },
      note: `${slowest.toFixed(2)} ms, by key ${key.toFixed(2)} ms`,
    },
    {
      what: `${field}: page ${LAST.toLocaleString("en")} against page 0`,
      measured: Math.max(...late),
      unit: "x",
      budget: { atMost: 1.5 },
    },
  ];
}

function further(timeOf: (name: string) => number): Finding[] {
  const key = timeOf(KEY);
  return [
    {
      what: "pages at random, by name",
      measured: timeOf(RANDOM) / key,
      unit: "x",
      note: "ten contracts that nobody has read lately, so most come from disk cache",
    },
    { what: "counts per status and usage state", measured: timeOf(COUNTS) / key, unit: "x" },
  ];
}
