import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { actAsSystem } from "../server/audit/acting.ts";
import { openDatabase } from "../server/db/client.ts";
import type { Tables } from "../server/db/tables.ts";
import { transactOn } from "../server/db/transact.ts";
import { DictionaryFiles } from "../server/formats/dictionaryFiles.ts";
import {
  checkContractImport,
  commitContractImport,
} from "../server/modules/contractImports/service/commitImport.ts";
import { checkUserImport } from "../server/modules/userImports/service/checkImport.ts";
import { commitUserImport } from "../server/modules/userImports/service/commitImport.ts";
import { builtDatabase } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { median } from "./latency.ts";

const ROUNDS = 5;
const ROWS = 1_000;
const now = () => new Date();
const actorId = "keeper";
const { signal } = new AbortController();
const numbers = Array.from({ length: ROWS }, (_, n) => n);

const fileOf = (head: string, row: (n: number) => string) =>
  new File([[head, ...numbers.map(row)].join("\r\n")], "bench.csv");
const people = fileOf(
  "組織番号,氏名,フリガナ,メールアドレス,役割",
  (n) => `10000001,新人 ${n},シンジン,p${n}@example.com,辞書管理者`,
);
const contracts = fileOf(
  "組織番号,契約開始日,契約終了日,文字起こし上限件数,文字起こし上限時間（分）,管理者名,管理者メールアドレス",
  (n) => `${10_000_001 + n},2026/04/01,2027/03/31,1000,無制限,管理 ${n},c${n}@example.com`,
);

/** A bare insert of people is without triggers, one of contracts keeps the counts of lists. */
const MOST_TIMES = { people: 60, contracts: 20 } as const;

type Timed = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** 1,000 people and 1,000 contracts of as many organizations, in bare inserts of the same rows. */
export async function benchFileImports(): Promise<Finding[]> {
  const url = await builtDatabase("ki_bench_file_imports", import.meta.filename, fill);
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
  const times = new Map<string, number[]>();
  for (let round = -1; round < ROUNDS; round += 1) {
    const timed: Timed = async (name, work) => {
      const began = performance.now();
      const result = await work();
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
      return result;
    };
    await timed("bare people", () => barePeople(db));
    await clear(db);
    await importPeople(db, files, timed);
    await clear(db);
    await timed("bare contracts", () => bareContracts(db));
    await clear(db);
    await importContracts(db, files, timed);
    await clear(db);
  }
  const time = (name: string) => median(times.get(name) ?? []);
  return (["people", "contracts"] as const).flatMap((kind) => [
    {
      ...ratio(`commit of 1,000 new ${kind}`, time(`commit of ${kind}`), time(`bare ${kind}`)),
      budget: { atMost: MOST_TIMES[kind] },
    },
    ratio(
      `reading and checking the file of ${kind}`,
      time(`check of ${kind}`),
      time(`bare ${kind}`),
    ),
  ]);
}

function ratio(what: string, ms: number, bare: number): Finding {
  const note = `${ms.toFixed(0)} ms, bare insert ${bare.toFixed(0)} ms`;
  return { what, measured: ms / bare, unit: "x", note };
}

async function importPeople(db: Kysely<Tables>, files: DictionaryFiles, timed: Timed) {
  const importer = { organizationId: null, actorId };
  const { digest } = await timed("check of people", () =>
    checkUserImport({ db, files }, importer, people, signal),
  );
  const body = { file: people, digest, disablesMissing: false };
  await timed("commit of people", () =>
    commitUserImport({ files, now, transact: transactOn(db) }, importer, body, signal),
  );
}

async function importContracts(db: Kysely<Tables>, files: DictionaryFiles, timed: Timed) {
  const { digest } = await timed("check of contracts", () =>
    checkContractImport({ db, files, now }, contracts, signal),
  );
  const body = { file: contracts, digest };
  await timed("commit of contracts", () =>
    commitContractImport({ files, now, transact: transactOn(db) }, actorId, body, signal),
  );
}

async function barePeople(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into users (user_id, email, user_name, search_key, organization_id, created_at, updated_at)
    select 'p' || n, 'p' || n || '@example.com', '新人 ' || n, '', 1, now(), now()
    from unnest(${numbers}::integer[]) n`.execute(db);
}

async function bareContracts(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into contracts (organization_id, admin_email, admin_name, admin_key, start_date, end_date,
      max_transcript_count, created_at, updated_at)
    select n + 1, 'c' || n || '@example.com', '管理 ' || n, '', '2026-04-01', '2027-03-31', 1000,
      now(), now()
    from unnest(${numbers}::integer[]) n`.execute(db);
}

async function clear(db: Kysely<Tables>): Promise<void> {
  for (const table of [
    "user_imports",
    "contract_imports",
    "contracts",
    "identity_outbox",
    "mails",
  ]) {
    await sql`delete from ${sql.table(table)}`.execute(db);
  }
  await sql`delete from users where user_id <> ${actorId}`.execute(db);
  await sql`vacuum users, contracts, contract_usage`.execute(db);
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(`
    insert into organizations (organization_id, organization_no, organization_name, name_key,
      created_at, updated_at)
    select n, (10000000 + n)::text, '計測' || n, 'けいそく', now(), now()
    from generate_series(1, ${ROWS}) n;
    insert into users (user_id, email, user_name, search_key, is_system_admin, created_at, updated_at)
    values ('${actorId}', 'keeper@example.com', '花子', '', true, now(), now())`);
}
