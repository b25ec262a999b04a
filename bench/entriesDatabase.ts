import type pg from "pg";
import { searchKey } from "../domain/text/searchKey.ts";
import { builtDatabase } from "./builtDatabase.ts";

const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 10_000_000);
export const OF_A_DICTIONARY = 10_000;
export const DICTIONARIES = Math.ceil(ENTRIES / OF_A_DICTIONARY);
const OF_AN_ORGANIZATION = 30;

/** Dictionary 1 is the first of organization 1; each organization has 30. */
export const organizationOf = (dictionaryId: number) =>
  Math.ceil(dictionaryId / OF_AN_ORGANIZATION);

/** URL of a database with BENCH_ENTRIES entries in dictionaries of 10,000. */
export function entriesDatabase(): Promise<string> {
  return builtDatabase(`ki_bench_entries_${ENTRIES}`, import.meta.filename, fill);
}

/** Two words each; a dictionary has about 150 entries with any of them. */
const WORDS =
  "山/やま 川/かわ 会議/かいぎ 医療/いりよう 東京/とうきよう 契約/けいやく 品質/ひんしつ 営業/えいぎよう 技術/ぎじゆつ 物流/ぶつりゆう 会計/かいけい 法律/ほうりつ 高橋/たかはし 製品/せいひん 部長/ぶちよう 音声/おんせい";

async function fill(client: pg.Client): Promise<void> {
  const words = WORDS.split(" ").map((word) => word.split("/"));
  const surfaces = words.map(([surface = ""]) => surface);
  const readings = words.map(([, reading = ""]) => reading);
  if (readings.some((reading) => searchKey(reading) !== reading)) throw new Error("not a key");
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query(
    `insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
     select (10000000 + n)::text, 'org' || n, 'org' || n, now(), now()
     from generate_series(1, $1::int) n`,
    [organizationOf(DICTIONARIES)],
  );
  await client.query(
    `insert into dictionaries (organization_id, category, dictionary_name, name_key, entry_count,
       created_at, updated_at)
     select ceil(n / ${OF_AN_ORGANIZATION}.0), (array['一般辞書', '組織辞書', '業務辞書'])[1 + n % 3],
       'd' || n, 'd' || n, ${OF_A_DICTIONARY}, now(), now()
     from generate_series(1, $1::int) n`,
    [DICTIONARIES],
  );
  await client.query(withoutIndexes);
  await client.query(
    `insert into dictionary_entries (organization_id, dictionary_id, surface, reading,
       part_of_speech, note, surface_key, reading_key, created_at, updated_at)
     select 1 + n / ${OF_A_DICTIONARY} / ${OF_AN_ORGANIZATION}, 1 + n / ${OF_A_DICTIONARY}, surface, reading, '名詞', '', surface, reading,
       now(), now()
     from generate_series(0, $1::int * ${OF_A_DICTIONARY} - 1) n
     cross join lateral (select n % ${OF_A_DICTIONARY} as m) o
     cross join lateral (select 1 + m % 16 as a, 1 + m / 16 % 16 as b, m / 256 + n / ${OF_A_DICTIONARY} % 10 * 40 as c) w
     cross join lateral (
       select ($2::text[])[a] || ($2::text[])[b] || case when c > 0 then '第' || c else '' end
           as surface,
         ($3::text[])[a] || ($3::text[])[b] || repeat('だい', c % 4) || repeat('ご', c / 4 % 10) || repeat('の', c / 40)
           as reading) t`,
    [DICTIONARIES, surfaces, readings],
  );
  await client.query(withIndexes);
  await client.query("vacuum analyze");
}

const withoutIndexes = `
  alter table dictionary_entries disable trigger all;
  alter table dictionary_entries drop constraint dictionary_entries_unique;
  drop index dictionary_entries_reading;
  drop index dictionary_entries_fold;`;

const withIndexes = `
  alter table dictionary_entries enable trigger all;
  alter table dictionary_entries add constraint dictionary_entries_unique
    unique (organization_id, dictionary_id, reading, surface) deferrable;
  create index dictionary_entries_reading on dictionary_entries (organization_id, reading, surface);
  create index dictionary_entries_fold on dictionary_entries (organization_id, surface_fold) where enabled;`;
