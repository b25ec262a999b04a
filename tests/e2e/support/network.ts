import type { Page } from "@playwright/test";
import { gate } from "../../support/gate.ts";

/** Holds back what would be answered, as a slow network does; the answer lets it go. */
export async function hold(page: Page, url: RegExp): Promise<() => void> {
  const { passed, open } = gate();
  await page.route(url, async (route) => {
    await passed;
    await route.continue();
  });
  return open;
}

/** Breaks the way to what matches; the answer mends it. */
export async function breakOff(page: Page, url: RegExp): Promise<() => void> {
  let broken = true;
  await page.route(url, (route) =>
    broken ? route.abort("internetdisconnected") : route.continue(),
  );
  return () => {
    broken = false;
  };
}

/** The server does what it is asked for, and the first answer never arrives. */
export async function loseAnswer(page: Page, url: RegExp, method: string): Promise<void> {
  let lost = false;
  await page.route(url, async (route) => {
    if (lost || route.request().method() !== method) return route.continue();
    lost = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
}
