import { randomUUID } from "node:crypto";
import { addDays, addMonths, formatDate, monthOf, tokyoDate } from "../../domain/text/dates.ts";
import {
  CONTRACT_NAME,
  expectSaid,
  fillNewContract,
  fillPeriod,
  type NewContract,
  rows,
  search,
  submitContract,
} from "./support/contracts.ts";
import { typeDate } from "./support/dates.ts";
import { expectContractList, openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expectRefusals } from "./support/refusedRequests.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

const today = tokyoDate(new Date());
const thisMonth = monthOf(today);
const inMonths = (months: number) => monthOf(addMonths(`${thisMonth}-01`, months));

function aNewContract(overrides: Partial<NewContract> = {}): NewContract {
  const id = randomUUID().slice(0, 8);
  return {
    organizationName: `検証商事${id}`,
    adminName: "髙橋 花子",
    adminEmail: `${id}@customer.example.com`,
    startMonth: thisMonth,
    endMonth: inMonths(11),
    ...overrides,
  };
}

async function addContract(page: Parameters<typeof openContracts>[0], contract: NewContract) {
  await openContracts(page);
  await page.getByRole("link", { name: "契約を追加" }).click();
  await fillNewContract(page, contract);
  await submitContract(page);
  await expectSaid(page, "契約を追加しました。");
  await expect(page.getByRole("heading", { level: 1, name: CONTRACT_NAME })).toBeVisible();
}

test("a system admin sells, renews, corrects, ends and removes a contract", {
  tag: "@day",
}, async ({ page }) => {
  expectRefusals("409 POST /admin/api/v1/contracts");
  const contract = aNewContract();
  await addContract(page, contract);
  await expect(page.getByText(contract.organizationName).first()).toBeVisible();
  await page.goBack();
  await expectContractList(page);
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: CONTRACT_NAME })).toBeVisible();

  await test.step("renews it for the period that follows", async () => {
    await page.getByRole("link", { name: "次期契約を作成" }).click();
    await expect(page.getByLabel("開始月")).toHaveValue(inMonths(12));
    await expect(page.getByRole("region", { name: "現在の契約" })).toContainText("0/1,000件");
    await submitContract(page, "次期契約を作成");
    await expectSaid(page, "契約を追加しました。");
  });

  await test.step("is refused a period that overlaps, and told which contract is in the way", async () => {
    await page.getByRole("link", { name: "次期契約を作成" }).click();
    await fillPeriod(page, { startMonth: inMonths(13), endMonth: inMonths(14) });
    await expect(
      page.getByRole("link", { name: new RegExp(formatDate(`${inMonths(12)}-01`)) }),
    ).toBeVisible();
    // The form has said so while the period was typed.
    const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/contracts"));
    await submitContract(page, "次期契約を作成");
    await answered;
    await expectSaid(page, "契約期間が重複しています。");
  });

  await test.step("corrects the admin's name", async () => {
    await openFirstContractOf(page, contract.organizationName);
    await page.getByRole("link", { name: "編集" }).click();
    await page.getByRole("textbox", { name: "管理者名", exact: true }).fill("﨑山 太郎");
    await page.getByRole("button", { name: "保存" }).click();
    await expectSaid(page, "変更を保存しました。");
    await expect(page.getByText("﨑山 太郎").first()).toBeVisible();
  });

  await test.step("goes back to the list, not into the form that is saved", async () => {
    const detail = page.url();
    await page.goBack();
    await expectContractList(page);
    await page.goForward();
    await expect(page).toHaveURL(detail);
  });

  await test.step("terminates it", async () => {
    await page.getByRole("button", { name: "操作" }).click();
    await page.getByRole("button", { name: "解約する" }).click();
    const dialog = page.getByRole("dialog", { name: "契約の解約" });
    await typeDate(dialog.getByLabel("解約日"), addDays(today, 3));
    await dialog.getByRole("textbox", { name: "解約理由" }).fill("事業終了のため");
    await dialog.getByRole("button", { name: "解約する" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("事業終了のため")).toBeVisible();
  });

  await test.step("reinstates it", async () => {
    await page.getByRole("button", { name: "操作" }).click();
    await page.getByRole("button", { name: "解約を取り消す" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "解約を取り消す" }).click();
    await expectSaid(page, "解約を取り消しました。");
    await expect(page.getByText("事業終了のため")).toBeHidden();
  });

  await test.step("deletes it", async () => {
    await page.getByRole("button", { name: "操作" }).click();
    await page.getByRole("button", { name: "削除する" }).click();
    const dialog = page.getByRole("alertdialog", { name: "契約の削除" });
    await dialog.getByRole("button", { name: "削除する" }).click();
    await expectSaid(page, "契約を削除しました。");
    await expectContractList(page);
    await expect(page.getByRole("searchbox", { name: "キーワード" })).toHaveValue(
      contract.organizationName,
    );
  });
});

async function openFirstContractOf(page: Parameters<typeof openContracts>[0], name: string) {
  await openContracts(page);
  await search(page, name);
  await expect(rows(page)).toHaveCount(2);
  await rows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: CONTRACT_NAME })).toBeVisible();
}

test("dates are typed as digits, and an incomplete one is told", async ({ page }) => {
  await openContracts(page);

  await test.step("in the list's filter", async () => {
    const search = page.getByRole("search");
    const [from, to] = [
      search.getByLabel("契約月（開始月）"),
      search.getByLabel("契約月（終了月）"),
    ];
    await from.pressSequentially("2026");
    await search.getByRole("button", { name: "検索" }).click();
    await expect(from).toHaveAccessibleDescription("年月を最後まで入力してください。");
    expect(page.url()).not.toContain("Month");
    await typeDate(from, "2026-04");
    await typeDate(to, "2026-03");
    await page.keyboard.press("Enter");
    await expect(to).toHaveAccessibleDescription("終了月は開始月以降の年月を入力してください。");
    await typeDate(to, "2027-03");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/2027-03/);
    await search.getByRole("button", { name: "条件をクリア" }).click();
    await expect(page).not.toHaveURL(/2027-03/);
    await from.pressSequentially("2026");
    await search.getByRole("button", { name: "条件をクリア" }).click();
    await search.getByRole("button", { name: "検索" }).click();
    await expect(from).toHaveAccessibleDescription("");
  });

  await test.step("in the form, by month and by day", async () => {
    await page.getByRole("link", { name: "契約を追加" }).click();
    await fillNewContract(page, aNewContract({ startMonth: "2027-04", endMonth: "2028-03" }));
    await page.getByText("日付で指定").click();
    const [start, end] = [page.getByLabel("契約開始日"), page.getByLabel("契約終了日")];
    await typeDate(start, "2027-04-15");
    await end.pressSequentially("20280231");
    await submitContract(page);
    await expect(end).toBeFocused();
    await expect(end).toHaveAccessibleDescription(
      "日付を最後まで入力してください。存在しない日付は入力できません。",
    );
    await typeDate(end, "2028-04-14");
    await submitContract(page);
    await expectSaid(page, "契約を追加しました。");
    await expect(page.getByText("2027/04/15〜").first()).toBeVisible();
  });
});
