import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { buildWhatIsStale } from "../scripts/build.mjs";

const root = join(import.meta.dirname, "..");
const START_LIMIT_MS = 90_000;

export interface RunningProcess {
  /** Where it listens. */
  address: string;
  /** From the start of the process to the line that says where it listens. */
  readyMs: number;
  /** Resident memory of the process itself, in MB; Linux only. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

let built: Promise<void> | undefined;

/** The built server with these variables and none of the environment's own. */
export async function startBuiltServer(variables: Record<string, string>): Promise<RunningProcess> {
  built ??= buildWhatIsStale();
  await built;
  return start(["dist/server/main.js"], variables, /Knowledge Insight: (\S+)/);
}

/** A script of bench/ that prints where it listens as `listening: <address>`. */
export function startScript(
  script: string,
  variables: Record<string, string>,
): Promise<RunningProcess> {
  return start(["--import", "tsx", script], variables, /listening: (\S+)/);
}

async function start(
  parameters: string[],
  variables: Record<string, string>,
  announced: RegExp,
): Promise<RunningProcess> {
  const began = performance.now();
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    env: { PATH, HOME, LOG_LEVEL: "error", PORT: "0", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const address = await addressOf(child, announced);
  return {
    address,
    readyMs: performance.now() - began,
    memory: () => residentMemory(child.pid),
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
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

/** Runs with a directory that is gone afterwards. */
export async function withDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "ki-bench-"));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const signedIn = z.object({ idToken: z.string() });

/** Opens an admin session as the demo's system admin; gives the headers that its requests carry. */
export async function adminHeaders(address: string): Promise<Record<string, string>> {
  const json = { "content-type": "application/json", origin: address };
  const toolkit = `${address}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`;
  const account = { email: "sysadmin@example.com", password: "password", returnSecureToken: true };
  const identity = await fetch(toolkit, {
    method: "POST",
    headers: json,
    body: JSON.stringify(account),
  });
  const { idToken } = signedIn.parse(await identity.json());
  const session = await fetch(`${address}/admin/api/v1/session`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ idToken }),
  });
  if (session.status !== 204) throw new Error(`no session: ${await session.text()}`);
  const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { ...json, cookie };
}
