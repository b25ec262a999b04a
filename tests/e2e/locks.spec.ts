import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { search } from "./support/contracts.ts";
import {
  BEGIN,
  beginEditing,
  breakLock,
  expectHeldBy,
  saveAndEnd,
} from "./support/dictionaries.ts";
import { people, signIn } from "./support/people.ts";
import { placeOf } from "./support/place.ts";
import { allowRefusals } from "./support/refusedRequests.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

const A = people.dictionaryAdmin;
const B = people.otherDictionaryAdmin;

const OTHER_TAB = "別のタブで編集中です。";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Where a page shows the state of the lock. */
const banner = (page: Page) => page.getByRole("main").getByRole("status");
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** The cell of the words that has the cursor. */
const editedCell = (page: Page) => page.getByRole("textbox", { name: /行目$/ });

async function browserOf(browser: Browser, email: string, path: string) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto(`/app/login?next=${encodeURIComponent(path)}`);
  await signIn(page, email);
  await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`));
  return { context, page };
}

/** On the form that lost the lock: who holds it now, and no way to start. */
async function expectTakenBy(page: Page, person: string) {
  const main = page.getByRole("main");
  const notice = main.getByRole("alert").getByText(`${person}さんが編集中のため、編集できません（`);
  await expect(notice).toBeVisible();
  const begin = button(page, "編集を開始");
  await expect(begin).toBeDisabled();
  await expect(begin).toHaveAccessibleDescription(new RegExp(`${person}さんが編集中のため`));
}

/** On the page of a dictionary that another person edits. */
async function askForLock(page: Page, message = "") {
  await button(page, "編集ロックをリクエスト").click();
  const dialog = page.getByRole("dialog", { name: "編集ロックをリクエスト" });
  await dialog.getByRole("textbox", { name: "メッセージ" }).fill(message);
  await dialog.getByRole("button", { name: "編集ロックをリクエスト" }).click();
  await expect(page.getByText("編集ロックをリクエストしています。")).toBeVisible();
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
    await expectHeldBy(b, "佐藤 花子");
    await expect(list.getByRole("table")).toContainText("編集中");
    await expect(button(b, BEGIN)).toBeDisabled();
    const program = await staffApi(request, B);
    const refused = await program.send("PATCH", `/dictionaries/${dictionaryId}`, {
      description: "横から",
    });
    expect(refused.status).toBe(423);
    expect(refused.body.code).toBe("LOCKED");

    await field(a, "辞書名").fill(`${dictionaryName}改`);
    await saveAndEnd(a);
    await expect(button(b, BEGIN)).toBeEnabled();
    await expect(b.getByText(`${dictionaryName}改`).first()).toBeVisible();
    await expect(list.getByRole("table")).toContainText(`${dictionaryName}改`);
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
    await expect(
      a.getByText(/組織管理者（.+さん）により編集ロックが解除されました。/),
    ).toBeVisible();
    await expect(a.getByText("至急の修正のため")).toBeVisible();
    await expect(field(a, "説明")).toHaveValue("まだ保存していない説明");
    await expect(button(a, "編集を開始")).toBeEnabled();

    await test.step("and who edits next is named, until they have left", async () => {
      await beginEditing(admin);
      await expectTakenBy(a, "鈴木 一郎");
      await expect(field(a, "説明")).toHaveValue("まだ保存していない説明");
      await admin.getByRole("link", { name: "キャンセル" }).click();
      await expect(button(a, "編集を開始")).toBeEnabled();
      await expect(a.getByText("編集中のため、編集できません")).toBeHidden();
      await button(a, "編集を開始").click();
      await expect(field(a, "説明")).toBeEditable();
      await expect(field(a, "説明")).toHaveValue("まだ保存していない説明");
    });
  });

  test("who needs the words asks for the lock; the holder refuses, and then saves and hands over", async ({
    browser,
  }) => {
    allowRefusals("422 POST /api/v1/dictionaries/{id}/entries/batch");
    const path = detail(dictionary.dictionaryId);
    const asks = "田中 次郎さんが編集ロックをリクエストしています。";
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
      await expect(asked).toBeInViewport({ ratio: 1 });
      expect((await placeOf(editedCell(a))).y).toBe(y);
      await expect(asked).toContainText("月末の修正をしたいです");
      await a.keyboard.insertText("りょく");
      await expect(a.getByRole("textbox", { name: /^読み/ })).toHaveValue("えんげりょく");
    });

    await test.step("who was refused hears it at once, and why", async () => {
      await button(a, "断る").click();
      const dialog = a.getByRole("dialog", { name: "編集ロックのリクエスト" });
      await dialog.getByRole("textbox", { name: "理由" }).fill("あと少しです");
      await dialog.getByRole("button", { name: "リクエストを断る" }).click();
      const refused = b.getByRole("alert").filter({
        hasText: "佐藤 花子さんが編集を続けています。リクエストは断られました。",
      });
      await expect(refused).toBeVisible();
      await expect(refused).toContainText("あと少しです");
      await expect(asked).toBeHidden();
      await expect(editedCell(a)).toBeFocused();
    });

    await test.step("a request that is withdrawn leaves the holder alone, also on a phone", async () => {
      const size = a.viewportSize();
      await a.setViewportSize({ width: 390, height: 844 });
      const { y } = await placeOf(editedCell(a));
      await askForLock(b);
      await expect(asked).toBeInViewport({ ratio: 1 });
      expect((await placeOf(editedCell(a))).y).toBe(y);
      // Esc lets the next Tab leave the table.
      await a.keyboard.press("Escape");
      await a.keyboard.press("Tab");
      await expect(button(a, "保存して渡す")).toBeFocused();
      await button(b, "リクエストを取り下げる").click();
      await expect(asked).toBeHidden();
      await expect(editedCell(a)).toBeFocused();
      if (size) await a.setViewportSize(size);
    });

    await test.step("who promises the lock goes on in the table", async () => {
      await askForLock(b);
      await button(a, "5分後に渡す").focus();
      await a.keyboard.press("Enter");
      await expect(asked).toContainText("に編集ロックを渡します。");
      await expect(editedCell(a)).toBeFocused();
      await button(b, "リクエストを取り下げる").click();
      await expect(asked).toBeHidden();
    });

    await test.step("the word is saved, and the lock goes to the page that asked", async () => {
      await askForLock(b);
      await button(a, "保存して渡す").focus();
      await a.keyboard.press("Enter");
      await expect(b.getByText("編集ロックを受け取りました。")).toBeVisible();
      await expect(a.getByText("編集ロックが田中 次郎さんに渡りました。")).toBeVisible();
      await expect(editedCell(a)).toBeFocused();
      await expect(editedCell(b)).toBeFocused();
      await expect(b.getByRole("gridcell", { name: "えんげりょく" })).toBeVisible();
      await button(b, "単語を追加").click();
      await b.keyboard.insertText("褥瘡");
      await b.keyboard.press("Tab");
      await b.keyboard.insertText("じょくそう");
      await b.keyboard.press("Enter");
      await expect(a.getByRole("gridcell", { name: "じょくそう" })).toBeVisible();
    });

    await test.step("who has handed over takes it again by the first key, once it is free", async () => {
      await button(b, "編集を終了").click();
      await expect(button(a, "単語を追加")).toBeVisible();
      await a.getByRole("gridcell", { name: "褥瘡", exact: true }).click();
      await a.keyboard.insertText("床ずれ");
      await a.keyboard.press("Enter");
      await expect(b.getByRole("gridcell", { name: "床ずれ" })).toBeVisible();
      await button(a, "編集を終了").click();
      await button(b, "単語を追加").click();
      await expect(button(b, "編集を終了")).toBeVisible();
    });

    await test.step("what cannot be saved stays with its author, who is told", async () => {
      await b.keyboard.insertText("寛解");
      await b.keyboard.press("Tab");
      await b.keyboard.insertText("漢字");
      await b.keyboard.press("Enter");
      await expect(b.getByText("保存していない入力が1件あります。")).toBeVisible();
      await askForLock(a);
      await expect(b.getByText("佐藤 花子さんが編集ロックをリクエストしています。")).toBeVisible();
      await expectAccessible(b, "the question for the lock");
      await expectAccessible(a, "a page that waits for the lock");
      await button(b, "保存して渡す").click();
      await expect(a.getByText("編集ロックを受け取りました。")).toBeVisible();
      const stored = "保存できなかった入力内容は、この端末に保管されています。";
      await expect(b.getByText(stored)).toBeVisible();
      await expect(b.getByRole("gridcell", { name: "漢字" })).toBeVisible();
      await expect(a.getByRole("gridcell", { name: "寛解" })).toBeHidden();
    });

    await test.step("and saves it with the next lock, also after loading the page again", async () => {
      await button(a, "編集を終了").click();
      await b.reload();
      await button(b, "編集を開始して復元する").click();
      await b.getByRole("gridcell", { name: "漢字" }).click();
      await b.keyboard.insertText("かんかい");
      await b.keyboard.press("Enter");
      await expect(a.getByRole("gridcell", { name: "かんかい" })).toBeVisible();
    });
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
    await expect(banner(first).getByText(OTHER_TAB)).toBeVisible();

    await button(first, "このタブで編集する").click();
    await expect(button(first, "保存して終了")).toBeEnabled();
    await expect(banner(second).getByText(OTHER_TAB)).toBeVisible();
    // Reloading the page does not take the lock over again.
    await second.reload();
    await expect(banner(second).getByText(OTHER_TAB)).toBeVisible();
    await expect(button(first, "保存して終了")).toBeEnabled();

    await button(second, "このタブで編集する").click();
    await beginEditing(second);
    await field(second, "説明").fill("二番目のタブから");
    await saveAndEnd(second);
  });
});
