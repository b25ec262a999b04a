import type { Browser, Page } from "@playwright/test";
import { addSystemAdmin } from "./api.ts";
import { builtScript } from "./builtScript.ts";
import type { Finding } from "./finding.ts";
import { median } from "./latency.ts";
import { millionContracts } from "./million.ts";
import { adminHeaders, startBuiltServer, withDirectory } from "./server.ts";
import { openBrowser, SLOWER, slowDown } from "./slowBrowser.ts";

const CHANGES = 15;

/** From the click on 次へ until 100 other rows are painted, alternating with a bare table. */
export async function benchPageChange(): Promise<Finding[]> {
  const url = await millionContracts();
  await addSystemAdmin(url);
  return withDirectory(async (directory) => {
    const server = await startBuiltServer({ DATABASE_URL: url, DATA_DIR: directory });
    const browser = await openBrowser();
    try {
      const list = await openSlowed(browser, server.address, "/admin/contracts?perPage=100&page=1");
      const plain = await openSlowed(browser, server.address, PLAIN);
      const times = { list: [] as number[], plain: [] as number[] };
      for (let n = 0; n < CHANGES; n += 1) {
        times.list.push(await changePage(list));
        times.plain.push(await changePage(plain));
      }
      const [own, peer] = [median(times.list), median(times.plain)];
      return [
        {
          what: `page change of 100 rows, ${SLOWER}x CPU slow-down`,
          measured: own / peer,
          unit: "x",
          budget: { atMost: 2 },
          note: `${own.toFixed(0)} ms, plain table ${peer.toFixed(0)} ms`,
        },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}

const PLAIN = "/admin/plain-table";

async function openSlowed(browser: Browser, address: string, path: string): Promise<Page> {
  const [name = "", value = ""] = (await adminHeaders(address)).cookie?.split("=") ?? [];
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  await context.addCookies([{ name, value, url: address }]);
  const page = await context.newPage();
  const script = await builtScript("bench/plainTable.tsx");
  await page.route(`${address}${PLAIN}`, (route) =>
    route.fulfill({
      contentType: "text/html; charset=utf-8",
      body: `<!doctype html><body></body><script type="module">${script}</script>`,
    }),
  );
  await page.goto(`${address}${path}`);
  await page.locator("tbody tr").nth(99).waitFor();
  await slowDown(page);
  return page;
}

/** Milliseconds by the page's clock. No named functions: tsx would add a helper call. */
function changePage(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const lastRow = "tbody tr:nth-child(100)";
    const before = document.querySelector(lastRow)?.textContent;
    const buttons = [...document.querySelectorAll("button")];
    const began = performance.now();
    buttons.find((button) => button.textContent === "次へ")?.click();
    while ((document.querySelector(lastRow)?.textContent ?? before) === before) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - began;
  });
}
