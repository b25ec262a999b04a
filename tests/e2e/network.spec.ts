import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { monthOf, tokyoDate } from "../../domain/text/dates.ts";
import { createContract } from "./support/api.ts";
import {
  CONTRACT_EDIT,
  CONTRACT_NAME,
  expectSaid,
  fillNewContract,
  rows,
  search,
  submitContract,
} from "./support/contracts.ts";
import { breakOff, hold, loseAnswer } from "./support/network.ts";
import {
  expectContractList,
  openContracts,
  people,
  SYSTEM_ADMIN_STATE,
  signIn,
} from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE, brokenNetwork: true });

const NETWORK = "ネットワークエラーが発生しました。通信環境をご確認ください。";
const LIST = /\/admin\/api\/v1\/contracts\?/;
const CONTRACTS = /\/admin\/api\/v1\/contracts$/;
const API = /\/admin\/api\//;
const thisMonth = monthOf(tokyoDate(new Date()));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const table = (page: Page) => page.getByRole("table");

async function fillForm(page: Page): Promise<string> {
  const id = randomUUID().slice(0, 8);
  const organizationName = `回線商事${id}`;
  await page.goto("/admin/contracts/create");
  await fillNewContract(page, {
    organizationName,
    adminName: "回線 花子",
    adminEmail: `${id}@network.example.com`,
    startMonth: thisMonth,
    endMonth: thisMonth,
  });
  return organizationName;
}

async function expectOneContractOf(page: Page, organizationName: string) {
  await openContracts(page);
  await search(page, organizationName);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(organizationName);
}

test.describe("over a slow network", () => {
  for (const [query, size] of [
    ["", 10],
    ["?perPage=25", 25],
  ] as const) {
    test(`a list of ${size} shows ${size} empty rows until it is there`, async ({ page }) => {
      const letGo = await hold(page, LIST);
      await page.goto(`/admin/contracts${query}`);
      await expect(table(page)).toHaveAttribute("aria-busy", "true");
      await expect(table(page)).toContainText("読み込み中...");
      await expect(rows(page)).toHaveCount(size);
      await expect(rows(page).getByRole("link")).toHaveCount(0);
      await expect(rows(page).last()).toBeVisible();
      letGo();
      await expect(table(page)).toHaveAttribute("aria-busy", "false");
      await expect(rows(page)).toHaveCount(size);
      await expect(rows(page).getByRole("link")).toHaveCount(size);
    });
  }

  test("a contract being saved is said to be, and pressing again sends nothing twice", async ({
    page,
  }) => {
    const organizationName = await fillForm(page);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && CONTRACTS.test(request.url())) sent.push(request.url());
    });
    const letGo = await hold(page, CONTRACTS);
    await submitContract(page);
    await expect(button(page, "保存しています...")).toBeDisabled();
    await page.getByRole("textbox", { name: "組織名", exact: true }).press("Enter");
    letGo();
    await expectSaid(page, "契約を追加しました。");
    expect(sent).toHaveLength(1);
    await expectOneContractOf(page, organizationName);
  });
});

