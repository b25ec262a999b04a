import { sessionEndpoints } from "../domain/api/session.ts";
import { usageEventEndpoints } from "../domain/api/usageEvents.ts";
import { BODY_LIMIT, RELAY_BODY_LIMIT } from "../server/plugins/uploads.ts";
import { bodyShapes } from "./bodyShapes.ts";
import type { Finding } from "./finding.ts";
import { type FileKind, hostileFiles } from "./hostileFiles.ts";
import { hostileHeads } from "./hostileHeads.ts";
import {
  adminHeaders,
  serviceHeaders,
  staffHeaders,
  startWatchedServer,
  type WatchedProcess,
  withDirectory,
} from "./server.ts";

const ROUNDS = 7;
const BUDGET_MS = 50;
const RELAYED = "/identitytoolkit.googleapis.com/";

interface Target {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The text fields. */
  fields: readonly string[];
  limit: number;
}

/** How long one request of any kind blocks the server for everyone else. */
export async function benchBodies(): Promise<Finding[]> {
  return withDirectory(async (directory) => {
    const server = await startWatchedServer({
      DATA_DIR: directory,
      // Lets every request have its own address, so that limits per address hide nothing.
      TRUST_PROXY: "loopback",
      RATE_LIMIT_PER_MINUTE: "1000000",
    });
    try {
      return await measure(server);
    } finally {
      await server.stop();
    }
  });
}

async function measure(server: WatchedProcess): Promise<Finding[]> {
  const admin = await adminHeaders(server.address);
  const staff = await staffHeaders(server.address);
  const service = await serviceHeaders(server.address);
  const findings: Finding[] = [];
  const targets = { ...targetsFor(admin, staff), "with a service key": [reportTarget(service)] };
  for (const [what, each] of Object.entries(targets)) {
    for (const [size, factor] of [
      ["as long as it may be", 1],
      ["ten times as long", 10],
    ] as const) {
      const requests = each.flatMap((target) =>
        Object.entries(bodyShapes).map(([shape, make]) => ({
          name: `${shape}, ${target.method} ${target.path}`,
          path: target.path,
          init: {
            method: target.method,
            headers: target.headers,
            body: make(target.limit * factor - 200, target.fields),
          },
        })),
      );
      findings.push(await worst(server, `any body ${size}, ${what}`, requests));
    }
  }
  for (const [what, requests] of Object.entries(hostileHeads(admin, staff))) {
    findings.push(await worst(server, what, requests));
  }
  for (const [what, { headers, ...kind }] of Object.entries(fileKinds(admin, staff))) {
    const requests = Object.entries(hostileFiles(kind)).map(([name, text]) => ({
      name,
      path: kind.path,
      init: { method: "POST", headers: withoutType(headers), body: upload(text) },
    }));
    findings.push(await worst(server, `any file of ${what}, and what it would do`, requests));
  }
  return findings;
}

/** `fetch` itself names the type of a form, with its boundary. */
function withoutType({ "content-type": _, ...headers }: Record<string, string>) {
  return headers;
}

function upload(text: string): FormData {
  const form = new FormData();
  form.set("file", new File([text], "bench.csv"));
  return form;
}

type Headers = Record<string, string>;

function fileKinds(
  admin: Headers,
  staff: Headers,
): Record<string, FileKind & { headers: Headers }> {
  const person = {
    氏名: "新人 #",
    フリガナ: "シンジン",
    メールアドレス: "p#@example.com",
    役割: "辞書管理者",
    ワークスペース: "",
  };
  const list = { column: "ワークスペース", name: "本社" };
  return {
    people: {
      path: "/api/v1/user-imports/check",
      headers: staff,
      columns: person,
      list,
      rows: 1_000,
    },
    contracts: {
      path: "/admin/api/v1/contract-imports/check",
      headers: admin,
      columns: {
        組織番号: "10000001",
        契約開始日: "2040/04/01",
        契約終了日: "2041/03/31",
        文字起こし上限件数: "1000",
        "文字起こし上限時間（分）": "無制限",
        管理者名: "管理 #",
        管理者メールアドレス: "c#@example.com",
      },
      rows: 1_000,
    },
    words: {
      path: "/api/v1/dictionaries/1/imports",
      headers: staff,
      columns: { 表記: "第#会議室", 読み: "だいかいぎしつ", 備考: "" },
      rows: 10_000,
    },
  };
}

interface HostileRequest {
  name: string;
  path: string;
  init: RequestInit;
}

