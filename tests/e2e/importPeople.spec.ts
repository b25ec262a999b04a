import { randomUUID } from "node:crypto";
import { expectSaid, search } from "./support/contracts.ts";
import { mailedLink } from "./support/mails.ts";
import { aMember, enter } from "./support/newcomers.ts";
import { SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test("an organization admin imports a file with one wrong row, and takes it back", async ({
  page,
  request,
}) => {
  const admin = await aMember(request, { isOrganizationAdmin: true });
  const known = await aMember(request);
  await enter(page, admin);
  await page.getByRole("link", { name: "メンバー", exact: true }).click();
  await page.getByRole("link", { name: "CSVを取り込む" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "メンバーの取り込み" })).toBeVisible();
  const template = page.waitForEvent("download");
  await page.getByRole("button", { name: "テンプレートをダウンロード" }).click();
  expect((await template).suggestedFilename()).toBe("メンバーの取り込み.csv");

  const fresh = `fresh-${admin.email}`;
  const csv = [
    "氏名,フリガナ,メールアドレス,役割",
    `新人 一郎,シンジン イチロウ,${fresh},辞書管理者`,
    `改名 花子,,${known.email},`,
    `誤り 太郎,,wrong-${admin.email},部長`,
  ].join("\r\n");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "四月.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });

  const dryRun = page.getByRole("region", { name: "取り込み内容の確認" });
  await expect(dryRun).toContainText("四月.csvの内容です。利用者はまだ変更されていません。");
  const wrong = dryRun.getByRole("row", { name: /誤り 太郎/ });
  await expect(wrong).toContainText("役割「部長」はありません。");
  await expect(dryRun.getByRole("row", { name: /改名 花子/ })).toContainText(known.userName);
  await expect(dryRun.getByRole("radio", { name: "追加 1" })).toBeVisible();
  await dryRun.getByRole("button", { name: "取り込む", exact: true }).click();
  await expect(dryRun.getByRole("alert")).toHaveText(
    "ファイルにない利用者をどうするか選択してください。",
  );
  await dryRun.getByRole("radio", { name: /変更しない/ }).check();
  await dryRun.getByRole("checkbox", { name: /エラー行を除いて取り込む/ }).check();
  await dryRun.getByRole("button", { name: "取り込む", exact: true }).click();

  const result = page.getByRole("region", { name: "取り込みの結果" });
  await expect(result).toContainText("追加 1人・更新 1人・取り込まなかった行 1件");
  await expect(result).toContainText("送信済み 1件", { timeout: 30_000 });
  await result.getByRole("button", { name: "取り込みを取り消す" }).click();
  const question = page.getByRole("alertdialog", { name: "取り込みの取り消し" });
  await question.getByRole("button", { name: "取り込みを取り消す" }).click();
  await expectSaid(page, "取り込みを取り消しました。");
  await expect(result).toContainText("招待の取り消し 1人・元の内容に復元 1人");
  await result.getByRole("link", { name: "一覧を表示" }).click();
  await search(page, fresh);
  await expect(page.getByRole("row", { name: new RegExp(fresh) })).toContainText("無効");
});

test.describe("in the admin area", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("a pasted list of addresses is invited into an organization from its page", async ({
    page,
  }) => {
    const id = randomUUID().slice(0, 8);
    await page.goto("/admin/organizations");
    await search(page, "サンプル商事");
    await page.getByRole("table").getByRole("link").first().click();
    await page.getByRole("link", { name: "利用者を招待" }).click();
    await page.getByRole("link", { name: "複数のメールアドレスでまとめて招待" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "利用者の一括招待" })).toBeVisible();
    await expect(page.getByRole("combobox", { name: "組織" })).toHaveValue("サンプル商事");
    await page
      .getByRole("textbox", { name: "メールアドレス" })
      .fill(`貼付 太郎 <taro-${id}@example.com>\nhanako-${id}@example.com`);
    await expect(page.getByRole("status").getByText("2人のメールアドレス")).toBeVisible();
    await page.getByRole("checkbox", { name: "辞書管理者" }).check();
    const workspaces = page.getByRole("group", { name: "ワークスペース" });
    const first = workspaces.getByRole("checkbox").first();
    const workspace = (await workspaces.locator("label").first().textContent()) ?? "";
    await first.check();
    await page.getByRole("button", { name: "内容を確認" }).click();

    const dryRun = page.getByRole("region", { name: "取り込み内容の確認" });
    await expect(dryRun.getByRole("radio", { name: "追加 2" })).toBeVisible();
    const row = dryRun.getByRole("row", { name: /貼付 太郎/ });
    for (const text of ["サンプル商事", "辞書管理者", workspace]) {
      await expect(row).toContainText(text);
    }
    await dryRun.getByRole("button", { name: "取り込む", exact: true }).click();
    const result = page.getByRole("region", { name: "取り込みの結果" });
    await expect(result).toContainText("追加 2人");
    await expect(result).toContainText("送信済み 2件", { timeout: 30_000 });
    expect((await mailedLink(`hanako-${id}@example.com`)).searchParams.get("oobCode")).toBeTruthy();
  });
});
