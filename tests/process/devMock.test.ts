import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { demoAccounts } from "../../demo/accounts.ts";
import { Running } from "../support/running.ts";
import { callIdentity, signIn } from "./runningServer.ts";

const token = z.object({ idToken: z.string() });
const page = z.object({ content: z.array(z.unknown()), totalElements: z.number() });
const dictionary = z.object({ dictionaryId: z.number() });

function devMock(variables: Record<string, string>): Running {
  return new Running("npm", ["run", "--silent", "dev:mock"], { PORT: "0", ...variables });
}

const PUBLIC_URL = "http://console.localhost:4000";

describe("npm run dev:mock", () => {
  const directory = mkdtempSync(join(tmpdir(), "ki-mock-"));
  const dataDir = join(directory, "data");
  let command: Running;
  let address: string;

  beforeAll(async () => {
    // Mock mode must use neither: nothing listens at the one, and the other must not be created.
    const DATABASE_URL = "postgres://nobody@127.0.0.1:1/none";
    command = devMock({ DATA_DIR: dataDir, DATABASE_URL, PUBLIC_URL });
    address = await command.address();
  });
  afterAll(async () => {
    await command.remove();
    rmSync(directory, { recursive: true });
  });

  async function tokenOf(email: string, password = "password") {
    return token.parse((await signIn(address, email, password)).body).idToken;
  }

  async function as(email: string, path: string, method = "GET", body?: object) {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(email)}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  it("signs every demo account in, and nobody with another password", async () => {
    for (const { email, userId } of demoAccounts) {
      expect((await as(email, "/api/v1/users/me")).body).toMatchObject({ userId });
      expect((await signIn(address, email, "wrong-password")).status).toBe(400);
    }
  });

  it("lists the demo data to a system admin with a session", async () => {
    const opened = await fetch(`${address}/admin/api/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ idToken: await tokenOf("sysadmin@example.com") }),
    });
    expect(opened.status).toBe(204);
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    const contracts = await fetch(`${address}/admin/api/v1/contracts`, { headers: { cookie } });
    expect(page.parse(await contracts.json()).content).toHaveLength(10);
  });

  it("answers the API after half a second, and its stream and the identity calls at once", async () => {
    const asked = performance.now();
    await fetch(`${address}/api/v1/users/me`);
    // Node's timers may be a millisecond early.
    expect(performance.now() - asked).toBeGreaterThanOrEqual(499);
    const config = await fetch(`${address}/config.json`);
    expect(await config.json()).toMatchObject({ emulator: true, googleSignIn: false });
  });

  it("keeps what is written, and lets one person write a locked dictionary", async () => {
    const wanted = { category: "業務辞書", dictionaryName: "模擬の辞書" };
    const written = await as("dictadmin@example.com", "/api/v1/dictionaries", "POST", wanted);
    expect(written.status).toBe(201);
    const lock = `/api/v1/dictionaries/${dictionary.parse(written.body).dictionaryId}/lock`;

    const listener = await fetch(`${address}/api/v1/events`, {
      headers: {
        accept: "text/event-stream",
        authorization: `Bearer ${await tokenOf("dictadmin2@example.com")}`,
      },
    });
    const heard = listener.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await as("dictadmin@example.com", lock, "POST", {})).status).toBe(200);
    const refused = await as("dictadmin2@example.com", lock, "POST", {});
    expect([refused.status, refused.body]).toMatchObject([423, { code: "LOCKED" }]);
    let text = "";
    await vi.waitUntil(async () => {
      text += (await heard?.read())?.value ?? "";
      return text.includes("locked");
    });
    await heard?.cancel();
  });

  it("prints the mail that sets a password, which leads to the page at PUBLIC_URL", async () => {
    const email = "staff@sample.example.com";
    const wanted = { requestType: "PASSWORD_RESET", email };
    expect((await callIdentity(address, "sendOobCode", wanted)).status).toBe(200);
    const mail = new RegExp(`Mail to ${email} [^]*?(http\\S+)`);
    const link = new URL(await vi.waitUntil(() => mail.exec(command.stdout)?.[1]));
    expect(`${link.origin}${link.pathname}`).toBe(`${PUBLIC_URL}/app/action`);
    const { mode, oobCode, ...rest } = Object.fromEntries(link.searchParams);
    expect([mode, rest]).toEqual(["resetPassword", {}]);
    const answer = await callIdentity(address, "resetPassword", { oobCode, newPassword: "chosen" });
    expect(answer).toMatchObject({ status: 200, body: { email } });
    await tokenOf(email, "chosen");
    expect((await signIn(address, email, "password")).status).toBe(400);
  });

  it("serves the page and its modules from their sources", async () => {
    const html = await fetch(`${address}/app/login`, { headers: { accept: "text/html" } });
    expect(await html.text()).toContain("/@vite/client");
    expect((await fetch(`${address}/src/main.tsx`)).headers.get("content-type")).toContain(
      "javascript",
    );
  });

  it("writes nothing to the disk, and ends on a signal", async () => {
    expect(existsSync(dataDir)).toBe(false);
    command.signalGroup("SIGINT");
    await command.ended;
    expect(existsSync(dataDir)).toBe(false);
  });
});

it("is nothing for production", async () => {
  const command = devMock({ NODE_ENV: "production" });
  const { code, stderr } = await command.ended;
  expect(code).toBe(1);
  expect(stderr).toContain("NODE_ENV=production needs a real Firebase project");
  await command.remove();
});
