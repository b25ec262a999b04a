import type { Page } from "@playwright/test";
import axe from "axe-core";
import { smallTargets } from "./targets.ts";
import { expect } from "./test.ts";

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const looks = [
  { look: "light", colorScheme: "light", viewport: DESK },
  { look: "dark", colorScheme: "dark", viewport: DESK },
  { look: "on a phone", colorScheme: "light", viewport: PHONE },
] as const;

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("[aria-modal]")).toHaveCount(0);
}

/** Opens a screen, and waits until it has read everything. */
export async function open(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(heading(page, title)).toBeVisible();
  await expect(page.getByText("読み込み中...")).toHaveCount(0);
}

/** Findings of axe and targets under 24 px on this screen: light, dark and 390 px wide. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const { look, colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(viewport);
    await endTransitions(page);
    const found = await violations(page, colorScheme === "dark" ? ofColors : undefined);
    expect.soft(found, `${screen}, ${look}`).toEqual([]);
    expect.soft(await smallTargets(page), `${screen}, ${look}, small targets`).toEqual([]);
  }
  expect.soft(await widthOver(page), `${screen}, wider than a phone`).toBeLessThanOrEqual(0);
  await page.setViewportSize(DESK);
}

/**
 * During the transition between two themes the contrasts differ from both. A browser that draws
 * nothing new may never end one by itself, and the end of one may begin another, of an inherited colour.
 */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const running = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
    for (let round = 0; round < 10 && running().length > 0; round += 1) {
      for (const transition of running()) transition.finish();
    }
  });
}

/** Dark mode differs from light mode in its colours only. */
const ofColors = ["color-contrast", "link-in-text-block"];

/** What axe finds to be serious or worse, by all of its rules or by some. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Once in each document: axe takes as long to be read as to look at a screen.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const options = { resultTypes: ["violations" as const], ...(runOnly ? { runOnly } : {}) };
    const found = await axe.run(document, options);
    return found.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ""}`),
      );
  }, rules);
}

/** By how many pixels the page scrolls sideways. */
function widthOver(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
