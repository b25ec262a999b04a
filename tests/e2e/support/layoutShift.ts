import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

declare global {
  interface Window {
    shifts: { value: number; of: string[] }[];
  }
}

/** What a screen may shift until it rests; https://web.dev/articles/cls calls 0.1 good. */
const MOST = 0.05;
const REST_MS = 300;

/** Notes what shifts in each document of a page, but for what follows an input. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(" ");
    const named = (node: Node | null | undefined) =>
      `${node instanceof Element ? node.className : node?.nodeName} ${node?.textContent?.slice(0, 20)}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        if (hadRecentInput) continue;
        const of = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${named(node)} (${place(previousRect)} → ${place(currentRect)})`,
        );
        window.shifts.push({ value, of });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Lets answers of the API come late, each by another time, so that sections load in any order. */
async function lateAnswers(page: Page): Promise<{ rest(): Promise<void> }> {
  let [underWay, order, lastAt] = [0, 0, Date.now()];
  await page.route(/\/api\/v1\/(?!events)/, async (route) => {
    underWay += 1;
    order += 1;
    // Neighbours differ by much: 50 to 350 ms.
    await new Promise((resolve) => setTimeout(resolve, 50 + ((order * 137) % 300)));
    await route.continue().catch(() => {});
  });
  const ended = () => {
    underWay = Math.max(0, underWay - 1);
    lastAt = Date.now();
  };
  page.on("requestfinished", (request) => /\/api\/v1\/(?!events)/.test(request.url()) && ended());
  page.on("requestfailed", (request) => /\/api\/v1\/(?!events)/.test(request.url()) && ended());
  return {
    rest: () =>
      expect
        .poll(() => underWay === 0 && Date.now() - lastAt > REST_MS, { intervals: [50] })
        .toBe(true),
  };
}

/** Opens each path with late answers; fails for those whose layout shifts by more than it may. */
export async function expectNoShifts(page: Page, paths: readonly string[]): Promise<void> {
  await watchShifts(page);
  const { rest } = await lateAnswers(page);
  const shifting: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator("main h1")).toBeVisible();
    await rest();
    await expect(page.locator("main [data-loading]")).toHaveCount(0);
    const shifts = await page.evaluate(() => window.shifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    if (sum <= MOST) continue;
    const worst = shifts.toSorted((a, b) => b.value - a.value).slice(0, 3);
    const lines = worst.map(({ value, of }) => `${value.toFixed(3)} ${of.join("; ")}`);
    shifting.push(`${path}: ${sum.toFixed(3)}\n  ${lines.join("\n  ")}`);
  }
  expect(shifting.join("\n"), "layout shifts").toBe("");
}
