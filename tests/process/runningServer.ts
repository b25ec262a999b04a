import { vi } from "vitest";
import { emulatorsOf } from "../support/emulatorProcess.ts";
import { Running, type Variables } from "../support/running.ts";

/** A server that soon ends does not repay the compilation of optimized code for PGlite. */
const PROGRAM = ["--liftoff-only", "dist/server/main.js"];

/** The built server of the release in that directory, by default of this one. */
export function startServer(variables: Variables, directory?: string): Running {
  return new Running(process.execPath, PROGRAM, { PORT: "0", ...variables }, directory);
}

export async function noEmulatorOf(dataDir: string): Promise<void> {
  await vi.waitUntil(() => emulatorsOf(dataDir).length === 0, { timeout: 10_000 });
}

const toolkit = "/identitytoolkit.googleapis.com/v1/accounts";

export async function callIdentity(address: string, call: string, body: object) {
  const response = await fetch(`${address}${toolkit}:${call}?key=k`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

export function signIn(address: string, email: string, password: string) {
  return callIdentity(address, "signInWithPassword", { email, password, returnSecureToken: true });
}
