import type { Page } from "@playwright/test";
import { gate } from "../../support/gate.ts";

/** Holds matching requests back, as a slow network does; call the result to release them. */
export async function hold(page: Page, url: RegExp): Promise<() => void> {
  const { passed, open } = gate();
  await page.route(url, async (route) => {
    await passed;
    await route.continue();
  });
  return open;
}

/** Breaks matching requests; call the result to repair them. */
export async function breakOff(page: Page, url: RegExp): Promise<() => void> {
  let broken = true;
  await page.route(url, (route) =>
    broken ? route.abort("internetdisconnected") : route.continue(),
  );
  return () => {
    broken = false;
  };
}
