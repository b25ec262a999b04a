import { type Kysely, sql } from "kysely";
import { openDatabase } from "../server/db/client.ts";
import { runPrepared } from "../server/db/prepared.ts";
import type { Tables } from "../server/db/tables.ts";
import {
  type EntryFilters,
  type EntrySort,
  findEntryPage,
} from "../server/modules/entries/queries/entryList.ts";
import { searchOwn } from "../server/modules/search/routes.ts";
import {
  DICTIONARIES,
  entriesDatabase,
  OF_A_DICTIONARY,
  organizationOf,
} from "./entriesDatabase.ts";
import type { Finding } from "./finding.ts";
import { medianTimes, type Runs } from "./latency.ts";

const ROUNDS = 41;

interface Look {
  what: string;
  filters?: EntryFilters;
  sort?: EntrySort;
  page?: number;
  atMost: number | null;
}

const LOOKS: readonly Look[] = [
  { what: "search 山, in every eighth", filters: { q: "山" }, atMost: 30 },
  { what: "search だい, in most", filters: { q: "ダイ" }, atMost: 30 },
  { what: "search 高橋営業第7, one", filters: { q: "髙橋営業第7" }, atMost: 30 },
  { what: "search 無い, none", filters: { q: "無い" }, atMost: 30 },
  { what: "search 会議 by reading", filters: { q: "会議" }, sort: "reading", atMost: 30 },
  { what: "the first page", atMost: 30 },
  { what: "the last page", page: 99, atMost: 30 },
  { what: "the last page by reading", page: 99, sort: "reading", atMost: null },
  { what: "those with warnings", filters: { warning: "true" }, atMost: null },
];

/** Words of an organization that has 300,000, by the beginning of surface or reading. */
const QUICK = ["山", "髙橋営業第7", "かいぎ", "無い"];

const MEMBER = {
  userId: "",
  userName: "",
  email: "",
  signedInAt: new Date(0),
  isSystemAdmin: false,
  isOrganizationAdmin: true,
  isDictionaryAdmin: false,
};

/**
 * A page of 100 with the exact total in one of many dictionaries, and the quick search in one of many
 * organizations, in reads by key.
 */
export async function benchEntries(): Promise<Finding[]> {
  const { db, close } = await openDatabase({ kind: "postgres", url: await entriesDatabase() });
  try {
    const runs: Runs = { key: () => readByKey(db) };
    for (const look of LOOKS) runs[look.what] = () => pageOf(db, look);
    for (const q of QUICK) runs[`quick search ${q}`] = () => quickSearch(db, q);
    const times = await medianTimes(runs, ROUNDS);
    const key = times.get("key") ?? Number.NaN;
    const quick = QUICK.map((q) => ({ what: `quick search ${q}`, atMost: 30 }));
    return [...LOOKS, ...quick].map(({ what, atMost }) => ({
      what,
      measured: (times.get(what) ?? Number.NaN) / key,
      unit: "x",
      ...(atMost === null ? {} : { budget: { atMost } }),
      note: `${(times.get(what) ?? Number.NaN).toFixed(2)} ms, by key ${key.toFixed(2)} ms`,
    }));
  } finally {
    await close();
  }
}

function pageOf(db: Kysely<Tables>, { filters = {}, sort = "entryId", page = 0 }: Look) {
  const dictionaryId = 1 + Math.floor(Math.random() * DICTIONARIES);
  const key = { organizationId: organizationOf(dictionaryId), dictionaryId };
  const query = { page, size: 100, sort: { field: sort, direction: "asc" as const } };
  return findEntryPage(db, key, query, filters);
}

function quickSearch(db: Kysely<Tables>, q: string) {
  const organizationId = organizationOf(1 + Math.floor(Math.random() * DICTIONARIES));
  return searchOwn({ db }, { ...MEMBER, organizationId }, q);
}

function readByKey(db: Kysely<Tables>) {
  const dictionaryId = 1 + Math.floor(Math.random() * DICTIONARIES);
  const entryId = (dictionaryId - 1) * OF_A_DICTIONARY + 1 + Math.floor(Math.random() * 10_000);
  const query = sql`
    select * from dictionary_entries where organization_id = ${organizationOf(dictionaryId)}
      and dictionary_id = ${dictionaryId} and entry_id = ${entryId}`;
  return runPrepared(db, query.compile(db));
}