async function worst(
  server: WatchedProcess,
  what: string,
  requests: readonly HostileRequest[],
): Promise<Finding> {
  const delays: { name: string; ms: number }[] = [];
  for (const { name, path, init } of requests) {
    const each: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await server.loopDelay();
      const answer = await send(`${server.address}${path}`, init, name);
      const id = importIdIn(answer);
      for (const read of id ? [`/${id}`, `/${id}/rows`] : []) {
        await send(`${server.address}${path}${read}`, { headers: init.headers ?? {} }, name);
      }
      each.push(await server.loopDelay());
    }
    delays.push({ name, ms: undisturbed(each) });
  }
  const [slowest] = delays.toSorted((a, b) => b.ms - a.ms);
  if (!slowest) throw new Error(`nothing was sent as ${what}`);
  return {
    what,
    measured: slowest.ms,
    unit: "ms",
    budget: { atMost: BUDGET_MS },
    note: `worst of ${delays.length}: ${slowest.name}`,
  };
}

/** The second shortest: our work blocks the loop each time, other processes only sometimes. */
function undisturbed(delays: readonly number[]): number {
  return delays.toSorted((a, b) => a - b)[1] ?? Number.NaN;
}

/** The id of an import of words; of other files the check answers all rows. */
function importIdIn(answer: string): string | undefined {
  return /"importId":(\d+)/.exec(answer)?.[1];
}

let sent = 0;

/** Resolves to the body of the answer, which is empty if the server broke the connection. */
async function send(url: string, init: RequestInit, name: string): Promise<string> {
  sent += 1;
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  const headers = { "x-forwarded-for": address, ...Object.fromEntries(new Headers(init.headers)) };
  try {
    const answer = await fetch(url, { ...init, headers });
    const body = await answer.text();
    // The emulator itself fails on some bodies, which does not block the server.
    const failed = answer.status >= 500 && !url.includes(RELAYED);
    if (answer.status === 429 || failed) {
      throw new Error(`${name} is answered ${answer.status}: ${body}`);
    }
    return body;
  } catch (error) {
    // The server does not read an oversized body to its end, so the connection may break.
    if (!(error instanceof TypeError)) throw error;
    return "";
  }
}

/** Its first field holds a list, of as many or as expensive elements as fit into 1 MB. */
function reportTarget(headers: Record<string, string>): Target {
  const limit = usageEventEndpoints["POST /usage-events"].bodyLimit;
  return { method: "POST", path: "/api/v1/usage-events", headers, fields: ["events"], limit };
}

function targetsFor(
  admin: Record<string, string>,
  staff: Record<string, string>,
): Record<string, Target[]> {
  const json = { "content-type": "application/json" };
  const toStaff = { headers: staff, limit: BODY_LIMIT };
  const toAdmin = { headers: admin, limit: BODY_LIMIT };
  const contract = ["organizationName", "adminName", "adminEmail", "memo", "startDate", "endDate"];
  return {
    "signed in": [
      { ...toAdmin, method: "POST", path: "/admin/api/v1/contracts", fields: contract },
      { ...toAdmin, method: "PATCH", path: "/admin/api/v1/contracts/1", fields: contract },
      { ...toAdmin, method: "POST", path: "/admin/api/v1/users", fields: ["email", "userName"] },
      { ...toStaff, method: "PUT", path: "/api/v1/workspaces/1/members", fields: ["userIds"] },
      {
        ...toStaff,
        method: "POST",
        path: "/api/v1/dictionaries",
        fields: ["description", "dictionaryName", "category"],
      },
      {
        ...toStaff,
        method: "PATCH",
        path: "/api/v1/users/me",
        fields: ["lastSelectedWorkspaceId"],
      },
    ],
    "not signed in": [
      {
        method: "POST",
        path: "/admin/api/v1/session",
        headers: { ...json, "sec-fetch-site": "same-origin" },
        fields: ["idToken"],
        limit: sessionEndpoints["POST /session"].bodyLimit,
      },
      {
        method: "POST",
        path: "/api/v1/dictionaries",
        headers: json,
        fields: ["dictionaryName"],
        limit: BODY_LIMIT,
      },
    ],
    "to the embedded identity service": [
      {
        method: "POST",
        path: `${RELAYED}v1/accounts:signInWithPassword?key=k`,
        headers: json,
        fields: ["email", "password"],
        limit: RELAY_BODY_LIMIT,
      },
    ],
  };
}
