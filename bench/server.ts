import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { buildWhatIsStale } from "../scripts/build.mjs";

const root = join(import.meta.dirname, "..");
/** One user sends more requests than the limit allows. */
const defaults = { LOG_LEVEL: "error", PORT: "0", RATE_LIMIT_PER_MINUTE: "1000000" };
const START_LIMIT_MS = 90_000;
const ANNOUNCED = /Knowledge Insight: (\S+)/;

export interface RunningProcess {
  address: string;
  /** From the start of the process to the line with its address. */
  readyMs: number;
  /** Resident memory of the process in MB; Linux only. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

export interface WatchedProcess extends RunningProcess {
  /** The longest delay of its event loop in ms since the last call. */
  loopDelay(): Promise<number>;
}

let built: Promise<void> | undefined;

/** The built server with these variables only. */
export async function startBuiltServer(variables: Record<string, string>): Promise<RunningProcess> {
  built ??= buildWhatIsStale();
  await built;
  return (await start(["dist/server/main.js"], variables, ANNOUNCED)).running;
}

/** The same with a monitored event loop, which costs a timer every millisecond. */
export async function startWatchedServer(
  variables: Record<string, string>,
): Promise<WatchedProcess> {
  built ??= buildWhatIsStale();
  await built;
  const parameters = ["--import", "./bench/loopDelay.mjs", "dist/server/main.js"];
  const { running, child } = await start(parameters, variables, ANNOUNCED);
  return {
    ...running,
    loopDelay: async () => {
      const answered = once(child, "message");
      child.send("loopDelay");
      const [answer] = await answered;
      return loopDelay.parse(answer).loopDelayMs;
    },
  };
}
/** A script of bench/ that prints `listening: <address>`. */
export async function startScript(
  script: string,
  variables: Record<string, string>,
): Promise<RunningProcess> {
  return (await start(["--import", "tsx", script], variables, /listening: (\S+)/)).running;
}

const created = z.object({ key: z.string() });

/** A new service key of the server, as a program sends it. */
export async function serviceKeyHeaders(
  address: string,
  admin: Record<string, string>,
): Promise<Record<string, string>> {
  const answer = await fetch(`${address}/admin/api/v1/service-keys`, {
    method: "POST",
    headers: admin,
    body: JSON.stringify({ name: "bench" }),
  });
  return { authorization: `Bearer ${created.parse(await answer.json()).key}` };
}

const loopDelay = z.object({ loopDelayMs: z.number() });

async function start(
  parameters: string[],
  variables: Record<string, string>,
  announced: RegExp,
): Promise<{ running: RunningProcess; child: ChildProcess }> {
  const began = performance.now();
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    env: { PATH, HOME, ...defaults, ...variables },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const address = await addressOf(child, announced);
  const running = {
    address,
    readyMs: performance.now() - began,
    memory: () => residentMemory(child.pid),
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
  return { running, child };
}

async function addressOf(child: ChildProcess, announced: RegExp): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`it did not start: ${said}`));
    const limit = setTimeout(fail, START_LIMIT_MS);
    const listen = (data: Buffer) => {
      said += data;
      const address = announced.exec(said)?.[1];
      if (!address) return;
      clearTimeout(limit);
      resolve(address);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", fail);
  });
}

async function residentMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1000;
}

/** Runs `work` with a temporary directory. */
export async function withDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "ki-bench-"));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const PASSWORD = "password";
const signedIn = z.object({ idToken: z.string() });

/** An ID token of a demo account. */
async function idTokenOf(address: string, email: string): Promise<string> {
  const toolkit = `${address}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`;
  const answer = await fetch(toolkit, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ email, password: PASSWORD, returnSecureToken: true }),
  });
  return signedIn.parse(await answer.json()).idToken;
}

/** Opens an admin session, as the demo's system admin or another; returns its request headers. */
export async function adminHeaders(
  address: string,
  email = "sysadmin@example.com",
): Promise<Record<string, string>> {
  // As a browser says it, also to a server behind a proxy, whose PUBLIC_URL is another address.
  const json = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const session = await fetch(`${address}/admin/api/v1/session`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ idToken: await idTokenOf(address, email) }),
  });
  if (session.status !== 204) throw new Error(`no session: ${await session.text()}`);
  const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { ...json, cookie };
}

/** Request headers for the staff area as a demo account, the first organization admin by default. */
export async function staffHeaders(
  address: string,
  email = "orgadmin@example.com",
): Promise<Record<string, string>> {
  const token = await idTokenOf(address, email);
  return { "content-type": "application/json", authorization: `Bearer ${token}` };
}

const createdUser = z.object({ userId: z.string() });
const invitation = z.object({ link: z.string() });

/** Request headers of new system admins, each with a session, who follow their invitations. */
export async function systemAdmins(
  address: string,
  admin: Record<string, string>,
  count: number,
): Promise<Record<string, string>[]> {
  const send = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(address + path, {
      method: "POST",
      headers: admin,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} is answered ${answer.status}`);
    return answer.json();
  };
  const people: Record<string, string>[] = [];
  for (let n = 0; n < count; n += 1) {
    const email = `bench.${n}.${Date.now()}@example.com`;
    const user = { email, userName: "計測 者", isSystemAdmin: true };
    const { userId } = createdUser.parse(await send("/admin/api/v1/users", user));
    const link = await send(`/admin/api/v1/users/${userId}/invitation/link`, {});
    const oobCode = new URL(invitation.parse(link).link).searchParams.get("oobCode");
    await send("/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=k", {
      oobCode,
      newPassword: PASSWORD,
    });
    people.push(await adminHeaders(address, email));
  }
  return people;
}

const createdKey = z.object({ key: z.string() });

/** Request headers of a program with a new service key, created as the demo's system admin. */
export async function serviceHeaders(address: string): Promise<Record<string, string>> {
  const created = await fetch(`${address}/admin/api/v1/service-keys`, {
    method: "POST",
    headers: await adminHeaders(address),
    body: JSON.stringify({ name: "ベンチマーク" }),
  });
  const { key } = createdKey.parse(await created.json());
  return { "content-type": "application/json", authorization: `Bearer ${key}` };
}
