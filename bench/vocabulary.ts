import { text } from "node:stream/consumers";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import type { VOCABULARY_ENGINES } from "../domain/vocabulary/rules.ts";
import { openDatabase } from "../server/db/client.ts";
import { runPrepared } from "../server/db/prepared.ts";
import type { Tables } from "../server/db/tables.ts";
import { listChanges } from "../server/modules/vocabulary/service/readChanges.ts";
import {
  answerVocabulary,
  readLimiter,
} from "../server/modules/vocabulary/service/readVocabulary.ts";
import { StoredAnswers } from "../server/modules/vocabulary/service/storedAnswers.ts";
import { builtDatabase } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { medianTimes } from "./latency.ts";

const ORGANIZATIONS = 100;
const ENTRIES = 10_000;
const DICTIONARIES = 5;
const ROUNDS = 21;
const UNCHANGED_AT_MOST = 2;
const WHOLE_AT_MOST = 60;

const SERVICE = { serviceKeyId: 1, name: "bench", scopes: [], organizationIds: null };

/** What an engine costs that fetches the words of an organization with 10,000, in reads by key. */
export async function benchVocabulary(): Promise<Finding[]> {
  const url = await builtDatabase("ki_bench_vocabulary", import.meta.filename, fill);
  const database = await openDatabase({ kind: "postgres", url });
  const { db, close } = database;
  const log = { warn: () => {} } as never;
  const deps = {
    db,
    database,
    now: () => new Date(),
    log,
    limiter: readLimiter(),
    answers: new StoredAnswers(),
  };
  const fetch = async (engine: (typeof VOCABULARY_ENGINES)[number], held?: string) => {
    const answer = await answerVocabulary(
      deps,
      SERVICE,
      { organizationId: 50, engine },
      { held, isRead: true },
    );
    if (answer.text) await text(answer.text);
    return answer.headers.etag;
  };
  try {
    const held = await fetch("json");
    const after = { known: 0, revision: 0, entryId: Number.MAX_SAFE_INTEGER };
    const times = await medianTimes(
      {
        key: () => readByKey(db),
        unchanged: () => fetch("json", held),
        whole: () => fetch("json"),
        amivoice: () => fetch("amivoice"),
        google: () => fetch("google"),
        changes: () =>
          listChanges(deps, SERVICE, { organizationId: 50, after, size: 1_000 }, { isRead: true }),
      },
      ROUNDS,
    );
    const written = await medianTimes(
      {
        written: async () => {
          deps.answers.close();
          await fetch("json");
        },
      },
      ROUNDS,
    );
    const timeOf = (name: string) => times.get(name) ?? written.get(name) ?? Number.NaN;
    const finding = (what: string, name: string, atMost?: number): Finding => ({
      what,
      measured: timeOf(name) / timeOf("key"),
      unit: "x",
      ...(atMost === undefined ? {} : { budget: { atMost } }),
      note: `${timeOf(name).toFixed(2)} ms, by key ${timeOf("key").toFixed(2)} ms`,
    });
    return [
      finding("unchanged words of 10,000 (304)", "unchanged", UNCHANGED_AT_MOST),
      finding("10,000 words as a whole, json", "whole", WHOLE_AT_MOST),
      finding("the same after a change, for the first who asks", "written"),
      finding("10,000 words as a whole, amivoice", "amivoice", WHOLE_AT_MOST),
      finding("the first 1,200 of 10,000 words, google", "google", WHOLE_AT_MOST),
      finding("a page of 1,000 changes", "changes"),
    ];
  } finally {
    await close();
  }
}

function readByKey(db: Kysely<Tables>) {
  const id = 1 + Math.floor(Math.random() * ORGANIZATIONS);
  const query = sql`select * from organizations where organization_id = ${id}`;
  return runPrepared(db, query.compile(db));
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `insert into users (user_id, email, user_name, search_key, created_at, updated_at)
     values ('bench', 'bench@example.com', 'bench', 'bench', now(), now())`,
  );
  await client.query(
    `insert into service_keys (name, name_key, scopes, prefix, key_hash, created_by, created_at)
     values ('bench', 'bench', '{vocabulary.read}', 'kis_bench', '', 'bench', now())`,
  );
  await client.query(
    `insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
     select (10000000 + n)::text, 'org' || n, 'org' || n, now(), now()
     from generate_series(1, ${ORGANIZATIONS}) n`,
  );
  await client.query(
    `insert into dictionaries (organization_id, category, dictionary_name, name_key, created_at,
       updated_at)
     select 1 + (n - 1) / ${DICTIONARIES}, (array['一般辞書', '組織辞書', '業務辞書'])[1 + n % 3], 'd' || n, 'd' || n,
       now(), now()
     from generate_series(1, ${ORGANIZATIONS * DICTIONARIES}) n`,
  );
  await client.query(
    `insert into dictionary_entries (organization_id, dictionary_id, surface, reading,
       part_of_speech, weight, surface_key, reading_key, change_id, created_at, updated_at)
     select d.organization_id, d.dictionary_id, '品質管理' || n, 'ひんしつかんり' || translate((n % 7)::text, '0123456', 'あいうえおかき'),
       '名詞', 1 + n % 3, n::text, n::text, 1, now(), now()
     from dictionaries d cross join generate_series(1, ${ENTRIES / DICTIONARIES}) m
     cross join lateral (select m * ${DICTIONARIES} + d.dictionary_id % ${DICTIONARIES} as n) o`,
  );
  await client.query(`update dictionaries set entry_count = ${ENTRIES / DICTIONARIES}`);
  await client.query(
    `insert into vocabulary_changes (organization_id, change_id, revision)
     select organization_id, 1, 1 from organizations`,
  );
  await client.query("vacuum analyze");
}
