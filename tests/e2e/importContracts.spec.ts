import { randomUUID } from "node:crypto";
import { contract } from "../../domain/contracts/schemas.ts";
import { expectSaid, rows, search } from "./support/contracts.ts";
import { openContracts, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ storageState: SYSTEM_ADMIN_STATE });

test("a system admin imports a file of contracts with wrong rows, and takes it back", async ({
  page,
}) => {
  await openContracts(page);
  const id = randomUUID().slice(0, 8);
  const organizationName = `取込商事${id}`;
  const { origin } = new URL(page.url());
  const created = await page.request.post("/admin/api/v1/contracts", {
    headers: { origin },
    data: {
      organizationName,
      adminName: "管理 花子",
      adminEmail: `${id}@customer.example.com`,
      startDate: "2099-04-01",
      endDate: "2100-03-31",
      maxTranscriptCount: 100,
      maxTranscriptMinutes: 600,
    },
  });
  const { organizationNo: no } = contract.parse(await created.json());

  await page.getByRole("link", { name: "CSVを取り込む" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "契約の取り込み" })).toBeVisible();
  const template = page.waitForEvent("download");
  await page.getByRole("button", { name: "テンプレートをダウンロード" }).click();
  expect((await template).suggestedFilename()).toBe("契約の取り込み.csv");

  const rest = "1000,無制限,新任 一郎,,new@example.com";
  const csv = [
    "組織番号,契約開始日,契約終了日,文字起こし上限件数,文字起こし上限時間（分）,管理者名,管理者名（フリガナ）,管理者メールアドレス",
    `${no},2099/04/01,,２００,,,,`,
    `${no},2100/04/01,2101/03/31,${rest}`,
    `${no},2101/03/01,2102/03/31,${rest}`,
    `00000000,2100/04/01,2101/03/31,${rest}`,
  ].join("\r\n");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "契約.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });

  const dryRun = page.getByRole("region", { name: "取り込み内容の確認" });
  await expect(dryRun).toContainText("契約.csvの内容です。契約はまだ変更されていません。");
  await expect(dryRun.getByRole("row", { name: /2099\/04\/01/ })).toContainText("200件");
  await expect(dryRun.getByRole("row", { name: /00000000/ })).toContainText(
    "組織が見つかりませんでした。",
  );
  await expect(dryRun.getByText("4行目と契約期間が重複しています。")).toBeVisible();
  await dryRun.getByRole("radio", { name: "更新 1" }).click();
  await expect(dryRun.getByRole("row", { name: /00000000/ })).toBeHidden();
  await dryRun.getByRole("button", { name: "取り込む", exact: true }).click();
  await expect(dryRun.getByRole("alert")).toHaveText(
    "エラー行を修正するか、エラー行を除いて取り込んでください。",
  );
  await dryRun.getByRole("checkbox", { name: /エラー行を除いて取り込む/ }).check();
  await dryRun.getByRole("button", { name: "取り込む", exact: true }).click();

  const result = page.getByRole("region", { name: "取り込みの結果" });
  await expect(result).toContainText("更新 1件・取り込まなかった行 3件");
  await page.reload();
  await expect(result).toContainText("契約.csvを取り込みました。");
  await page
    .getByRole("region", { name: "最近の取り込み" })
    .getByRole("button", { name: "契約.csvの取り込みを取り消す" })
    .first()
    .click();
  const question = page.getByRole("alertdialog", { name: "取り込みの取り消し" });
  await question.getByRole("button", { name: "取り込みを取り消す" }).click();
  await expectSaid(page, "取り込みを取り消しました。");
  await expect(result).toContainText("元の内容に復元 1件");
  await result.getByRole("link", { name: "一覧を表示" }).click();
  await search(page, organizationName);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("100件");
});
