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
import { expectContractList, openContracts, people, SYSTEM_ADMIN_STATE } from "./support/people.ts";
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
  const contract = aNewContract();
  await addContract(page, contract);
  await expect(page.getByText(contract.organizationName).first()).toBeVisible();

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
    await submitContract(page, "次期契約を作成");
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

  await test.step("terminates it", async () => {
    await page.getByRole("button", { name: "解約する" }).click();
    const dialog = page.getByRole("dialog", { name: "契約の解約" });
    await typeDate(dialog.getByLabel("解約日"), addDays(today, 3));
    await dialog.getByRole("textbox", { name: "解約理由" }).fill("事業終了のため");
    await dialog.getByRole("button", { name: "解約する" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("事業終了のため")).toBeVisible();
  });

  await test.step("reinstates it", async () => {
    await page.getByRole("button", { name: "解約を取り消す" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "解約を取り消す" }).click();
    await expectSaid(page, "解約を取り消しました。");
    await expect(page.getByText("事業終了のため")).toBeHidden();
  });

  await test.step("deletes it", async () => {
    await page.getByRole("button", { name: "削除する" }).click();
    const dialog = page.getByRole("alertdialog", { name: "契約の削除" });
    await dialog.getByRole("button", { name: "削除する" }).click();
    await expectSaid(page, "契約を削除しました。");
    await expectContractList(page);
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

test("a gap between contracts is filled from the page of the organization", async ({ page }) => {
  const contract = aNewContract();
  await addContract(page, contract);
  const timeline = page.getByRole("list", { name: "契約期間の一覧（新しい順）" });
  const openOrganization = async () => {
    await page.getByRole("link", { name: contract.organizationName, exact: true }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: contract.organizationName }),
    ).toBeVisible();
    await expect(timeline).toBeVisible();
  };
  const gap = timeline.getByRole("listitem").filter({ hasText: "空白" });

  await test.step("leaves two months between two contracts", async () => {
    await openOrganization();
    await expect(gap).toHaveCount(0);
    await timeline.getByRole("link", { name: /^次期契約を作成/ }).click();
    await fillPeriod(page, { startMonth: inMonths(14), endMonth: inMonths(25) });
    await submitContract(page, "次期契約を作成");
    await expectSaid(page, "契約を追加しました。");
  });

  await test.step("fills in the days of the gap, which is gone once it is saved", async () => {
    await openOrganization();
    await gap.getByRole("link", { name: /^次期契約を作成/ }).click();
    await expect(page.getByLabel("開始月")).toHaveValue(inMonths(12));
    await expect(page.getByLabel("終了月")).toHaveValue(inMonths(13));
    await submitContract(page, "次期契約を作成");
    await expectSaid(page, "契約を追加しました。");
    await openOrganization();
    await expect(gap).toHaveCount(0);
    await expect(timeline.getByText("契約前")).toHaveCount(2);
  });
});

test("an e-mail address that exists is refused, and nothing typed is lost", async ({ page }) => {
  await openContracts(page);
  await page.getByRole("link", { name: "契約を追加" }).click();
  const contract = aNewContract({ adminEmail: people.organizationAdmin });
  await fillNewContract(page, contract);
  await submitContract(page);
  await expectSaid(page, "メールアドレスが重複しています。");
  await expect(page.getByRole("textbox", { name: "組織名", exact: true })).toHaveValue(
    contract.organizationName,
  );
  await openContracts(page);
  await search(page, contract.organizationName);
  await expect(page.getByText("データがありません。")).toBeVisible();
});

test("a stale edit is refused and loses no input", async ({ page, context }) => {
  const contract = aNewContract();
  await addContract(page, contract);
  const detail = page.url();
  await page.getByRole("link", { name: "編集" }).click();
  await page.getByRole("textbox", { name: "メモ" }).fill("先に開いた画面の入力");

  await test.step("someone else saves in between", async () => {
    const other = await context.newPage();
    await other.goto(detail);
    await other.getByRole("link", { name: "編集" }).click();
    await other.getByRole("textbox", { name: "管理者名", exact: true }).fill("佐藤 次郎");
    await other.getByRole("button", { name: "保存" }).click();
    await expectSaid(other, "変更を保存しました。");
    await other.close();
  });

  await page.getByRole("button", { name: "保存" }).click();
  await expectSaid(
    page,
    "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。",
  );
  await expect(page.getByRole("textbox", { name: "メモ" })).toHaveValue("先に開いた画面の入力");
  await page.getByRole("button", { name: "自分の変更を適用し直す" }).click();
  await page.getByRole("button", { name: "保存" }).click();
  await expectSaid(page, "変更を保存しました。");
  await expect(page.getByText("佐藤 次郎").first()).toBeVisible();
  await expect(page.getByText("先に開いた画面の入力")).toBeVisible();
});

test("pages through 40 contracts, and the page stays in the address", async ({ page }) => {
  await openContracts(page);
  const pager = page.getByRole("navigation", { name: "ページ送り" });
  await expect(pager.getByRole("button", { name: "前へ" })).toBeDisabled();
  const first = await rows(page).first().innerText();
  for (const number of [2, 3, 4]) {
    await pager.getByRole("button", { name: "次へ" }).click();
    await expect(page).toHaveURL(new RegExp(`page=${number}`));
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  }
  expect(await rows(page).first().innerText()).not.toBe(first);
  await page.reload();
  await expectContractList(page);
  await expect(pager.locator('[aria-current="page"]')).toHaveText("4");
});

test("the way back leads to the list with its filters and page, through a form as well", async ({
  page,
}) => {
  await openContracts(page, "?page=2");
  await page.getByRole("button", { name: /^契約中/ }).click();
  await expect(page).toHaveURL(/ACTIVE/);
  await page
    .getByRole("navigation", { name: "ページ送り" })
    .getByRole("button", { name: "次へ" })
    .click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  const list = page.url();
  const name = await rows(page).first().getByRole("link").innerText();
  await rows(page).first().getByRole("link").click();
  await expect(page).toHaveTitle(new RegExp(`^${name} .+〜.+ \\| 契約 \\| Knowledge Insight$`));
  await page.getByRole("link", { name: "編集", exact: true }).click();
  await page.getByRole("textbox", { name: "メモ" }).fill(randomUUID());
  await page.getByRole("button", { name: "保存" }).click();
  await expectSaid(page, "変更を保存しました。");

  await test.step("and to the page that linked here", async () => {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    await page.getByRole("link", { name: new RegExp(`${name} .*に戻る$`) }).click();
  });

  await page.getByRole("link", { name: "契約一覧に戻る" }).click();
  await expect(page).toHaveURL(list);
});

test("finds names however they are written", async ({ page }) => {
  const id = randomUUID().slice(0, 6);
  await addContract(page, aNewContract({ organizationName: `ＡＢＣ髙橋${id}` }));
  await openContracts(page);
  for (const keyword of [`abc髙橋${id}`, `ＡＢＣ高橋${id}`, `Abc 高橋 ${id}`]) {
    await search(page, keyword);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(`ＡＢＣ髙橋${id}`);
  }
});

for (const timezoneId of ["Asia/Tokyo", "UTC", "America/Los_Angeles"]) {
  test.describe(`with the browser in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test("the list shows the dates that the server keeps", async ({ page }) => {
      const answered = page.waitForResponse(/\/admin\/api\/v1\/contracts\?/);
      await openContracts(page);
      const { content } = await (await answered).json();
      for (const [index, contract] of content.entries()) {
        const row = rows(page).nth(index);
        await expect(row).toContainText(formatDate(contract.startDate));
        await expect(row).toContainText(formatDate(contract.endDate));
      }
    });
  });
}
