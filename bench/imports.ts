import type { Kysely } from "kysely";
import { sql } from "kysely";
import type pg from "pg";
import { searchKey } from "../domain/text/searchKey.ts";
import { actAsSystem } from "../server/audit/acting.ts";
import { openDatabase } from "../server/db/client.ts";
import type { Tables } from "../server/db/tables.ts";
import { transactOn } from "../server/db/transact.ts";
import { DictionaryFiles } from "../server/formats/dictionaryFiles.ts";
import { commitImport, revertImport } from "../server/modules/imports/service/commitImport.ts";
import { prepareImport } from "../server/modules/imports/service/prepareImport.ts";
import { builtDatabase } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { median } from "./latency.ts";
import { wrongTexts } from "./realDictionary.ts";

const ROUNDS = 9;
const ROWS = 10_000;
const write = {
  organizationId: 1,
  dictionaryId: 1,
  userId: "keeper",
  lockToken: undefined,
  ifMatch: "any" as const,
};
const now = () => new Date();

const surfaces = Array.from({ length: ROWS }, (_, n) => `第${n}会議室`);
const readings = Array.from(
  { length: ROWS },
  (_, n) => `だい${"かいぎしつの".repeat(1 + (n % 4))}`,
);
const csv = ["表記,読み", ...surfaces.map((surface, n) => `${surface},${readings[n]}`)].join(
  "\r\n",
);

/** 10,000 entries into an empty dictionary, in bare inserts of the same rows. */
export async function benchImports(): Promise<Finding[]> {
  const url = await builtDatabase("ki_bench_imports", import.meta.filename, fill);
  const { db, close } = await openDatabase({ kind: "postgres", url });
  const files = new DictionaryFiles();
  try {
    return await actAsSystem("bench", () => measured(db, files));
  } finally {
    await files.close();
    await close();
  }
}

async function measured(db: Kysely<Tables>, files: DictionaryFiles): Promise<Finding[]> {
  const times = { bare: [], prepared: [], commit: [], revert: [] } as Record<string, number[]>;
  for (let round = -2; round < ROUNDS; round += 1) {
    const timed = async <Result>(name: string, work: () => Promise<Result>) => {
      const began = performance.now();
      const result = await work();
      if (round >= 0) times[name]?.push(performance.now() - began);
      return result;
    };
    await timed("bare", () => bareInsert(db));
    await sql`delete from dictionary_entries`.execute(db);
    await importOnce(db, files, timed);
    await sql`delete from dictionary_imports`.execute(db);
    await sql`vacuum dictionary_entries, dictionary_import_rows, dictionary_import_changes`.execute(
      db,
    );
  }
  const wrong = await wrongTexts({ db, files }, write);
  await sql`delete from dictionary_entries`.execute(db);
  await sql`delete from dictionary_imports`.execute(db);
  return [...findings((name) => median(times[name] ?? [])), ...wrong];
}

function findings(time: (name: string) => number): Finding[] {
  const bare = time("bare");
  const finding = (what: string, ms: number, atMost?: number): Finding => ({
    what,
    measured: ms / bare,
    unit: "x",
    ...(atMost === undefined ? {} : { budget: { atMost } }),
    note: `${ms.toFixed(0)} ms, bare insert ${bare.toFixed(0)} ms`,
  });
  return [
    finding("commit of 10,000 new entries", time("commit"), 3),
    finding("reading the file, dry run and commit", time("prepared") + time("commit"), 3),
    finding("undoing it", time("revert")),
  ];
}

async function importOnce(
  db: Kysely<Tables>,
  files: DictionaryFiles,
  timed: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>,
) {
  const { signal } = new AbortController();
  const transact = transactOn(db);
  const { importId } = await timed("prepared", () =>
    prepareImport({ db, files, now }, write, { file: new File([csv], "bench.csv") }, signal),
  );
  const ofImport = { ...write, importId };
  await timed("commit", () =>
    actAsSystem("bench", () =>
      commitImport({ now, transact }, ofImport, { mode: "merge" }, signal),
    ),
  );
  await timed("revert", () => revertImport({ now, transact }, ofImport));
}

const surfaceKeys = surfaces.map(searchKey);
const readingKeys = readings.map(searchKey);

async function bareInsert(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into dictionary_entries (organization_id, dictionary_id, surface, reading,
      part_of_speech, surface_key, reading_key, created_at, updated_at)
    select 1, 1, surface, reading, '名詞', surface_key, reading_key, now(), now()
    from unnest(${surfaces}::text[], ${readings}::text[], ${surfaceKeys}::text[],
      ${readingKeys}::text[]) as e (surface, reading, surface_key, reading_key)`.execute(db);
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(`
    insert into organizations (organization_id, organization_no, organization_name, name_key,
      created_at, updated_at)
    values (1, '10000001', '計測', 'けいそく', now(), now());
    insert into users (user_id, email, user_name, search_key, organization_id, created_at, updated_at)
    values ('keeper', 'keeper@example.com', '花子', '', 1, now(), now());
    insert into dictionaries (organization_id, dictionary_id, category, dictionary_name, name_key,
      created_at, updated_at)
    values (1, 1, '業務辞書', '計測', 'けいそく', now(), now())`);
}
