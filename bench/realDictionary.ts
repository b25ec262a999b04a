import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import { actAsSystem } from "../server/audit/acting.ts";
import type { Tables } from "../server/db/tables.ts";
import { transactOn } from "../server/db/transact.ts";
import type { DictionaryFiles } from "../server/formats/dictionaryFiles.ts";
import { commitImport } from "../server/modules/imports/service/commitImport.ts";
import { prepareImport } from "../server/modules/imports/service/prepareImport.ts";
import type { Finding } from "./finding.ts";
import { withDirectory } from "./server.ts";

const run = promisify(execFile);
const PACKAGE = "mecab-ipadic";
const SOURCES = "unpacked/usr/share/mecab/dic/ipadic";
const ROWS = 10_000;
const FETCH_LIMIT_MS = 120_000;
const NEWLINE = 0x0a;
const what = "wrong texts in 10,000 rows of mecab-ipadic (EUC-JP)";

type Write = Parameters<typeof prepareImport>[1] & Parameters<typeof commitImport>[1];

/** Imports rows of Debian's IPADIC, and compares the entries with what TextDecoder reads. */
export async function wrongTexts(
  { db, files }: { db: Kysely<Tables>; files: DictionaryFiles },
  write: Omit<Write, "importId">,
): Promise<Finding[]> {
  const rows = await withDirectory(rowsOfPackage).catch((error: Error) => error);
  if (rows instanceof Error) {
    console.error(`${what}: could not be measured: ${rows.message.split("\n")[0]}`);
    return [];
  }
  const { signal } = new AbortController();
  const now = () => new Date();
  const file = new File([Buffer.concat(rows)], "ipadic.csv");
  const prepared = await prepareImport({ db, files, now }, write, { file }, signal);
  if (prepared.format !== "mecab" || prepared.encoding !== "euc-jp")
    throw new Error(`recognised as ${prepared.format}, ${prepared.encoding}`);
  // A commit keeps only what undoes it.
  const refused = await refusedLines(db, prepared.importId);
  const key = { ...write, importId: prepared.importId };
  const commit = { mode: "merge", skipErrors: true } as const;
  await actAsSystem("bench", () =>
    commitImport({ now, transact: transactOn(db) }, key, commit, signal),
  );

  const lines = rows.flatMap((row, n) => (refused.has(n + 1) ? [] : [textsOf(row)]));
  const expected = new Set(lines);
  const stored = await storedTexts(db);
  const wrong = [...expected].filter((text) => !stored.has(text));
  const unknown = [...stored].filter((text) => !expected.has(text));
  return [
    {
      what,
      measured: wrong.length + unknown.length,
      unit: "entries",
      budget: { atMost: 0 },
      note: [
        `${stored.size} entries, ${lines.length - expected.size} rows repeat one`,
        ...counted(refused.values()),
        ...wrong.slice(0, 3),
      ].join("; "),
    },
  ];
}

/** Rows of all files, evenly: symbols, Latin letters and kanji of all kinds are among them. */
async function rowsOfPackage(directory: string): Promise<Buffer[]> {
  const within = { cwd: directory, timeout: FETCH_LIMIT_MS };
  await run("apt-get", ["download", PACKAGE], within);
  const [fetched] = (await readdir(directory)).filter((name) => name.endsWith(".deb"));
  if (!fetched) throw new Error(`apt-get fetched no ${PACKAGE}`);
  await run("dpkg", ["-x", fetched, "unpacked"], within);
  const folder = join(directory, SOURCES);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".csv")).sort();
  const each = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const few = Math.ceil(ROWS / names.length);
  const files = each.map(rowsOf);
  const small = files.filter((rows) => rows.length <= few).flat();
  const large = files.filter((rows) => rows.length > few).flat();
  const wanted = ROWS - small.length;
  return [
    ...small,
    ...Array.from({ length: wanted }, (_, n) => large[Math.floor((n * large.length) / wanted)]),
  ].filter((row) => row !== undefined);
}

function rowsOf(bytes: Buffer): Buffer[] {
  const rows: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, start);
    const next = end < 0 ? bytes.length : end + 1;
    rows.push(bytes.subarray(start, next));
    start = next;
  }
  return rows;
}

/** ICU's decoder, which the product does not use. */
const decoder = new TextDecoder("euc-jp", { fatal: true });

function textsOf(row: Buffer): string {
  const [surface = "", ...others] = decoder.decode(row).split(",");
  const reading = Array.from(others[10] ?? "", (kana) =>
    kana >= "ァ" && kana <= "ヶ" ? String.fromCharCode(kana.charCodeAt(0) - 0x60) : kana,
  );
  return `${surface}\t${reading.join("")}`;
}

async function refusedLines(db: Kysely<Tables>, importId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ line: number; reason: string }>`
    select line, reason from dictionary_import_rows
    where organization_id = 1 and import_id = ${importId} and reason is not null`.execute(db);
  return new Map(rows.map(({ line, reason }) => [line, reason]));
}

async function storedTexts(db: Kysely<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ surface: string; reading: string }>`
    select surface, reading from dictionary_entries
    where organization_id = 1 and dictionary_id = 1`.execute(db);
  return new Set(rows.map(({ surface, reading }) => `${surface}\t${reading}`));
}

function counted(reasons: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${count} refused: ${reason}`);
}