test.describe("over a broken network", () => {
  test("a list says so, and comes back by itself with its counts and the user", async ({
    page,
  }) => {
    const mend = await breakOff(page, API);
    await page.goto("/admin/contracts");
    await expect(table(page)).toContainText("エラーが発生しました。");
    await expect(table(page)).toContainText(NETWORK);
    mend();
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByText("件数を表示できませんでした。")).toBeHidden();
    await expect(page.getByRole("button", { name: /^契約中/ })).toContainText(/\d/);
    await expect(page.getByRole("link", { name: "契約を追加" })).toBeVisible();
    await button(page, "ユーザーメニュー").click();
    await expect(page.getByText("山本 直樹", { exact: true })).toBeVisible();
  });

  test("a contract that the server failed to read is brought back by 再読み込み", async ({
    page,
  }) => {
    await openContracts(page);
    const { contractId, organizationName } = await createContract(page);
    const one = new RegExp(`/admin/api/v1/contracts/${contractId}$`);
    const busy = { status: 503, json: { code: "OVERLOADED", message: "混み合っています。" } };
    await page.route(one, (route) => route.fulfill(busy), { times: 1 });
    await page.goto(`/admin/contracts/${contractId}/show`);
    await expectSaid(page, "混み合っています。");
    await button(page, "再読み込み").click();
    await expect(page.getByText(organizationName).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "契約", exact: true })).toBeVisible();
  });

  test("the home page says so, and it and the user come back by themselves", async ({ page }) => {
    await page.goto("/app/login");
    await signIn(page, people.organizationAdmin);
    const contracts = page.getByRole("heading", { name: "契約情報" });
    await expect(contracts).toBeVisible();
    const mend = await breakOff(page, /\/api\/v1\//);
    await page.reload();
    await expectSaid(page, NETWORK);
    await expect(contracts).toBeHidden();
    mend();
    await expect(contracts).toBeVisible();
    await expect(page.getByText(NETWORK)).toHaveCount(0);
  });

  test("the console itself says so, and opens when it can be loaded", async ({ page }) => {
    const mend = await breakOff(page, /\/assets\/admin-.*\.js/);
    let loads = 0;
    page.on("domcontentloaded", () => {
      loads += 1;
    });
    await page.goto("/admin/contracts");
    // A file that is missing twice may belong to an older build: the page reloads once.
    await expect.poll(() => loads).toBe(2);
    await expectSaid(page, NETWORK);
    mend();
    await expectContractList(page);
    expect(loads).toBe(2);
  });

  test("a create that was not sent is sent by pressing again, without new input", async ({
    page,
  }) => {
    const organizationName = await fillForm(page);
    const mend = await breakOff(page, CONTRACTS);
    await submitContract(page);
    await expectSaid(page, NETWORK);
    mend();
    await submitContract(page);
    await expectSaid(page, "契約を追加しました。");
    await expectOneContractOf(page, organizationName);
  });

  test("a create whose answer is lost makes one contract, however often it is sent", async ({
    page,
  }) => {
    const organizationName = await fillForm(page);
    await loseAnswer(page, CONTRACTS, "POST");
    await submitContract(page);
    await expectSaid(page, NETWORK);
    await submitContract(page);
    await expectSaid(page, "契約を追加しました。");
    await expect(page.getByRole("heading", { level: 1, name: CONTRACT_NAME })).toBeVisible();
    await expectOneContractOf(page, organizationName);
  });
});

test("a session that ends in the middle leads to the sign-in page and back", async ({ page }) => {
  await openContracts(page);
  // The session ends with this request: an earlier one would lead away from the first page.
  const secondPage = /\/contracts\?(.*&)?page=1(&|$)/;
  await page.route(
    secondPage,
    async (route) => {
      await page.context().clearCookies();
      await route.fulfill({ response: await page.request.get(route.request().url()) });
    },
    { times: 1 },
  );
  await page
    .getByRole("navigation", { name: "ページ送り" })
    .getByRole("button", { name: "次へ" })
    .click();
  await expect(page).toHaveURL(/\/app\/login/);
  await expectSaid(page, "セッションの有効期限が切れました。もう一度ログインしてください。");
  await signIn(page, people.systemAdmin);
  await expectContractList(page);
  await expect(page).toHaveURL(/page=2/);
  await expect(
    page.getByRole("navigation", { name: "ページ送り" }).locator('[aria-current="page"]'),
  ).toHaveText("2");

  await test.step("also where something was being saved, which is offered there", async () => {
    const { contractId } = await createContract(page);
    await page.goto(`/admin/contracts/${contractId}`);
    await page.getByRole("textbox", { name: "メモ" }).fill("期限切れの間の入力");
    await page.context().clearCookies();
    await button(page, "保存").click();
    await expect(page).toHaveURL(/\/app\/login/);
    await signIn(page, people.systemAdmin);
    await expect(page.getByRole("heading", { level: 1, name: CONTRACT_EDIT })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/admin/contracts/${contractId}$`));
    const memo = page.getByRole("textbox", { name: "メモ" });
    await expect(memo).toHaveValue("");
    await button(page, "復元する").click();
    await expect(memo).toHaveValue("期限切れの間の入力");
    await button(page, "保存").click();
    await expectSaid(page, "変更を保存しました。");
    await page.goto(`/admin/contracts/${contractId}`);
    await expect(memo).toHaveValue("期限切れの間の入力");
    await expect(button(page, "復元する")).toBeHidden();
  });
});
