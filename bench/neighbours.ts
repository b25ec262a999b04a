import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { SERVER, urlOf, withClient } from "./builtDatabase.ts";
import type { Finding } from "./finding.ts";
import { Lane } from "./lane.ts";
import { percentile } from "./latency.ts";
import {
  type RunningProcess,
  serviceHeaders,
  staffHeaders,
  startBuiltServer,
  withDirectory,
} from "./server.ts";

const DATABASE = "ki_bench_neighbours";
const DICTIONARIES = 5;
const ROWS = 9_000;
const CONNECTIONS = 64;
const QUIET_MS = 4_000;
const FLOOD_MS = 6_000;
/** So many others read, each again and again with a pause. */
const READERS = 8;
const PAUSE_MS = 100;
/** Others have another address than the flood, whose own limit is not measured here. */
const ELSEWHERE = "127.0.0.2";
/** The window of the limit per minute: every flood begins with a fresh one. */
const LIMIT = { RATE_LIMIT_PER_MINUTE: "1200" };

const created = z.object({ dictionaryId: z.int() });
const prepared = z.object({ importId: z.int() });
const statuses = z.record(z.string(), z.int());

/**
 * What one account may send, and how users of another organization fare meanwhile, on PostgreSQL.
 */
export async function benchNeighbours(): Promise<Finding[]> {
  await withClient(SERVER, async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
  return withServer("PostgreSQL", { DATABASE_URL: urlOf(DATABASE) });
}

/** The same on the embedded database. */
export function benchEmbeddedNeighbours(): Promise<Finding[]> {
  return withServer("embedded", {});
}

function withServer(engine: string, variables: Record<string, string>): Promise<Finding[]> {
  return withDirectory(async (directory) => {
    const start = () => startBuiltServer({ ...variables, ...LIMIT, DATA_DIR: directory });
    let server = await start();
    try {
      const dictionaryIds = await fill(server);
      const findings: Finding[] = [];
      for (const what of Object.keys(await floods(server, dictionaryIds))) {
        // A new process has not counted any requests yet.
        await server.stop();
        server = await start();
        const requests = (await floods(server, dictionaryIds))[what] ?? [];
        findings.push(...(await duringFlood(server, `${what}, ${engine}`, requests)));
      }
      return findings;
    } finally {
      await server.stop();
    }
  });
}

/** Fills dictionaries of the attacker's organization. */
async function fill({ address }: RunningProcess): Promise<number[]> {
  const headers = await staffHeaders(address, "dictadmin@example.com");
  const { "content-type": _, ...form } = headers;
  const send = async (path: string, init: RequestInit): Promise<unknown> => {
    const answer = await fetch(`${address}/api/v1/dictionaries${path}`, {
      method: "POST",
      ...init,
    });
    if (!answer.ok) throw new Error(`${path} is answered ${answer.status}`);
    return answer.json();
  };
  const ids: number[] = [];
  for (let n = 0; n < DICTIONARIES; n += 1) {
    const body = JSON.stringify({ dictionaryName: `計測${n}`, category: "業務辞書" });
    const { dictionaryId } = created.parse(await send("", { headers, body }));
    const rows = Array.from({ length: ROWS }, (_, row) => `第${row}会議室${n},だいかいぎしつ\r\n`);
    const data = new FormData();
    data.append("file", new File([`表記,読み\r\n${rows.join("")}`], "bench.csv"));
    const staged = await send(`/${dictionaryId}/imports`, { headers: form, body: data });
    const { importId } = prepared.parse(staged);
    await send(`/${dictionaryId}/imports/${importId}/commit`, {
      headers: { ...headers, "if-match": "*" },
      body: JSON.stringify({ mode: "add" }),
    });
    ids.push(dictionaryId);
  }
  return ids;
}

/** The requests of each flood, by one user or one service key. */
async function floods(
  { address }: RunningProcess,
  dictionaryIds: readonly number[],
): Promise<Record<string, string[]>> {
  const { host } = new URL(address);
  const user = await staffHeaders(address, "dictadmin@example.com");
  const key = await serviceHeaders(address);
  const raw = (method: string, path: string, headers: Record<string, string>, body = "") => {
    const all = {
      host,
      ...headers,
      ...(body && { "content-length": `${Buffer.byteLength(body)}` }),
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return `${method} /api/v1${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
  };
  const get = (path: string) => raw("GET", path, user);
  const each = (path: string) => dictionaryIds.map((id) => get(`/dictionaries/${id}${path}`));
  const boundary = "bench";
  const file = `表記,読み\r\n${"第一会議室,だいいちかいぎしつ\r\n".repeat(9_000)}`;
  const upload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--${boundary}--\r\n`;
  const multipart = { ...user, "content-type": `multipart/form-data; boundary=${boundary}` };
  const text = "第12会議室の議事録とだいかいぎしつ".repeat(1_000);
  const batch = Array.from({ length: 200 }, (_, n) => ({ surface: `束${n}`, reading: "たば" }));
  const events = Array.from({ length: 500 }, (_, n) => ({
    eventId: `e${n}`,
    organizationId: 1,
    occurredAt: new Date().toISOString(),
    seconds: 60,
  }));
  return {
    "pages of 100 entries": each("/entries?size=100&page=40&sort=surface,desc"),
    "searches for a word": each(`/entries?size=100&q=${encodeURIComponent("会議")}`),
    "searches for warnings": each("/entries?size=100&warning=true"),
    previews: [raw("POST", "/dictionaries/preview", user, JSON.stringify({ text }))],
    "batches of 200 entries": dictionaryIds.map((id) =>
      raw(
        "POST",
        `/dictionaries/${id}/entries/batch`,
        { ...user, "if-match": "*" },
        JSON.stringify({ create: batch }),
      ),
    ),
    "dry runs of imports": dictionaryIds.map((id) =>
      raw("POST", `/dictionaries/${id}/imports`, multipart, upload),
    ),
    exports: each("/export?lossy=true"),
    "fitness reports": each("/fitness"),
    "reports of 500 events by a key": [
      raw("POST", "/usage-events", key, JSON.stringify({ events })),
    ],
    "limits by a key": [raw("GET", "/contracts/limits?organizationId=1", key)],
  };
}

async function duringFlood(
  server: RunningProcess,
  what: string,
  requests: string[],
): Promise<Finding[]> {
  const probes = await probesOf(server);
  await readsOf(server, probes, 1_000);
  const quiet = await readsOf(server, probes, QUIET_MS);
  const flood = startFlood({ address: server.address, connections: CONNECTIONS, requests });
  await flood.sending;
  const busy = await readsOf(server, probes, FLOOD_MS);
  const answered = await flood.stop();
  const [before, during] = [percentile(quiet.times, 0.95), percentile(busy.times, 0.95)];
  const statuses = Object.entries(answered).map(([status, count]) => `${count} x ${status}`);
  return [
    {
      what: `p95 of others during ${what}`,
      measured: during / before,
      unit: "x",
      budget: { atMost: 3 },
      note: `${during.toFixed(1)} and ${before.toFixed(1)} ms; the flood is answered ${statuses.join(", ")}`,
    },
    {
      what: `  refusals of others meanwhile`,
      measured: busy.refused,
      unit: "requests",
      budget: { atMost: 0 },
      note: `of ${busy.times.length + busy.refused}`,
    },
  ];
}

/** What two users of another organization and a system admin's neighbour read. */
async function probesOf({ address }: RunningProcess): Promise<string[]> {
  const { host } = new URL(address);
  const people = ["orgadmin@sample.example.com", "staff@sample.example.com"];
  const probes: string[] = [];
  for (const email of people) {
    const { authorization } = await staffHeaders(address, email);
    for (const path of [
      "/dictionaries?page=0&size=10",
      "/users/me",
      "/workspaces",
      "/contracts/limits",
    ]) {
      probes.push(
        `GET /api/v1${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n\r\n`,
      );
    }
  }
  return probes;
}

async function readsOf(server: RunningProcess, probes: readonly string[], forMs: number) {
  const times: number[] = [];
  let refused = 0;
  const until = performance.now() + forMs;
  const read = async (reader: number) => {
    const { hostname, port } = new URL(server.address);
    const lane = new Lane(connect({ host: hostname, port: Number(port), localAddress: ELSEWHERE }));
    await lane.opened;
    for (let n = reader; performance.now() < until; n += 1) {
      await setTimeout(PAUSE_MS * (0.5 + Math.random()));
      const { status, ms } = await lane.ask(probes[n % probes.length] ?? "");
      if (status === 200) times.push(ms);
      else refused += 1;
    }
    lane.close();
  };
  await Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)));
  return { times, refused };
}

/** At the lowest priority, since a real one does not share the server's machine. */
function startFlood(load: { address: string; connections: number; requests: string[] }) {
  const script = join(import.meta.dirname, "flood.ts");
  const parameters = ["-n", "19", process.execPath, "--import", "tsx", script];
  const child = spawn("nice", parameters, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ask = async (message: object) => {
    const answered = once(child, "message");
    child.send(message);
    return statuses.parse((await answered)[0]);
  };
  return {
    sending: ask(load),
    stop: async () => {
      const answers = await ask({});
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      return answers;
    },
  };
}
