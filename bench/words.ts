import { z } from "zod";
import type { HealthWord } from "../domain/health/rules.ts";
import { wordSets } from "../domain/health/sets.ts";
import { REAL_NAMES } from "../tests/support/realNames.ts";
import { SERVER, urlOf, withClient } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { median, medianTimes } from "./latency.ts";
import { readsDuring } from "./readsDuring.ts";
import { staffHeaders, startWatchedServer, type WatchedProcess, withDirectory } from "./server.ts";

const DATABASE = "ki_bench_words";
const ENTRIES = 10_000;
const AT_ONCE = 1_000;
const ROUNDS = 5;
const PAUSE_MS = 2;
const SURFACES = 200;
const TEXT_LENGTH = 20_000;

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

interface Work {
  what: string;
  atMostMs: number;
  run: (send: Send) => Promise<unknown>;
}

const created = z.object({ dictionaryId: z.int() });

/**
 * What the analyser does for one request, once it is loaded: how long it takes, how long the event loop is
 * blocked meanwhile, and how long a read by key waits; and the memory of a server that has never been asked.
 */
export async function benchWords(): Promise<Finding[]> {
  await withClient(SERVER, async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
  return withDirectory(async (directory) => {
    const variables = { DATABASE_URL: urlOf(DATABASE), DATA_DIR: directory };
    const server = await startWatchedServer(variables);
    try {
      return await measure(server);
    } finally {
      await server.stop();
    }
  });
}

async function measure(server: WatchedProcess): Promise<Finding[]> {
  const headers = await staffHeaders(server.address);
  const send: Send = async (method, path, body) => {
    const answer = await fetch(`${server.address}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(path.endsWith("/batch") ? { "if-match": "*" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path} is answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const input = { dictionaryName: "計測", category: "業務辞書" };
  const { dictionaryId } = created.parse(await send("POST", "/dictionaries", input));
  const words = someWords();
  for (let from = 0; from < ENTRIES; from += AT_ONCE) {
    const create = words.slice(from, from + AT_ONCE);
    await send("POST", `/dictionaries/${dictionaryId}/entries/batch`, { create });
  }
  const unused = await server.memory();
  const began = performance.now();
  await send("POST", "/readings", { surfaces: ["議事録"] });
  const loading = performance.now() - began;
  const findings: Finding[] = [
    { what: "memory of a server that was never asked", measured: unused, unit: "MB" },
    { what: "first readings, with the loading of the analyser", measured: loading, unit: "ms" },
  ];
  const works: Work[] = [
    {
      what: `readings of ${SURFACES} surfaces`,
      atMostMs: 300,
      run: (ask) => ask("POST", "/readings", { surfaces: surfacesToRead() }),
    },
    {
      what: `candidates of two texts of ${TEXT_LENGTH} characters`,
      atMostMs: 2_000,
      run: (ask) => ask("POST", "/candidates", someTexts()),
    },
    {
      what: `health check of ${ENTRIES} words`,
      atMostMs: 1_000,
      run: (ask) => ask("GET", `/dictionaries/${dictionaryId}/health`),
    },
  ];
  const path = `/api/v1/dictionaries/${dictionaryId}`;
  for (const work of works) findings.push(...(await timed(server, work, { send, path, headers })));
  findings.push({ what: "memory after that", measured: await server.memory(), unit: "MB" });
  return [...findings, await growthOfSets(words)];
}

/** How much longer the sets of a health check take for twice the words, apart from the server. */
async function growthOfSets(words: ReturnType<typeof someWords>): Promise<Finding> {
  const checked: HealthWord[] = words.map((word, n) => ({
    ...word,
    entryId: n + 1,
    partOfSpeech: "人名",
  }));
  const half = checked.slice(0, ENTRIES / 2);
  const times = await medianTimes(
    { all: async () => wordSets(checked), half: async () => wordSets(half) },
    ROUNDS,
  );
  const [all, less] = [times.get("all") ?? Number.NaN, times.get("half") ?? Number.NaN];
  return {
    what: `sets of ${ENTRIES} words against those of ${ENTRIES / 2}`,
    measured: all / less,
    unit: "x",
    budget: { atMost: 3 },
    note: `${all.toFixed(0)} ms, ${less.toFixed(0)} ms`,
  };
}

async function timed(
  server: WatchedProcess,
  { what, atMostMs, run }: Work,
  { send, path, headers }: { send: Send; path: string; headers: Record<string, string> },
): Promise<Finding[]> {
  await run(send);
  await server.loopDelay();
  const times: number[] = [];
  const waits = await readsDuring(
    { address: server.address, headers, path: () => path, pauseMs: PAUSE_MS },
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = performance.now();
        await run(send);
        times.push(performance.now() - began);
      }
    },
  );
  const blocked = await server.loopDelay();
  return [
    { what, measured: median(times), unit: "ms", budget: { atMost: atMostMs } },
    {
      what: `longest wait of a read by key during ${what}`,
      measured: Math.max(...waits),
      unit: "ms",
      budget: { atMost: 50 },
      note: `the event loop was blocked for ${blocked.toFixed(0)} ms`,
    },
  ];
}

/** Two names in one, as hospitals and streets have them. */
function someWords() {
  return Array.from({ length: ENTRIES }, (_, n) => {
    const one = nameAt(n);
    const other = nameAt(Math.floor(n / REAL_NAMES.length) + 7);
    return { surface: one.surface + other.surface, reading: one.reading + other.reading };
  });
}

function nameAt(n: number) {
  const name = REAL_NAMES[n % REAL_NAMES.length];
  if (!name) throw new Error("there are no names");
  return name;
}

let asked = 0;

/** Other ones each time, so that nothing is found in a cache. */
function surfacesToRead(): string[] {
  asked += 1;
  return Array.from({ length: SURFACES }, (_, n) => {
    return `${nameAt(n * 3 + asked).surface}${nameAt(n + 5 * asked).surface}`;
  });
}

/** A transcript in which names are written as they sound, and its corrected text. */
function someTexts(): { before: string; after: string } {
  let [before, after] = ["", ""];
  for (let n = 0; after.length < TEXT_LENGTH - 60; n += 1) {
    const { surface, reading } = nameAt(n);
    const end = `の件について、担当から${n}回目の報告があり、内容を確認しました。`;
    after += `${surface}${end}`;
    before += `${n % 3 === 0 ? reading : surface}${end}`;
  }
  return { before: before.slice(0, TEXT_LENGTH), after };
}
