import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { search } from "./support/contracts.ts";
import {
  BEGIN,
  beginEditing,
  breakLock,
  expectHeldBy,
  saveAndEnd,
} from "./support/dictionaries.ts";
import { chooseFile, chooseMode, dryRun, openImport } from "./support/imports.ts";
import { people, signIn } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

/** "At once" for users who look at the same dictionary: within 2 s. */
const SOON = { timeout: 5_000 };
/** The time until a tab without a stream polls every 2 s, and one poll. */
const BY_POLLING = { timeout: 8_000 };
/** The lease set in playwright.config.ts, and the sweep's second. */
const AFTER_THE_LEASE = { timeout: 20_000 };

const A = "dictadmin@example.com";
const B = "dictadmin2@example.com";

const OTHER_TAB = "別のタブで編集中です。";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Where a page shows the state of the lock. */
const banner = (page: Page) => page.getByRole("main").getByRole("status");
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** The cell of the words that has the cursor. */
const editedCell = (page: Page) => page.getByRole("textbox", { name: /行目$/ });

async function placeOf(shown: Locator) {
  const box = await shown.boundingBox();
  if (!box) throw new Error(`${shown} is not shown`);
  return box;
}

async function browserOf(browser: Browser, email: string, path: string) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto(`/app/login?next=${encodeURIComponent(path)}`);
  await signIn(page, email);
  await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`));
  return { context, page };
}

/** On the form that lost the lock: who holds it now, and no way to start. */
async function expectTakenBy(page: Page, person: string, within: { timeout: number }) {
  const main = page.getByRole("main");
  const told = main.getByRole("alert").getByText(`${person}さんが編集中のため、編集できません（`);
  await expect(told).toBeVisible(within);
  const begin = button(page, "編集を開始");
  await expect(begin).toBeDisabled();
  await expect(begin).toHaveAccessibleDescription(new RegExp(`${person}さんが編集中のため`));
}

/** On the page of a dictionary that another person edits. */
async function askForLock(page: Page, message = "") {
  await button(page, "編集権をリクエスト").click();
  const dialog = page.getByRole("dialog", { name: "編集権をリクエスト" });
  await dialog.getByRole("textbox", { name: "メッセージ" }).fill(message);
  await dialog.getByRole("button", { name: "編集権をリクエスト" }).click();
  await expect(page.getByText("編集権をリクエストしています。")).toBeVisible();
}

const detail = (id: number) => `/dictionaries/${id}`;

test.describe("two people and one dictionary", () => {
  let dictionary: { dictionaryId: number; dictionaryName: string };
  const contexts: BrowserContext[] = [];
  const open = async (browser: Browser, email: string, path: string) => {
    const opened = await browserOf(browser, email, path);
    contexts.push(opened.context);
    return opened.page;
  };

  test.beforeEach(async ({ request }) => {
    dictionary = await (await staffApi(request, A)).createDictionary("二人の辞書");
  });
  test.afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  test("one edits; the other sees who at once, cannot write, and sees the end", async ({
    browser,
    request,
  }) => {
    const { dictionaryId, dictionaryName } = dictionary;
    const a = await open(browser, A, detail(dictionaryId));
    const b = await open(browser, B, detail(dictionaryId));
    const list = await open(browser, people.staff, "/dictionaries");
    await search(list, dictionaryName);
    await expect(list.getByRole("table")).toContainText(dictionaryName);
    await expect(button(b, BEGIN)).toBeEnabled();

    await beginEditing(a);
    await expectHeldBy(b, "佐藤 花子", SOON);
    await expect(list.getByRole("table")).toContainText("編集中", SOON);
    await expect(button(b, BEGIN)).toBeDisabled();
    const program = await staffApi(request, B);
    const refused = await program.send("PATCH", `/dictionaries/${dictionaryId}`, {
      description: "横から",
    });
    expect(refused.status).toBe(423);
    expect(refused.body.code).toBe("LOCKED");

    await field(a, "辞書名").fill(`${dictionaryName}改`);
    await saveAndEnd(a);
    await expect(button(b, BEGIN)).toBeEnabled(SOON);
    await expect(b.getByText(`${dictionaryName}改`).first()).toBeVisible(SOON);
    await expect(list.getByRole("table")).toContainText(`${dictionaryName}改`, SOON);
  });

  test("the lock of a killed browser ends with the lease, and nobody has to help", async ({
    browser,
    playwright,
    launchOptions,
  }) => {
    const path = detail(dictionary.dictionaryId);
    const doomed = await playwright.chromium.launchServer(launchOptions);
    const itsBrowser = await playwright.chromium.connect(doomed.wsEndpoint());
    const { page: a } = await browserOf(itsBrowser, A, path);
    const b = await open(browser, B, path);
    await expect(button(b, BEGIN)).toBeEnabled();
    await beginEditing(a);
    await expect(button(b, BEGIN)).toBeDisabled(SOON);
    await doomed.kill();
    await expect(button(b, BEGIN)).toBeEnabled(AFTER_THE_LEASE);
    await beginEditing(b);
  });

  test("a lock broken by an organization admin is told at once, and the input stays", async ({
    browser,
  }) => {
    const path = detail(dictionary.dictionaryId);
    const a = await open(browser, A, path);
    const admin = await open(browser, people.organizationAdmin, path);
    await beginEditing(a);
    await field(a, "説明").fill("まだ保存していない説明");
    await breakLock(admin, "至急の修正のため");
    await expect(a.getByText(/組織管理者（.+さん）により編集ロックが解除されました。/)).toBeVisible(
      SOON,
    );
    await expect(a.getByText("至急の修正のため")).toBeVisible();
    await expect(field(a, "説明")).toHaveValue("まだ保存していない説明");
    await expect(button(a, "編集を開始")).toBeEnabled();

    await test.step("and who edits next is named, until they have left", async () => {
      await beginEditing(admin);
      await expectTakenBy(a, "鈴木 一郎", SOON);
      await expect(field(a, "説明")).toHaveValue("まだ保存していない説明");
      await admin.getByRole("link", { name: "キャンセル" }).click();
      await expect(button(a, "編集を開始")).toBeEnabled(SOON);
      await expect(a.getByText("編集中のため、編集できません")).toBeHidden();
      await button(a, "編集を開始").click();
      await expect(field(a, "説明")).toBeEditable();
      await expect(field(a, "説明")).toHaveValue("まだ保存していない説明");
    });
  });

  test("who needs the words asks for the lock; the holder refuses, and then saves and hands over", async ({
    browser,
  }) => {
    const path = detail(dictionary.dictionaryId);
    const asks = "田中 次郎さんが編集権をリクエストしています。";
    const a = await open(browser, A, path);
    const b = await open(browser, B, path);
    const asked = a.getByRole("alert").filter({ hasText: asks });
    await button(a, "単語を追加").click();
    await a.keyboard.insertText("嚥下");
    await a.keyboard.press("Tab");
    await a.keyboard.insertText("えんげ");

    await test.step("the holder hears of it at once, and goes on typing where they were", async () => {
      const { y } = await placeOf(editedCell(a));
      await askForLock(b, "月末の修正をしたいです");
      await expect(asked).toBeInViewport({ ratio: 1, ...SOON });
      expect((await placeOf(editedCell(a))).y).toBe(y);
      await expect(asked).toContainText("月末の修正をしたいです");
      await a.keyboard.insertText("りょく");
      await expect(a.getByRole("textbox", { name: /^読み/ })).toHaveValue("えんげりょく");
    });

    await test.step("who was refused hears it at once, and why", async () => {
      await button(a, "断る").click();
      const dialog = a.getByRole("dialog", { name: "編集権のリクエスト" });
      await dialog.getByRole("textbox", { name: "理由" }).fill("あと少しです");
      await dialog.getByRole("button", { name: "リクエストを断る" }).click();
      const refused = b.getByRole("alert").filter({
        hasText: "佐藤 花子さんが編集を続けています。リクエストは断られました。",
      });
      await expect(refused).toBeVisible(SOON);
      await expect(refused).toContainText("あと少しです");
      await expect(asked).toBeHidden();
      await expect(editedCell(a)).toBeFocused();
    });

    await test.step("a request that is withdrawn leaves the holder alone, also on a phone", async () => {
      const size = a.viewportSize();
      await a.setViewportSize({ width: 390, height: 844 });
      const { y } = await placeOf(editedCell(a));
      await askForLock(b);
      await expect(asked).toBeInViewport({ ratio: 1, ...SOON });
      expect((await placeOf(editedCell(a))).y).toBe(y);
      // Esc lets the next Tab leave the table.
      await a.keyboard.press("Escape");
      await a.keyboard.press("Tab");
      await expect(a.getByRole("checkbox", { name: "未保存の行も渡す" })).toBeFocused();
      await a.keyboard.press("Tab");
      await expect(button(a, "保存して渡す")).toBeFocused();
      await button(b, "リクエストを取り下げる").click();
      await expect(asked).toBeHidden(SOON);
      await expect(editedCell(a)).toBeFocused();
      if (size) await a.setViewportSize(size);
    });

    await test.step("who promises the lock goes on in the table", async () => {
      await askForLock(b);
      await button(a, "5分後に渡す").focus();
      await a.keyboard.press("Enter");
      await expect(asked).toContainText("に編集権を渡します。");
      await expect(editedCell(a)).toBeFocused();
      await button(b, "リクエストを取り下げる").click();
      await expect(asked).toBeHidden(SOON);
    });

    await test.step("the word is saved, and the lock goes to the page that asked", async () => {
      await askForLock(b);
      await button(a, "保存して渡す").focus();
      await a.keyboard.press("Enter");
      await expect(b.getByText("編集権を受け取りました。")).toBeVisible(SOON);
      await expect(a.getByText("編集権が田中 次郎さんに渡りました。")).toBeVisible(SOON);
      await expect(editedCell(a)).toBeFocused();
      await expect(editedCell(b)).toBeFocused();
      await expect(b.getByRole("gridcell", { name: "えんげりょく" })).toBeVisible(SOON);
      await button(b, "単語を追加").click();
      await b.keyboard.insertText("褥瘡");
      await b.keyboard.press("Tab");
      await b.keyboard.insertText("じょくそう");
      await b.keyboard.press("Enter");
      await expect(a.getByRole("gridcell", { name: "じょくそう" })).toBeVisible(SOON);
    });

    await test.step("and to the next who asks when its holder ends", async () => {
      await askForLock(a);
      await expect(b.getByText("佐藤 花子さんが編集権をリクエストしています。")).toBeVisible(SOON);
      await expectAccessible(b, "the words, for which somebody waits");
      await expectAccessible(a, "a page that waits for the lock");
      await button(b, "編集を終了").click();
      await expect(a.getByText("編集権を受け取りました。")).toBeVisible(SOON);
      await expect(button(a, "編集を終了")).toBeVisible();
    });
  });

  test("what is not saved goes over with the lock, and is saved by who has it then", async ({
    browser,
  }) => {
    const path = detail(dictionary.dictionaryId);
    const a = await open(browser, A, path);
    const b = await open(browser, B, path);
    await button(a, "単語を追加").click();
    await a.keyboard.insertText("嚥下");
    await a.keyboard.press("Tab");
    await a.keyboard.insertText("漢字");
    await a.keyboard.press("Enter");
    await expect(a.getByText("保存していない入力が1件あります。")).toBeVisible();
    await askForLock(b);
    const choice = a.getByRole("checkbox", { name: "未保存の行も渡す" });
    await choice.focus();
    await a.keyboard.press("Space");
    await expectAccessible(a, "the answer that hands over unsaved rows");
    await button(a, "保存せずに渡す").click();

    await expect(b.getByText("うち1件は佐藤 花子さんの未保存の行です。")).toBeVisible(SOON);
    await expect(a.getByText("編集権が田中 次郎さんに渡りました。")).toBeVisible(SOON);
    await expect(a.getByRole("gridcell", { name: "嚥下" })).toBeHidden();
    const mark = b.getByRole("gridcell", { name: "佐藤 花子さんの未保存の行" });
    await expect(mark).toBeVisible();
    await expectAccessible(b, "unsaved rows of another person");
    await b.reload();
    await button(b, "編集を開始して復元する").click();
    await expect(mark).toBeVisible();
    await b.getByRole("gridcell", { name: "漢字" }).click();
    await b.keyboard.insertText("えんげ");
    await b.keyboard.press("Enter");
    await expect(mark).toBeHidden();
    await expect(a.getByRole("gridcell", { name: "えんげ" })).toBeVisible(SOON);
  });

  test("the lock of a killed browser goes to who waits for it", async ({
    browser,
    playwright,
    launchOptions,
  }) => {
    const path = detail(dictionary.dictionaryId);
    const doomed = await playwright.chromium.launchServer(launchOptions);
    const itsBrowser = await playwright.chromium.connect(doomed.wsEndpoint());
    const { page: a } = await browserOf(itsBrowser, A, path);
    const b = await open(browser, B, path);
    await beginEditing(a);
    await askForLock(b);
    await doomed.kill();
    await expect(b.getByText("編集権を受け取りました。")).toBeVisible(AFTER_THE_LEASE);
    await expect(button(b, "編集を終了")).toBeVisible();
  });

  test("the right that is withdrawn ends the editing on every page, and the input stays", async ({
    browser,
    request,
  }) => {
    const admin = await staffApi(request, people.organizationAdmin);
    const { body } = await admin.send("GET", `/users?q=${encodeURIComponent(B)}`);
    const [{ userId }] = Object(body).content;
    const rightIs = async (isDictionaryAdmin: boolean) => {
      const { status } = await admin.send("PATCH", `/users/${userId}`, { isDictionaryAdmin });
      expect(status).toBe(200);
    };
    const words = await (await staffApi(request, A)).createDictionary("単語帳");
    const file = await (await staffApi(request, A)).createDictionary("取り込み先");
    const form = await open(browser, B, detail(dictionary.dictionaryId));
    await beginEditing(form);
    await field(form, "説明").fill("まだ保存していない説明");
    const sheet = await form.context().newPage();
    await sheet.goto(detail(words.dictionaryId));
    await button(sheet, "単語を追加").click();
    await sheet.keyboard.insertText("嚥下");
    await sheet.keyboard.press("Tab");
    const imports = await form.context().newPage();
    await openImport(imports, file.dictionaryId);
    await chooseFile(imports, "単語.csv", Buffer.from("表記,読み\r\n嚥下,えんげ\r\n"));
    await chooseMode(imports, /^追加のみ/);

    await rightIs(false);
    try {
      for (const page of [form, sheet, imports]) {
        await expect(
          page.getByText("辞書を編集する権限がなくなったため、編集ロックが解除されました。"),
        ).toBeVisible(SOON);
        await expect(button(page, "編集を開始")).toBeHidden(SOON);
        await expect(page.getByText(/組織管理者/)).toBeHidden();
      }
      await expect(field(form, "説明")).toHaveValue("まだ保存していない説明");
      await expect(sheet.getByRole("gridcell", { name: "嚥下" })).toBeVisible();
      await expect(dryRun(imports)).toContainText("単語.csv");
      // Others do not wait for the lease.
      const a = await open(browser, A, detail(dictionary.dictionaryId));
      await beginEditing(a);
    } finally {
      await rightIs(true);
    }
  });

  test("a page that lost its lock follows it by polling where no stream comes through", async ({
    browser,
  }) => {
    const path = detail(dictionary.dictionaryId);
    const a = await open(browser, A, path);
    await a.route("**/api/v1/events", (route) => route.fulfill({ status: 502 }));
    await a.reload();
    const admin = await open(browser, people.organizationAdmin, path);
    await beginEditing(a);
    await breakLock(admin, "至急の修正のため");
    await expect(a.getByText("至急の修正のため")).toBeVisible(BY_POLLING);
    await beginEditing(admin);
    await expectTakenBy(a, "鈴木 一郎", BY_POLLING);
    await admin.getByRole("link", { name: "キャンセル" }).click();
    await expect(button(a, "編集を開始")).toBeEnabled(BY_POLLING);
  });

  test("two tabs of one person: the second takes over, the first turns read-only", async ({
    browser,
  }) => {
    const path = detail(dictionary.dictionaryId);
    const first = await open(browser, A, path);
    await beginEditing(first);
    const second = await first.context().newPage();
    await second.goto(path);
    await expect(banner(second).getByText(OTHER_TAB)).toBeVisible();
    await button(second, "このタブで編集する").click();
    await expect(button(second, "編集を終了")).toBeVisible();
    await expect(banner(first).getByText(OTHER_TAB)).toBeVisible(SOON);

    await button(first, "このタブで編集する").click();
    await expect(button(first, "保存して終了")).toBeEnabled();
    await expect(banner(second).getByText(OTHER_TAB)).toBeVisible(SOON);
    // Reloading the page does not take the lock over again.
    await second.reload();
    await expect(banner(second).getByText(OTHER_TAB)).toBeVisible();
    await expect(button(first, "保存して終了")).toBeEnabled();

    await button(second, "このタブで編集する").click();
    await beginEditing(second);
    await field(second, "説明").fill("二番目のタブから");
    await saveAndEnd(second);
  });

  test("leaving the page releases the lock at once", async ({ browser }) => {
    const path = detail(dictionary.dictionaryId);
    const a = await open(browser, A, path);
    const b = await open(browser, B, path);
    await expect(button(b, BEGIN)).toBeEnabled();
    await beginEditing(a);
    await expect(button(b, BEGIN)).toBeDisabled(SOON);
    await a.close({ runBeforeUnload: false });
    await expect(button(b, BEGIN)).toBeEnabled(SOON);
  });
});
