import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createContract } from "./support/api.ts";
import { expectSaid } from "./support/contracts.ts";
import { createDictionary } from "./support/dictionaries.ts";
import { openContracts, people, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";
import { inOwnBrowser, newName } from "./support/workspaces.ts";

test.describe("a system admin", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("raises a cap, sees it in the history, and takes it back by an edit that is logged too", async ({
    page,
  }) => {
    await openContracts(page);
    const name = `操作商事${randomUUID().slice(0, 8)}`;
    const { contractId } = await createContract(page, { organizationName: name });
    await page.goto(`/admin/contracts/${contractId}`);
    const cap = page.getByRole("textbox", { name: "文字起こし上限件数" });
    const before = await cap.inputValue();
    await cap.fill("2,345");
    await page.getByRole("button", { name: "保存" }).click();
    await expectSaid(page, "変更を保存しました。");

    const history = page.getByRole("region", { name: "変更履歴" });
    await history.getByRole("button", { name: "変更履歴を表示" }).click();
    const change = history.getByRole("listitem").filter({ hasText: "契約を編集" }).first();
    await expect(change).toContainText(`文字起こし上限件数：${before}件 → 2,345件`);
    await expect(history).toContainText("契約を登録");
    await expect(history).toContainText("記録開始日より前の変更は表示されません。");

    await test.step("looks at the contract as it was created", async () => {
      const created = history.getByRole("listitem").filter({ hasText: "契約を登録" }).first();
      await created.getByRole("button", { name: "この時点の内容" }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toContainText(`${before}件`);
      await expect(dialog).toContainText("現在：2,345件");
      await page.keyboard.press("Escape");
    });

    await change.getByRole("button", { name: "元に戻す" }).click();
    await page.getByRole("button", { name: "変更前の内容を入力" }).click();
    await expect(cap).toHaveValue(before);
    await page.getByRole("button", { name: "保存" }).click();
    await expectSaid(page, "変更を保存しました。");

    await page.goto("/admin/audit-events");
    await page.getByRole("searchbox", { name: "氏名・対象名" }).fill(name);
    await page.keyboard.press("Enter");
    const rows = page.getByRole("row").filter({ hasText: "契約を編集" });
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(`2,345件 → ${before}件`);
    await rows
      .first()
      .getByRole("button", { name: /の詳細$/ })
      .click();
    await expect(page.getByRole("dialog", { name: "操作の詳細" })).toContainText("リクエストID");
  });
});

test.describe("an organization admin", () => {
  test.use({ storageState: SYSTEM_ADMIN_STATE });

  test("finds who raised the cap of the organization, and the own work", async ({
    page,
    browser,
  }) => {
    await openContracts(page);
    const contract = await currentContract(page);
    await setCap(page, contract, contract.maxTranscriptCount + 80);
    await setCap(page, contract, contract.maxTranscriptCount);

    const member = await inOwnBrowser(browser, people.organizationAdmin);
    const dictionary = newName("監査辞書");
    await createDictionary(member, "一般辞書", dictionary);
    await member.getByRole("link", { name: "操作ログ" }).click();
    const raised = member.getByRole("row").filter({ hasText: "契約を編集" }).nth(1);
    const { maxTranscriptCount: cap } = contract;
    await expect(raised).toContainText(`文字起こし上限件数：${cap}件 → ${cap + 80}件`);
    await expect(raised).toContainText("山本 直樹");
    const made = member.getByRole("row").filter({ hasText: dictionary });
    await expect(made).toContainText("辞書を作成");
    await made.getByRole("link", { name: dictionary }).click();
    await expect(member.getByRole("heading", { level: 1, name: dictionary })).toBeVisible();
    await member.context().close();
  });
});

interface CurrentContract {
  contractId: number;
  maxTranscriptCount: number;
}

async function currentContract(page: Page): Promise<CurrentContract> {
  const answer = await page.request.get("/admin/api/v1/contracts/1");
  return answer.json();
}

async function setCap(
  page: Page,
  { contractId }: CurrentContract,
  maxTranscriptCount: number,
): Promise<void> {
  const answer = await page.request.patch(`/admin/api/v1/contracts/${contractId}`, {
    headers: { origin: new URL(page.url()).origin },
    data: { maxTranscriptCount },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
