import { randomUUID } from "node:crypto";
import { expectSaid } from "./support/contracts.ts";
import { enterAt, expectVisibleFocus, tabTo } from "./support/keyboard.ts";
import { SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({
  storageState: SYSTEM_ADMIN_STATE,
  permissions: ["clipboard-read", "clipboard-write"],
});

test("a program asks for limits with a key that was created and copied, until it is revoked", async ({
  page,
  request,
}) => {
  const name = `文字起こし ${randomUUID().slice(0, 8)}`;
  const button = (label: string) => page.getByRole("button", { name: label, exact: true });
  const askWith = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await request.get("/api/v1/contracts/limits?organizationId=1", { headers });
    return { status: answer.status(), body: await answer.json() };
  };

  await page.goto("/admin/service-keys");
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  const add = page.getByRole("main").getByRole("button", { name: "サービスキーを発行" }).first();
  await enterAt(page, add);
  await expect(page.getByRole("textbox", { name: "名前" })).toBeFocused();
  await page.keyboard.insertText(name);
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("alertdialog", { name: "発行したサービスキー" });
  await expect(dialog).toContainText("二度と表示できません。");
  await expect(button("サービスキーをコピー")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("コピーしました。");
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await expect(dialog.getByRole("textbox")).toHaveValue(key);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();
  await expectVisibleFocus(page);

  expect(await askWith(key)).toMatchObject({ status: 200, body: { unlimitedCount: false } });
  await page.reload();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText(`${key.slice(0, 16)}…`);
  // No part of the button is cut off by the table.
  await expect(row.getByRole("button", { name: /失効/ })).toBeInViewport({ ratio: 1 });
  await expect(row).not.toContainText("利用なし");
  expect(await page.content()).not.toContain(key);

  await tabTo(page, button(`${name}を失効させる`));
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "サービスキーの失効" });
  await expect(question).toContainText(name);
  await expect(question).toContainText("利用可能な残量の照会");
  await enterAt(page, question.getByRole("button", { name: "失効させる" }));
  await expectSaid(page, `サービスキー「${name}」を失効させました。`);
  await expect(row).toContainText("失効");
  await expect(add).toBeFocused();
  expect(await askWith(key)).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
});
