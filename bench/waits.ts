import { Buffer } from "node:buffer";
import { z } from "zod";
import { DICTIONARY_FORMATS } from "../domain/files/formats.ts";
import { SERVER, urlOf, withClient } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { readsDuring } from "./readsDuring.ts";
import { staffHeaders, startWatchedServer, type WatchedProcess, withDirectory } from "./server.ts";

const DATABASE = "ki_bench_waits";
const PAUSE_MS = 5;
const HEAD = "表記,読み\r\n";
const MARKS = "\u0301\u0323";
const ROWS = Array.from({ length: 10_000 }, (_, n) => `第${n}会議室,だいかいぎしつ\r\n`);

/** Files that are refused. */
const badFiles: Record<string, string> = {
  "an empty file": "",
  "one line of 10 MB": "あ".repeat(3_500_000),
  "100,000 rows": HEAD + "あ,あ\r\n".repeat(100_000),
  "NUL bytes": `${HEAD}\0,あ`,
  "a ZIP file": `PK\x03\x04${"\x01".repeat(1_000)}`,
  "broken quotes": `${HEAD}"あ,あ\r\n`.repeat(20_000),
  "50,000 columns": HEAD + "あ,".repeat(50_000),
  "a heading of combining marks": `表記,読み,${MARKS.repeat(1_300_000)}`,
};

/** Files whose rows all are errors. */
const endless: Record<string, string> = {
  "4,800 combining marks per cell": endlessCells(MARKS.repeat(2_400)),
  "1,600 ligatures of 18 characters per cell": endlessCells("\ufdfa".repeat(1_600)),
};

/** A file of 5 MB with this cell under 品詞, 強さ and 有効 in turn. */
function endlessCells(cell: string): string {
  const rows = [`語,ご,${cell},,\r\n`, `語,ご,,${cell},\r\n`, `語,ご,,,${cell}\r\n`].join("");
  const times = Math.floor((5 * 1024 * 1024 - 100) / Buffer.byteLength(rows));
  return `表記,読み,品詞,強さ,有効\r\n${rows.repeat(times)}`;
}

const created = z.object({ dictionaryId: z.int() });
const prepared = z.object({ importId: z.int() });

/** How long a read by key waits while files are imported, refused and exported. */
export async function benchWaits(): Promise<Finding[]> {
  await withClient(SERVER, async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
  return [
    ...(await withServer("PostgreSQL", { DATABASE_URL: urlOf(DATABASE) })),
    ...(await withServer("embedded", {})),
  ];
}

function withServer(engine: string, variables: Record<string, string>): Promise<Finding[]> {
  return withDirectory(async (directory) => {
    const server = await startWatchedServer({ ...variables, DATA_DIR: directory });
    try {
      return await measure(engine, server);
    } finally {
      await server.stop();
    }
  });
}

async function measure(engine: string, server: WatchedProcess): Promise<Finding[]> {
  const headers = await staffHeaders(server.address);
  const send = async (path: string, init: RequestInit, status: number): Promise<unknown> => {
    const answer = await fetch(`${server.address}/api/v1/dictionaries${path}`, init);
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${path} is answered ${answer.status}: ${text}`);
    return answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : undefined;
  };
  const body = JSON.stringify({ dictionaryName: "計測", category: "業務辞書" });
  const { dictionaryId } = created.parse(await send("", { method: "POST", headers, body }, 201));
  const { "content-type": _, ...form } = headers;
  const upload = (content: string, status: number) => {
    const data = new FormData();
    data.append("file", new File([content], "bench.csv"));
    return send(`/${dictionaryId}/imports`, { method: "POST", headers: form, body: data }, status);
  };
  const during = (what: string, work: () => Promise<unknown>) =>
    longestWait(server, `/api/v1/dictionaries/${dictionaryId}`, headers, {
      what: `longest wait of a read by key during ${what}, ${engine}`,
      atMost: engine === "embedded" ? 600 : 50,
      work,
    });

  const findings = [
    await during("nothing else", () => new Promise((resolve) => setTimeout(resolve, 1_000))),
    await during("an import of 10,000 rows", async () => {
      const { importId } = prepared.parse(await upload(HEAD + ROWS.join(""), 201));
      const init = {
        method: "POST",
        headers: { ...headers, "if-match": "*" },
        body: JSON.stringify({ mode: "merge" }),
      };
      await send(`/${dictionaryId}/imports/${importId}/commit`, init, 200);
    }),
  ];
  for (const [what, content] of Object.entries(badFiles)) {
    const isLarge = what === "one line of 10 MB" || what === "100,000 rows";
    findings.push(await during(what, () => upload(content, isLarge ? 431 : 422)));
  }
  for (const [what, content] of Object.entries(endless)) {
    findings.push(await during(what, () => upload(content, 201)));
  }
  for (const format of DICTIONARY_FORMATS) {
    const path = `/${dictionaryId}/export?format=${format}&lossy=true`;
    findings.push(await during(`an export as ${format}`, () => send(path, { headers }, 200)));
  }
  return findings;
}

async function longestWait(
  server: WatchedProcess,
  path: string,
  { authorization = "" }: Record<string, string>,
  { what, atMost, work }: { what: string; atMost: number; work: () => Promise<unknown> },
): Promise<Finding> {
  await server.loopDelay();
  const waits = await readsDuring(
    { address: server.address, headers: { authorization }, path: () => path, pauseMs: PAUSE_MS },
    work,
  );
  const blocked = await server.loopDelay();
  return {
    what,
    measured: Math.max(...waits),
    unit: "ms",
    budget: { atMost },
    note: `the event loop was blocked for ${blocked.toFixed(0)} ms`,
  };
}
