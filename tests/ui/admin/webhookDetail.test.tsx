import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Webhook, WebhookDelivery } from "../../../domain/webhooks/schemas.ts";
import { staleVersion, unavailable } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { copiedText } from "../../support/copiedText.ts";
import { changed, found, paged } from "../../support/doubleAnswer.ts";
import { aDelivery, aProfile, aWebhook } from "../../support/records.ts";
import { anEvent } from "../audit/auditRecords.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";

const api = apiDouble("admin");
const DELIVERIES = "GET /webhooks/{id}/deliveries";
const RESEND = "POST /webhooks/{id}/deliveries/{deliveryId}/resend";
const SECRET = `whsec_${"s".repeat(43)}=`;
const STALE = "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。";

const failed = aDelivery({
  deliveryId: 2,
  type: "cap.reached",
  revision: null,
  status: "FAILED",
  attempts: 12,
  lastStatus: 500,
  deliveredAt: null,
});
const waiting = aDelivery({
  deliveryId: 3,
  status: "PENDING",
  attempts: 0,
  lastAttemptAt: null,
  lastStatus: null,
  deliveredAt: null,
});

/** Opens the page of a webhook, which its writes change. */
async function openDetail(
  given: Partial<Webhook> = {},
  deliveries: readonly WebhookDelivery[] = [aDelivery()],
) {
  let webhook = aWebhook(given);
  api.answer("GET /webhooks", paged([]));
  api.answer("GET /webhooks/{id}", ({ params }) =>
    found(params.id === webhook.webhookId ? webhook : undefined),
  );
  api.answer("PATCH /webhooks/{id}", ({ body: { paused = webhook.paused } }) => {
    webhook = changed(webhook, { paused, pausedAt: paused ? "2026-11-21T03:00:00.000Z" : null });
    return webhook;
  });
  api.answer(DELIVERIES, paged(deliveries));
  openAdmin("/webhooks/1/show");
  await screen.findByRole("heading", { name: "speech.example.com" });
  const section = within(await screen.findByRole("region", { name: "配信の記録" }));
  if (deliveries.length > 0) await section.findAllByText("デモ株式会社");
  return section;
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const pressIn = (dialog: HTMLElement, name: string) =>
  userEvent.click(within(dialog).getByRole("button", { name }));

/** Intervals stand still: without a sign from the stream the screens read again by one. */
const stopIntervals = () =>
  vi.useFakeTimers({
    toFake: ["Date", "setInterval", "clearInterval"],
    now: new Date("2026-11-21T03:00:00Z"),
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
});

describe("the page of a webhook", () => {
  it("shows its address, its events and organizations in words, and that it works", async () => {
    await openDetail();
    const facts = screen.getByRole("region", { name: "通知の内容" });
    expect(facts).toHaveTextContent("https://speech.example.com/hooks");
    expect(facts).toHaveTextContent("単語の変更、上限への到達");
    expect(facts).toHaveTextContent("対象の組織すべて");
    expect(facts).not.toHaveTextContent("最後の応答");
    expect(screen.getByText("有効")).toBeVisible();
    expect(screen.getByRole("link", { name: "編集" })).toHaveAttribute("href", "/admin/webhooks/1");
  });

  it("says since when messages do not arrive, and what comes next", async () => {
    await openDetail({ failingSince: "2026-11-21T01:42:00.000Z" });
    expect(screen.getByText("失敗が継続中").parentElement).toHaveTextContent(
      "失敗が継続中（10:42から）",
    );
    expect(screen.getByText(/^10:42から配信に失敗しています。/)).toBeVisible();
  });

  it.each<[string, Partial<Webhook>, string]>([
    [
      "when the next is tried",
      { lastError: "ECONNREFUSED", nextTryAt: "2026-11-21T03:30:00.000Z" },
      "接続できませんでした。次の再試行12:30登録日時",
    ],
    [
      "that the next is tried soon if it is due",
      { lastStatus: 500, nextTryAt: "2026-11-21T02:59:59.000Z" },
      "HTTP 500次の再試行まもなく",
    ],
    ["the same if it was asked for", { lastStatus: 500 }, "HTTP 500次の再試行まもなく"],
    [
      "of no next one while it is paused",
      { lastError: "timeout", paused: true, pausedAt: "2026-11-21T02:00:00.000Z" },
      "応答がありませんでした。登録日時",
    ],
  ])("says why the last message did not arrive, and %s", async (_, given, words) => {
    await openDetail({ failingSince: "2026-11-21T01:42:00.000Z", ...given });
    const facts = screen.getByRole("region", { name: "通知の内容" });
    expect(facts).toHaveTextContent(`最後の応答${words}`);
  });

  it.each([
    [
      "failures",
      "2026-11-20T01:42:00.000Z",
      /^2026\/11\/20 10:42から失敗が24時間続いたため、10:42に.*自動的に/,
    ],
    [
      "a person",
      "2026-11-20T01:43:00.000Z",
      /^2026\/11\/20 10:43から配信に失敗していましたが、10:42に手動で/,
    ],
  ])("says that %s paused it", async (_, failingSince, words) => {
    await openDetail({ paused: true, pausedAt: "2026-11-21T01:42:00.000Z", failingSince });
    expect(screen.getByText(words)).toBeVisible();
  });

  it("pauses after a question, and goes on without one", async () => {
    await openDetail();
    await press("一時停止");
    const dialog = await screen.findByRole("dialog", { name: "配信の一時停止" });
    expect(dialog).toHaveTextContent("再開後も配信されません。");
    await pressIn(dialog, "一時停止する");
    expect(await screen.findByText("配信を一時停止しました。")).toBeVisible();
    expect(await screen.findByText("一時停止中")).toBeVisible();
    await press("再開");
    expect(await screen.findByText("配信を再開しました。")).toBeVisible();
    expect(await screen.findByText("有効")).toBeVisible();
    expect(api.sent).toEqual([
      { method: "PATCH", path: "/webhooks/1", ifMatch: '"3"', body: { paused: true } },
      { method: "PATCH", path: "/webhooks/1", ifMatch: '"4"', body: { paused: false } },
    ]);
  });

  it("says that another admin saved first, and reads what they saved", async () => {
    expectConsoleErrors();
    const paused = { paused: true, pausedAt: "2026-11-21T02:00:00.000Z" };
    await openDetail(paused);
    api.refuse("PATCH /webhooks/{id}", staleVersion(aWebhook({ version: 9 })));
    const before = api.calls("GET /webhooks/{id}").length;
    await press("再開");
    expect(await screen.findByText(STALE)).toBeVisible();
    await waitFor(() => expect(api.calls("GET /webhooks/{id}").length).toBeGreaterThan(before));
  });

  it("replaces the secret after a question, and shows the new one once", async () => {
    userEvent.setup();
    await openDetail();
    api.answer("POST /webhooks/{id}/secret", () => ({
      ...aWebhook({ version: 4, rotatedUntil: "2026-11-22T03:00:00.000Z" }),
      secret: SECRET,
    }));
    await press("署名キーを更新");
    const question = await screen.findByRole("dialog", { name: "署名キーの更新" });
    expect(question).toHaveTextContent(
      "更新後24時間は、新しいキーと現在のキーの両方で署名します。",
    );
    await pressIn(question, "更新する");
    const dialog = await screen.findByRole("alertdialog", { name: "新しい署名キー" });
    expect(within(dialog).getByRole("textbox", { name: "署名キー" })).toHaveValue(SECRET);
    expect(api.sent).toEqual([
      { method: "POST", path: "/webhooks/1/secret", ifMatch: '"3"', body: undefined },
    ]);
    await pressIn(dialog, "署名キーをコピー");
    expect(await copiedText()).toBe(SECRET);
  });

  it("says until when the secret before signs as well", async () => {
    await openDetail({ rotatedUntil: "2026-11-21T04:00:00.000Z" });
    expect(screen.getByText("2026/11/21 13:00まで、以前のキーでも署名します。")).toBeVisible();
  });

  it("says nothing of a secret that no longer signs", async () => {
    await openDetail({ rotatedUntil: "2026-11-21T02:59:00.000Z" });
    expect(screen.queryByText(/以前のキーでも署名します。/)).toBeNull();
  });

  it("is deleted after a question, which leads to the list", async () => {
    await openDetail();
    api.answer("DELETE /webhooks/{id}", () => aWebhook());
    await press("削除する");
    const dialog = await screen.findByRole("alertdialog", { name: "Webhookの削除" });
    expect(dialog).toHaveTextContent("speech.example.comhttps://speech.example.com/hooks");
    await pressIn(dialog, "削除する");
    expect(await screen.findByText("Webhookを削除しました。")).toBeVisible();
    expect(window.location.pathname).toBe("/admin/webhooks");
    expect(api.sent).toMatchObject([{ method: "DELETE", path: "/webhooks/1", ifMatch: '"3"' }]);
  });

  it("shows its changes in words", async () => {
    userProfile.set(aProfile({ isSystemAdmin: true }));
    await openDetail();
    const target = { kind: "webhook", id: "1", name: "speech.example.com" };
    const organization = { organizationId: 1, organizationName: "デモ株式会社" };
    const event = anEvent({
      operation: "updateWebhook",
      target,
      changes: [
        { field: "events", before: ["limits.changed"], after: ["cap.reached"] },
        { field: "organizations", before: null, after: [organization] },
        { field: "paused", before: false, after: true },
      ],
    });
    api.answer("GET /audit-events", () => ({ content: [event], next: null }));
    await press("変更履歴を表示");
    expect(await screen.findByText("Webhookを編集")).toBeVisible();
    expect(screen.getByText("イベントを変更：残量の変更 → 上限への到達")).toBeVisible();
    expect(screen.getByText("対象の組織を変更：すべて → デモ株式会社")).toBeVisible();
    expect(screen.getByText("一時停止を変更：いいえ → はい")).toBeVisible();
    expect(api.calls("GET /audit-events")[0]?.query).toMatchObject({
      targetKind: "webhook",
      targetId: "1",
    });
  });
});

describe("the deliveries of a webhook", () => {
  it("show when which event was sent, how often, and what came back", async () => {
    const section = await openDetail({}, [waiting, failed, aDelivery()]);
    const [, ...rows] = section.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "2026/04/02 09:05:00単語の変更msg_3版2デモ株式会社配信待ち0回—",
      "2026/04/02 09:05:00上限への到達msg_2デモ株式会社失敗12回HTTP 5002026/04/02 09:05:02再送",
      "2026/04/02 09:05:00単語の変更msg_1版2デモ株式会社配信済み1回HTTP 2042026/04/02 09:05:02再送",
    ]);
    expect(api.calls(DELIVERIES)[0]?.query).toEqual({
      page: "0",
      size: "10",
      sort: "deliveryId,desc",
    });
  });

  it.each([
    ["timeout", "応答がありませんでした。"],
    ["ECONNREFUSED", "接続できませんでした。"],
    ["address is not public", "公開されていないアドレスです。"],
    ["10.0.0.1 is not public", "公開されていないアドレスです。"],
    ["EPROTO", "EPROTO"],
  ])("say of the error %s %s", async (lastError, sentence) => {
    const section = await openDetail({}, [{ ...failed, lastStatus: null, lastError }]);
    expect(section.getByText(sentence)).toBeVisible();
  });

  it("are sent again, one by one", async () => {
    const section = await openDetail({}, [failed, aDelivery()]);
    api.answer(RESEND, () => ({ ...failed, status: "PENDING" }));
    api.answer(DELIVERIES, paged([{ ...failed, status: "PENDING" }, aDelivery()]));
    await press("上限への到達（2026/04/02 09:05:00）を再送");
    expect(await screen.findByText("再送を受け付けました。")).toBeVisible();
    expect(await section.findByText("配信待ち")).toBeVisible();
    await waitFor(() =>
      expect(section.getAllByRole("button", { name: /を再送$/ })).toHaveLength(1),
    );
    expect(api.sent).toMatchObject([{ method: "POST", path: "/webhooks/1/deliveries/2/resend" }]);
  });

  it("are not sent again while the webhook is paused, which the button says", async () => {
    await openDetail({ paused: true, pausedAt: "2026-11-21T02:00:00.000Z" }, [failed]);
    const button = screen.getByRole("button", { name: /を再送$/ });
    expect(button).toHaveAccessibleDescription(
      "一時停止中は送信できません。配信を再開すると、送信できます。",
    );
    await userEvent.click(button);
    expect(api.sent).toEqual([]);
  });

  it("have a test among them at the press of a button", async () => {
    const section = await openDetail({ failingSince: "2026-11-21T01:42:00.000Z" });
    const test = {
      ...failed,
      type: "test",
      organizationId: null,
      organizationName: null,
      attempts: 1,
    } as const;
    api.answer("POST /webhooks/{id}/test", () => ({ ...test, status: "PENDING" }));
    api.answer(DELIVERIES, paged([test, aDelivery()]));
    await press("テスト送信");
    expect(await screen.findByText("テストメッセージの送信を受け付けました。")).toBeVisible();
    const row = (await section.findByText("テスト")).closest("tr");
    expect(row).toHaveTextContent(/msg_2—失敗1回HTTP 500/);
    expect(api.sent).toMatchObject([{ method: "POST", path: "/webhooks/1/test" }]);
  });

  it("have no test while the webhook is paused, which the button says", async () => {
    await openDetail({ paused: true, pausedAt: "2026-11-21T02:00:00.000Z" });
    expect(screen.getByRole("button", { name: "テスト送信" })).toHaveAccessibleDescription(
      "一時停止中は送信できません。配信を再開すると、送信できます。",
    );
  });

  it("are tried at once if they wait after a failure", async () => {
    const failing = { ...waiting, attempts: 3, lastStatus: 500 };
    await openDetail({ failingSince: "2026-11-21T01:42:00.000Z" }, [failing]);
    api.answer(RESEND, () => failing);
    await press("単語の変更（2026/04/02 09:05:00）を今すぐ再試行");
    expect(await screen.findByText("再試行を受け付けました。")).toBeVisible();
    expect(api.sent).toMatchObject([{ method: "POST", path: "/webhooks/1/deliveries/3/resend" }]);
  });

  it("say why one was not sent again", async () => {
    expectConsoleErrors();
    await openDetail({}, [failed]);
    api.refuse(RESEND, unavailable());
    await press("上限への到達（2026/04/02 09:05:00）を再送");
    expect(await screen.findByText(unavailable().message)).toBeVisible();
  });

  it("are read again by themselves while the page is visible, the first one too", async () => {
    stopIntervals();
    const seen = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const section = await openDetail({}, []);
    await section.findByText(/^直近30日間の配信はありません。/);
    const reads = () => api.calls(DELIVERIES).length;
    const pass = () => act(async () => void (await vi.advanceTimersByTimeAsync(4_000)));
    const before = reads();
    api.answer(DELIVERIES, paged([waiting]));
    await pass();
    expect(reads()).toBe(before);
    seen.mockReturnValue(false);
    await pass();
    expect(await section.findByText("配信待ち")).toBeVisible();
    api.answer(DELIVERIES, paged([aDelivery({ deliveryId: 3 })]));
    await pass();
    expect(await section.findByText("配信済み")).toBeVisible();
  });

  it("are read again on request", async () => {
    stopIntervals();
    const section = await openDetail({}, []);
    expect(await section.findByText(/^直近30日間の配信はありません。/)).toBeVisible();
    api.answer(DELIVERIES, paged([aDelivery()]));
    await press("再読み込み");
    expect(await section.findByText("配信済み")).toBeVisible();
  });
});
