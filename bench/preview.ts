import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Kysely, sql } from "kysely";
import { DICTIONARY_CATEGORIES } from "../domain/dictionaries/rules.ts";
import { PREVIEW_LENGTH } from "../domain/preview/rules.ts";
import { type DatabaseTarget, openDatabase } from "../server/db/client.ts";
import { migrate } from "../server/db/migrate.ts";
import type { Tables } from "../server/db/tables.ts";
import { previewText } from "../server/modules/preview/service/previewText.ts";
import { SERVER, urlOf, withClient } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { median } from "./latency.ts";

const DICTIONARIES = 30;
const OF_A_DICTIONARY = 10_000;
const ROUNDS = 9;
const DATABASE = "ki_bench_preview";
const VIEWER = { organizationId: 1, userId: "bench", isOrganizationAdmin: true };

const KANJI = [
  ..."東京大阪北海九州関西中央日本山手港南青葉若草富士朝日平和商事工業建設電機運輸食品薬品印刷化学製作所総研物産医療出版会議資料確認報告予算計画開発設計検査品質管理営業部長課社員契約更新対応問題改善提案",
];
const KANA = [
  ..."あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわがぎぐげござじずぜぞだでどばびぶべぼ",
];

/** Time of a preview with 300,000 entries, and how long it keeps other requests waiting. */
export async function benchPreview(): Promise<Finding[]> {
  await withClient(SERVER, async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
  return [
    ...(await findings("PostgreSQL", { kind: "postgres", url: urlOf(DATABASE) })),
    ...(await findings("embedded", { kind: "pglite", dataDir: ":memory:" })),
  ];
}

async function findings(engine: string, target: DatabaseTarget): Promise<Finding[]> {
  const { db, close } = await openDatabase(target);
  try {
    await migrate(db);
    await fill(db);
    // The embedded database has nothing that would do so in time.
    if (target.kind === "postgres") await sql`vacuum analyze dictionary_entries`.execute(db);
    const bare = await timed(db, () => readAll(db));
    const all: Finding[] = [];
    for (const [what, text] of Object.entries(texts())) {
      let matches = 0;
      const { time, blocked, waited } = await timed(db, async () => {
        matches = (await previewText({ db }, VIEWER, { text })).matches.length;
      });
      all.push(
        {
          what: `${what}, ${engine}`,
          measured: time,
          unit: "ms",
          budget: { atMost: 1000 },
          note: `${matches} matches; to read all entries bare takes ${bare.time.toFixed(0)} ms`,
        },
        {
          what: "  longest wait of a read by key meanwhile",
          measured: waited,
          unit: "ms",
          budget: { atMost: 50 },
          note: `the process was blocked for ${blocked.toFixed(0)} ms`,
        },
      );
    }
    return all;
  } finally {
    await close();
  }
}

/** The median time of a run; the longest delay of the event loop and of reads in the runs. */
async function timed(db: Kysely<Tables>, run: () => Promise<unknown>) {
  const times: number[] = [];
  let waited = 0;
  const delays = monitorEventLoopDelay({ resolution: 1 });
  await run();
  delays.enable();
  for (let round = 0; round < ROUNDS; round += 1) {
    let running = true;
    const others = (async () => {
      while (running) {
        const asked = performance.now();
        await readByKey(db);
        waited = Math.max(waited, performance.now() - asked);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
    running = false;
    await others;
  }
  delays.disable();
  return { time: median(times), blocked: Math.max(0, delays.max / 1e6 - 1), waited };
}

function readByKey(db: Kysely<Tables>) {
  return sql`select * from dictionaries where organization_id = 1 and dictionary_id = 7`.execute(
    db,
  );
}

function readAll(db: Kysely<Tables>) {
  return sql`
    select entry_id, dictionary_id, surface, reading, weight from dictionary_entries
    where organization_id = 1 and enabled`.execute(db);
}

/** Texts of 20,000 characters. */
function texts(): Record<string, string> {
  const pick = random(7);
  const some = (letters: readonly string[], from: number, to: number) =>
    word(pick, letters, from, to);
  const talk = () => {
    const kind = pick(10);
    if (kind < 3) return some(KANJI, 2, 4);
    return kind === 3 ? `単語${pick(400_000)}` : `${some(KANA, 1, 5)}${kind === 9 ? "。" : ""}`;
  };
  return {
    "talk of random words": filled(talk),
    "one sentence again and again": filled(() => "本日の会議で契約更新の資料を確認しました。"),
    "only kanji": filled(() => some(KANJI, 4, 4)),
    "only kana": filled(() => some(KANA, 4, 4)),
    "one letter": filled(() => "あ"),
    "beginnings of long entries": filled(() => `${"長".repeat(pick(60))}${some(KANJI, 1, 1)}`),
  };
}

function filled(part: () => string): string {
  let text = "";
  while (text.length < PREVIEW_LENGTH) text += part();
  return text.slice(0, PREVIEW_LENGTH);
}

/** Kanji words, many with the same beginning, and some that overlap in every way. */
async function fill(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into organizations (organization_id, organization_no, organization_name, name_key,
      created_at, updated_at)
    values (1, '10000001', 'bench', 'bench', now(), now())`.execute(db);
  const pick = random(1);
  for (let dictionary = 1; dictionary <= DICTIONARIES; dictionary += 1) {
    const category = DICTIONARY_CATEGORIES[dictionary % 3];
    await sql`
      insert into dictionaries (organization_id, dictionary_id, category, dictionary_name, name_key,
        entry_count, created_at, updated_at)
      values (1, ${dictionary}, ${category}, ${`d${dictionary}`}, 'd', ${OF_A_DICTIONARY}, now(), now())`.execute(
      db,
    );
    const entries = new Map<string, string>();
    while (entries.size < OF_A_DICTIONARY) {
      const n = entries.size;
      entries.set(surfaceOf(n, dictionary, pick), word(pick, KANA, 3, 8));
    }
    await sql`
      insert into dictionary_entries (organization_id, dictionary_id, surface, reading,
        part_of_speech, surface_key, reading_key, created_at, updated_at)
      select 1, ${dictionary}, surface, reading, '名詞', surface, reading, now(), now()
      from unnest(${[...entries.keys()]}::text[], ${[...entries.values()]}::text[])
        as e (surface, reading)`.execute(db);
  }
}

function surfaceOf(n: number, dictionary: number, pick: (below: number) => number): string {
  if (n < 100) return "あ".repeat(n + 1);
  if (n < 160) return "長".repeat(n - 99);
  return n % 4 === 0 ? `単語${dictionary * OF_A_DICTIONARY + n}` : word(pick, KANJI, 2, 6);
}

function word(
  pick: (below: number) => number,
  letters: readonly string[],
  from: number,
  to: number,
) {
  const length = from + pick(to - from + 1);
  return Array.from({ length }, () => letters[pick(letters.length)]).join("");
}

/** The same numbers in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}
