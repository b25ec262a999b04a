import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Finding } from "./finding.ts";
import { median } from "./latency.ts";
import { adminHeaders, type RunningProcess } from "./server.ts";
import { openBrowser } from "./slowBrowser.ts";
import { steadyLoad } from "./steadyLoad.ts";
import { CONTRACTS } from "./usageDatabase.ts";
import { someEvents } from "./usageEvents.ts";

const REPORTS_PER_SECOND = 20;
const EVENTS_PER_REPORT = 50;
const SECONDS = 10;
const LIST = "/admin/api/v1/contracts?page=0&size=10&sort=usage,desc";

/** What an open contract list asks for during 1,000 events a second, and how long a page takes then. */
export async function benchScreens(parts: {
  api: RunningProcess;
  headers: Record<string, string>;
}): Promise<Finding[]> {
  const { address } = parts.api;
  const headers = await adminHeaders(address);
  const pageTime = async () => {
    const target = { address, headers: [headers], paths: [LIST] };
    const { times } = await steadyLoad(target, { connections: 4, seconds: SECONDS, rate: 20 });
    return median(times);
  };
  const quiet = await pageTime();
  const browser = await openBrowser();
  const over = new AbortController();
  try {
    const page = await openList(await browser.newPage(), address, headers);
    const reporting = reportSteadily(address, parts.headers, over.signal);
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes("/admin/api/")) asked += 1;
    });
    const busy = await pageTime();
    const perSecond = asked / SECONDS;
    over.abort();
    await reporting;
    return [
      {
        what: "requests per second of an open list, 1,000 events/s",
        measured: perSecond,
        unit: "requests",
        budget: { atMost: 5 },
      },
      {
        what: "a page of contracts during 1,000 events/s, against none",
        measured: busy / quiet,
        unit: "x",
        budget: { atMost: 3 },
        note: `${busy.toFixed(1)} ms and ${quiet.toFixed(1)} ms`,
      },
    ];
  } finally {
    over.abort();
    await browser.close();
  }
}

async function openList(page: Page, address: string, headers: Record<string, string>) {
  const [name = "", value = ""] = headers.cookie?.split("=") ?? [];
  await page.context().addCookies([{ name, value, url: address }]);
  await page.goto(`${address}/admin/contracts`);
  await page.locator("tbody tr").nth(9).waitFor();
  return page;
}

async function reportSteadily(
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = new Set<Promise<void>>();
  while (!signal.aborted) {
    const body = JSON.stringify({ events: someEvents(EVENTS_PER_REPORT, CONTRACTS) });
    const report = fetch(`${address}/api/v1/usage-events`, { method: "POST", headers, body }).then(
      async (answer) => {
        if (answer.status !== 200) throw new Error(`a report was answered ${answer.status}`);
        await answer.arrayBuffer();
      },
    );
    waiting.add(report);
    void report.finally(() => waiting.delete(report));
    await pause(1_000 / REPORTS_PER_SECOND);
  }
  await Promise.all(waiting);
}
