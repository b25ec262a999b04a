import { join } from "node:path";
import type { Browser, BrowserContextOptions } from "@playwright/test";
import type { Finding } from "./finding.ts";
import { median } from "./latency.ts";
import { startPeer } from "./peerServer.ts";
import { adminHeaders, startBuiltServer, withDirectory } from "./server.ts";
import { openBrowser, SLOWER, slowDown, slowNetwork } from "./slowBrowser.ts";

const ROUNDS = 7;
const MOST_REQUESTS = 25;
/** Seconds until the first list shows, by the latency of each request in ms. */
const BUDGETS = [
  [0, 1.2],
  [40, 1.5],
  [150, 2.2],
] as const;

type State = NonNullable<BrowserContextOptions["storageState"]>;

interface List {
  area: string;
  path: string;
  /** A text of the first page of the list. */
  shows: string;
  state: (address: string) => Promise<State>;
}

interface Opening {
  seconds: number;
  requests: number;
}

/**
 * From the navigation until the first list is painted, without a cache, signed in, alternating with
 * react-admin's own List and DataTable (bench/peer).
 */
export async function benchOpening(): Promise<Finding[]> {
  return withDirectory(async (directory) => {
    const server = await startBuiltServer({ DATA_DIR: join(directory, "data") });
    const peer = await startPeer(server.address, join(directory, "peer"));
    const browser = await openBrowser();
    try {
      const findings: Finding[] = [];
      for (const list of lists(browser, server.address)) {
        for (const [latency, budget] of BUDGETS) {
          const compare = () => compareOpenings(browser, list, latency, [server, peer]);
          findings.push(...toFindings(list, latency, budget, await compare()));
        }
      }
      return findings;
    } finally {
      await browser.close();
      await peer.stop();
      await server.stop();
    }
  });
}

function lists(browser: Browser, server: string): List[] {
  return [
    {
      area: "admin",
      path: "/admin/contracts",
      shows: "@",
      state: once((address) => adminState(server, address)),
    },
    {
      area: "staff",
      path: "/dictionaries",
      shows: "辞書",
      state: once((address) => staffState(browser, server, address)),
    },
  ];
}

async function compareOpenings(
  browser: Browser,
  list: List,
  latency: number,
  servers: { address: string }[],
): Promise<Opening[]> {
  const openings: Opening[][] = servers.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { address }] of servers.entries()) {
      openings[index]?.push(await open(browser, list, latency, address));
    }
  }
  return openings.map((all) => ({
    seconds: median(all.map(({ seconds }) => seconds)),
    requests: Math.max(...all.map(({ requests }) => requests)),
  }));
}

async function open(
  browser: Browser,
  { path, shows, state }: List,
  latency: number,
  address: string,
): Promise<Opening> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    storageState: await state(address),
  });
  try {
    const page = await context.newPage();
    await slowDown(page);
    await slowNetwork(page, latency);
    let requests = 0;
    page.on("request", () => {
      requests += 1;
    });
    await page.addInitScript(noteWhenShown, shows);
    await page.goto(address + path, { waitUntil: "commit" });
    const shown = await page.waitForFunction(() => Reflect.get(window, "listShownAt"));
    return { seconds: Number(await shown.jsonValue()) / 1000, requests };
  } finally {
    await context.close();
  }
}

/** Runs in the page. No named functions: tsx would add a helper call. */
function noteWhenShown(text: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector("tbody")?.textContent?.includes(text)) return;
    observer.disconnect();
    requestAnimationFrame(() => Reflect.set(window, "listShownAt", performance.now()));
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

function toFindings(
  { area }: List,
  latency: number,
  budget: number,
  [own, peer]: Opening[],
): Finding[] {
  if (!own || !peer) return [];
  const what = `${area} list shows, ${SLOWER}x CPU slow-down, 8 Mbit/s, ${latency} ms`;
  const note = `react-admin's own ${peer.seconds.toFixed(2)} s, ${peer.requests} requests`;
  return [
    { what, measured: own.seconds, unit: "s", budget: { atMost: budget } },
    {
      what: "  against react-admin's own list",
      measured: own.seconds / peer.seconds,
      unit: "x",
      budget: { atMost: 0.75 },
      note,
    },
    {
      what: "  requests until then",
      measured: own.requests,
      unit: "requests",
      budget: { atMost: MOST_REQUESTS },
    },
  ];
}

/** The cookie of an admin session, for a page at `address`. */
async function adminState(server: string, address: string): Promise<State> {
  const [name = "", value = ""] = (await adminHeaders(server)).cookie?.split("=") ?? [];
  const { hostname } = new URL(address);
  const cookie = { name, value, domain: hostname, path: "/", expires: -1 };
  return {
    cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: "Strict" }],
    origins: [],
  };
}

/** The sign-in that firebase/auth keeps in IndexedDB, for a page at `address`. */
async function staffState(browser: Browser, server: string, address: string): Promise<State> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server}/app/login`);
  await page.getByLabel("メールアドレス", { exact: true }).fill("staff@example.com");
  await page.getByLabel("パスワード", { exact: true }).fill("password");
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await page.waitForURL(`${server}/`);
  const { cookies, origins } = await context.storageState({ indexedDB: true });
  await context.close();
  return { cookies, origins: origins.map((each) => ({ ...each, origin: address })) };
}

function once(load: (address: string) => Promise<State>): (address: string) => Promise<State> {
  const loaded = new Map<string, Promise<State>>();
  return (address) => {
    const state = loaded.get(address) ?? load(address);
    loaded.set(address, state);
    return state;
  };
}
