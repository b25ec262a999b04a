import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { webhookSentences } from "../../../domain/problems/sentences.ts";
import { WEBHOOK_EVENTS } from "../../../domain/webhooks/rules.ts";
import type { Webhook } from "../../../domain/webhooks/schemas.ts";
import { staleVersion, validationFailed } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { copiedText } from "../../support/copiedText.ts";
import { changed, found, paged } from "../../support/doubleAnswer.ts";
import { anOrganization, aWebhook } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";

const api = apiDouble("admin");
const SECRET = `whsec_${"s".repeat(43)}=`;

const organizations = [
  { organizationId: 1, organizationName: "デモ株式会社" },
  { organizationId: 2, organizationName: "サンプル商事" },
];
const bound = { organizationIds: [1, 2], organizations };

function webhooksAre(...all: Webhook[]): void {
  api.answer("GET /webhooks", paged(all));
  api.answer("GET /webhooks/{id}", ({ params }) =>
    found(all.find(({ webhookId }) => webhookId === params.id)),
  );
  api.answer("GET /webhooks/{id}/deliveries", paged([]));
  api.answer("GET /organizations", paged(organizations.map(anOrganization)));
  api.answer("GET /organizations/{id}", ({ params }) =>
    anOrganization(found(organizations.find(({ organizationId }) => organizationId === params.id))),
  );
  api.answer("POST /webhooks", ({ body: { url, events, organizationIds } }) => {
    const created = aWebhook({ webhookId: 9, url, events, organizationIds });
    all.unshift(created);
    return { ...created, secret: SECRET };
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const pressIn = (dialog: HTMLElement, name: string) =>
  userEvent.click(within(dialog).getByRole("button", { name }));
const urlField = () => screen.findByRole("textbox", { name: "URL" });
const rowOf = async (url: string) => {
  const row = (await screen.findByText(url)).closest("tr");
  if (!row) throw new Error(`${url} is in no row`);
  return row;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
});

describe("the list of webhooks", () => {
  it("shows which events and organizations each is told of, and whether it works", async () => {
    webhooksAre(
      aWebhook(),
      aWebhook({
        webhookId: 2,
        url: "https://b.example.com/",
        ...bound,
        failingSince: "2026-11-21T01:42:00.000Z",
      }),
      aWebhook({
        webhookId: 3,
        url: "https://c.example.com/",
        failingSince: "2026-11-20T01:42:00.000Z",
      }),
      aWebhook({
        webhookId: 4,
        url: "https://d.example.com/",
        paused: true,
        pausedAt: "2026-11-20T02:42:00.000Z",
        failingSince: "2026-11-19T01:42:00.000Z",
      }),
    );
    openAdmin("/webhooks");
    const first = await rowOf("https://speech.example.com/hooks");
    expect(first).toHaveTextContent("単語の変更、上限への到達すべて有効2026/03/20 10:00");
    expect(within(first).getByRole("link")).toHaveAttribute("href", "/admin/webhooks/1/show");
    const second = await rowOf("https://b.example.com/");
    expect(second).toHaveTextContent("デモ株式会社サンプル商事失敗が継続中（10:42から）");
    expect(await rowOf("https://c.example.com/")).toHaveTextContent(
      "失敗が継続中（2026/11/20 10:42から）",
    );
    expect(await rowOf("https://d.example.com/")).toHaveTextContent("一時停止中");
    expect(api.calls("GET /webhooks")[0]?.query).toMatchObject({ sort: "createdAt,desc" });
  });

  it("says what a webhook is for while there is none", async () => {
    webhooksAre();
    openAdmin("/webhooks");
    expect(await screen.findByText(/プログラムに自動で通知できます。/)).toBeVisible();
    const table = within(screen.getByRole("table"));
    expect(table.getByRole("button", { name: "Webhookを登録" })).toBeVisible();
  });
});

describe("registering a webhook", () => {
  it("takes all events of all organizations, shows the secret once and copies it", async () => {
    userEvent.setup();
    webhooksAre();
    openAdmin("/webhooks");
    await press("Webhookを登録");
    await userEvent.type(await urlField(), " https://new.example.com/hooks");
    await press("登録する");
    const dialog = await screen.findByRole("alertdialog", { name: "登録したWebhookの署名キー" });
    expect(api.sent).toEqual([
      {
        method: "POST",
        path: "/webhooks",
        ifMatch: null,
        body: {
          url: "https://new.example.com/hooks",
          events: [...WEBHOOK_EVENTS],
          organizationIds: null,
        },
      },
    ]);
    expect(dialog).toHaveTextContent("この画面を閉じると、二度と表示できません。");
    expect(within(dialog).getByRole("textbox", { name: "署名キー" })).toHaveValue(SECRET);
    await userEvent.keyboard("{Escape}");
    expect(dialog).toBeVisible();
    await pressIn(dialog, "署名キーをコピー");
    expect(await within(dialog).findByText("コピーしました。")).toBeVisible();
    expect(await copiedText()).toBe(SECRET);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await rowOf("https://new.example.com/hooks");
    expect(screen.queryByDisplayValue(SECRET)).toBeNull();
  });

  it("takes some events of chosen organizations", async () => {
    webhooksAre();
    openAdmin("/webhooks");
    await press("Webhookを登録");
    await userEvent.type(await urlField(), "https://new.example.com/");
    const others = ["残量の変更", "契約の登録", "契約の変更", "契約の終了", "月次の締め"];
    for (const name of others) {
      await userEvent.click(screen.getByRole("checkbox", { name }));
    }
    await userEvent.click(screen.getByRole("radio", { name: "組織を選択" }));
    await userEvent.type(screen.getByRole("combobox", { name: "組織" }), "デモ");
    await userEvent.click(await screen.findByRole("option", { name: /デモ株式会社/ }));
    await press("登録する");
    await screen.findByRole("alertdialog");
    expect(api.sent[0]?.body).toMatchObject({
      events: ["vocabulary.changed", "cap.reached"],
      organizationIds: [1],
    });
  });

  it("refuses what has no event or a wrong address before anything is sent", async () => {
    webhooksAre();
    openAdmin("/webhooks");
    await press("Webhookを登録");
    await press("登録する");
    expect(await screen.findByText("URLを入力してください。")).toBeVisible();
    await userEvent.type(await urlField(), "speech");
    for (const box of screen.getAllByRole("checkbox")) await userEvent.click(box);
    await press("登録する");
    expect(await screen.findByText(webhookSentences.url)).toBeVisible();
    expect(screen.getByText("イベントを選択してください。")).toBeVisible();
    expect(api.sent).toEqual([]);
  });

  it("says at the address why the server does not send there", async () => {
    expectConsoleErrors();
    webhooksAre();
    openAdmin("/webhooks");
    api.refuse("POST /webhooks", validationFailed({ url: webhookSentences.private }));
    await press("Webhookを登録");
    await userEvent.type(await urlField(), "https://10.0.0.1/");
    await press("登録する");
    expect(await screen.findByText(webhookSentences.private)).toBeVisible();
    expect(await urlField()).toBeInvalid();
  });
});

describe("editing a webhook", () => {
  it("sends only what changed, and keeps the choice of organizations while all are chosen", async () => {
    webhooksAre(aWebhook(bound));
    api.answer("PATCH /webhooks/{id}", ({ body: { organizationIds } }) =>
      changed(aWebhook(), { organizationIds }),
    );
    openAdmin("/webhooks/1");
    await userEvent.click(await screen.findByRole("radio", { name: "すべての組織" }));
    await userEvent.click(screen.getByRole("radio", { name: "組織を選択" }));
    await press("サンプル商事を外す");
    await press("保存");
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.sent).toEqual([
      { method: "PATCH", path: "/webhooks/1", ifMatch: '"3"', body: { organizationIds: [1] } },
    ]);
    expect(window.location.pathname).toBe("/admin/webhooks/1/show");
  });

  it("shows in words what another admin changed first", async () => {
    expectConsoleErrors();
    webhooksAre(aWebhook());
    openAdmin("/webhooks/1");
    await userEvent.type(await urlField(), "/v2");
    const current = {
      ...changed(aWebhook(), { events: ["limits.changed"], paused: true }),
      ...bound,
      failingSince: "2026-11-21T01:42:00.000Z",
    };
    api.refuse("PATCH /webhooks/{id}", staleVersion(current));
    await press("保存");
    const table = await screen.findByRole("table");
    const rows = () => within(table).getAllByRole("row").slice(1);
    await waitFor(() =>
      expect(rows().map(({ textContent }) => textContent)).toEqual([
        "イベント残量の変更（変更なし）",
        "対象の組織デモ株式会社、サンプル商事（変更なし）",
        "一時停止はい（変更なし）",
      ]),
    );
  });
});
