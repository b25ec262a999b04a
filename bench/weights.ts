import { gzipSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import type { Finding } from "./finding.ts";
import { adminHeaders, startBuiltServer, withDirectory } from "./server.ts";
import { openBrowser } from "./slowBrowser.ts";

/** JavaScript (gzip) that Chromium requests from the built server, page by page. */
export async function benchWeights(): Promise<Finding[]> {
  return withDirectory(async (directory) => {
    const server = await startBuiltServer({ DATA_DIR: directory });
    const browser = await openBrowser();
    try {
      return [
        {
          what: "sign-in page, until a user has signed in",
          measured: await weighSignIn(browser, server.address),
          unit: "kB",
          budget: { atMost: 120 },
        },
        {
          what: "admin area, until the contract list shows",
          measured: await weighAdminArea(browser, server.address),
          unit: "kB",
          budget: { atMost: 250 },
        },
        {
          what: "staff area, until the dictionary list shows",
          measured: await weighStaffArea(browser, server.address),
          unit: "kB",
          budget: { atMost: 290 },
        },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}

async function weighSignIn(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage();
  const weigh = watchScripts(page);
  await page.goto(`${address}/app/login`);
  await signIn(page, "wrong-password");
  await page.getByText("メールアドレスまたはパスワードが正しくありません。").waitFor();
  return weigh();
}

async function weighAdminArea(browser: Browser, address: string): Promise<number> {
  const [name = "", value = ""] = (await adminHeaders(address)).cookie?.split("=") ?? [];
  const context = await browser.newContext();
  await context.addCookies([{ name, value, url: address }]);
  const page = await context.newPage();
  const weigh = watchScripts(page);
  await page.goto(`${address}/admin/contracts`);
  await page.getByRole("cell").first().waitFor();
  return weigh();
}

async function weighStaffArea(browser: Browser, address: string): Promise<number> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${address}/app/login`);
  await signIn(page, "password");
  await page.waitForURL(`${address}/`);
  const weigh = watchScripts(page);
  await page.goto(`${address}/dictionaries`);
  await page.getByRole("cell").first().waitFor();
  return weigh();
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("メールアドレス", { exact: true }).fill("staff@example.com");
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
}

/** Watches a page; returns the weight of the scripts requested so far, in kB. */
function watchScripts(page: Page): () => Promise<number> {
  const urls = new Set<string>();
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith(".js")) urls.add(url.href);
  });
  return async () => {
    let bytes = 0;
    for (const url of urls) bytes += gzipSync(await (await page.request.get(url)).body()).length;
    return bytes / 1024;
  };
}
