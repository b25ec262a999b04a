import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { Webhook as Verifier } from "standardwebhooks";
import { aReceiver, type Receiver } from "../support/receiver.ts";
import { expectSaid } from "./support/contracts.ts";
import { enterAt } from "./support/keyboard.ts";
import { people, SYSTEM_ADMIN_STATE } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

test.use({
  storageState: SYSTEM_ADMIN_STATE,
  permissions: ["clipboard-read", "clipboard-write"],
});

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await aReceiver();
});
test.afterEach(() => receiver.close());

/** Adds a word to a dictionary of デモ株式会社, of which every receiver hears. */
async function addWord(request: APIRequestContext): Promise<void> {
  const keeper = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId } = await keeper.createDictionary("通知");
  const word = { surface: `嚥下${randomUUID().slice(0, 8)}`, reading: "えんげ" };
  const added = await keeper.send("POST", `/dictionaries/${dictionaryId}/entries`, word, 1);
  expect(added.status).toBe(201);
}

/** Registers the receiver without the screens, and opens its page; returns its secret. */
async function openRegistered(page: Page): Promise<string> {
  await page.goto("/admin/webhooks");
  const answer = await page.request.post("/admin/api/v1/webhooks", {
    headers: { origin: new URL(page.url()).origin },
    data: { url: receiver.url, events: ["vocabulary.changed"] },
  });
  const { webhookId, secret } = await answer.json();
  await page.goto(`/admin/webhooks/${webhookId}/show`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(new URL(receiver.url).host);
  return secret;
}

/** What the receiver was told, if a secret signed it; throws otherwise. */
function verified({ headers, body }: Receiver["messages"][number], secret: string): unknown {
  return new Verifier(secret).verify(body, {
    "webhook-id": String(headers["webhook-id"]),
    "webhook-timestamp": String(headers["webhook-timestamp"]),
    "webhook-signature": String(headers["webhook-signature"]),
  });
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const deliveries = (page: Page) => page.getByRole("region", { name: "配信の記録" });

/** Reads the deliveries again until the latest of them says so. */
async function expectLatest(page: Page, ...words: string[]): Promise<void> {
  const latest = deliveries(page).locator("tbody tr").first();
  await expect(async () => {
    await button(page, "再読み込み").click();
    for (const word of words) await expect(latest).toContainText(word, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

/** Reads and copies the secret of a dialog, closes it, and holds that the page has forgotten it. */
async function takeSecret(page: Page, dialog: Locator): Promise<string> {
  await expect(dialog).toContainText("二度と表示できません。");
  const secret = await dialog.getByRole("textbox", { name: "署名キー" }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await expect(button(page, "キーをコピー")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("コピーしました。");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await page.content()).not.toContain(secret);
  return secret;
}

test("a registered receiver is told of a new word by a message that its secret signs", async ({
  page,
  request,
}) => {
  await page.goto("/admin/webhooks");
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  const add = page.getByRole("main").getByRole("button", { name: "Webhookを登録" }).first();
  await enterAt(page, add);
  const url = page.getByRole("textbox", { name: "URL" });
  await expect(url).toBeFocused();
  await page.keyboard.insertText("https://10.0.0.1/");
  await page.keyboard.press("Enter");
  await expect(url).toHaveAccessibleDescription(/社内や端末内のアドレスには送信できません。/);
  await expect(url).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(receiver.url);
  await page.keyboard.press("Enter");
  const created = page.getByRole("alertdialog", { name: "登録したWebhookの署名キー" });
  const secret = await takeSecret(page, created);
  await expect(add).toBeFocused();

  await addWord(request);
  await receiver.has(1);
  const [message] = receiver.messages;
  if (!message) throw new Error("no message");
  expect(verified(message, secret)).toMatchObject({
    type: "vocabulary.changed",
    organizationId: 1,
  });
  const another = `whsec_${Buffer.alloc(32).toString("base64")}`;
  expect(() => verified(message, another)).toThrow();

  await enterAt(page, page.getByRole("link", { name: receiver.url }));
  await expectLatest(page, "単語の変更", "デモ株式会社", "配信済み", "HTTP 204");
  await expect(page.getByText("有効", { exact: true })).toBeVisible();
});

test("a receiver that fails is shown with its reason, and told again once its address is corrected", async ({
  page,
  request,
}) => {
  receiver.answer = (response) => response.writeHead(500).end();
  await openRegistered(page);
  await addWord(request);
  await receiver.has(1);
  await expectLatest(page, "配信待ち", "HTTP 500");
  await expect(page.getByText("失敗が継続中")).toBeVisible();
  const facts = page.getByRole("region", { name: "通知の内容" });
  await expect(facts).toContainText(/最後の応答HTTP 500次の再試行/);
  await expectSaid(page, "受信側のプログラムとURLを確認してください。");

  receiver.answer = (response) => response.writeHead(204).end();
  await enterAt(page, page.getByRole("link", { name: "編集", exact: true }), "Shift+Tab");
  const url = page.getByRole("textbox", { name: "URL" });
  await url.fill(`${receiver.url}/v2`);
  await page.keyboard.press("Enter");
  await expectSaid(page, "変更を保存しました。");
  await expectLatest(page, "配信済み", "HTTP 204");
  await expect(page.getByText("失敗が継続中")).toBeHidden();
  const idOf = (at: number) => receiver.messages.at(at)?.headers["webhook-id"];
  expect(idOf(-1)).toBe(idOf(0));

  const told = receiver.messages.length;
  await enterAt(page, page.getByRole("button", { name: /を再送$/ }).first());
  await expectSaid(page, "再送を受け付けました。");
  await receiver.has(told + 1);
  expect(idOf(-1)).toBe(idOf(0));
  await expectLatest(page, "配信済み", "HTTP 204");
});

test("both secrets sign after one was replaced, until the webhook is deleted", async ({
  page,
  request,
}) => {
  const before = await openRegistered(page);
  await enterAt(page, button(page, "署名キーを更新"));
  const question = page.getByRole("dialog", { name: "署名キーの更新" });
  await expect(question).toContainText(receiver.url);
  await enterAt(page, question.getByRole("button", { name: "更新する" }));
  const secret = await takeSecret(page, page.getByRole("alertdialog", { name: "新しい署名キー" }));
  expect(secret).not.toBe(before);
  await expect(button(page, "署名キーを更新")).toBeFocused();
  await expectSaid(page, /まで、以前のキーでも署名します。$/);

  await addWord(request);
  await receiver.has(1);
  const [message] = receiver.messages;
  if (!message) throw new Error("no message");
  for (const each of [secret, before]) {
    expect(verified(message, each)).toMatchObject({ type: "vocabulary.changed" });
  }

  await enterAt(page, button(page, "削除する"));
  const last = page.getByRole("alertdialog", { name: "Webhookの削除" });
  await expect(last).toContainText(receiver.url);
  await enterAt(page, last.getByRole("button", { name: "削除する" }));
  await expectSaid(page, "Webhookを削除しました。");
  await expect(page).toHaveURL(/\/admin\/webhooks(\?|$)/);
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  await expect(page.getByText(receiver.url, { exact: true })).toBeHidden();
});
