import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { draftKey, proposeValues } from "../../../src/components/draft/draftStore.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { openStream } from "../../support/doubleStream.ts";
import { anOrganization } from "../../support/records.ts";
import { contractsAre } from "../contracts/contractRecords.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { organizationsAre, overviewIs } from "./adminRecords.ts";

const api = apiDouble("admin");

const PAGE = "/organizations/1/show";

beforeEach(() => {
  contractsAre([]);
  overviewIs();
});

describe("the organization screens", () => {
  it("list what belongs to each organization", async () => {
    organizationsAre(
      anOrganization(),
      anOrganization({
        organizationId: 2,
        organizationName: "サンプル商事",
        currentContractId: null,
        currentContractStatus: null,
      }),
      anOrganization({
        organizationId: 3,
        organizationName: "来月商事",
        currentContractId: null,
        currentContractStatus: null,
        nextContractStartDate: "2026-12-01",
      }),
    );
    openAdmin("/organizations");
    expect(await screen.findByText("デモ株式会社")).toBeVisible();
    expect(screen.getByText("契約中")).toBeVisible();
    expect(screen.getAllByText("4人")[0]).toBeVisible();
    expect(screen.getAllByText("32件")[0]).toBeVisible();
    expect(screen.getByText("有効な契約なし")).toBeVisible();
    expect(screen.getByText("契約前").closest("td")).toHaveTextContent("契約前 2026/12/01から");
  });

  it("list those alone that have a gap between contracts, as the address says", async () => {
    organizationsAre(
      ...Array.from({ length: 11 }, (_, n) => anOrganization({ organizationId: n + 1 })),
    );
    openAdmin("/organizations");
    const gap = await screen.findByRole("combobox", { name: "契約期間の空白" });
    await userEvent.selectOptions(gap, "あり");
    await userEvent.click(screen.getByRole("button", { name: "検索" }));
    await waitFor(() => expect(api.calls("GET /organizations").at(-1)?.query.gap).toBe("true"));
    expect(decodeURIComponent(window.location.search)).toContain('"gap":"true"');
  });

  it("say so when there is none at all", async () => {
    organizationsAre();
    openAdmin("/organizations");
    expect(await screen.findByText("データがありません。")).toBeVisible();
    expect(
      screen.getByText("組織はまだ登録されていません。契約を追加すると登録されます。"),
    ).toBeVisible();
    const table = within(screen.getByRole("table"));
    const add = await table.findByRole("link", { name: "契約を追加" });
    expect(add).toHaveAttribute("href", "/admin/contracts/create");
  });

  it("say how an organization is added", async () => {
    organizationsAre(anOrganization());
    openAdmin("/organizations");
    const line = await screen.findByText(/^組織は、新しい組織の契約を追加すると登録されます。/);
    expect(within(line).getByRole("link", { name: "契約を追加" })).toHaveAttribute(
      "href",
      "/admin/contracts/create",
    );
  });

  it("rename an organization, sending the name alone and the version it was read in", async () => {
    organizationsAre(anOrganization({ version: 5 }));
    openAdmin(PAGE);
    await userEvent.click(await screen.findByRole("link", { name: "組織名を編集" }));
    const name = await screen.findByRole("textbox", { name: "組織名" });
    await userEvent.clear(name);
    await userEvent.type(name, "新デモ株式会社");
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.sent).toEqual([
      {
        method: "PATCH",
        path: "/organizations/1",
        ifMatch: '"5"',
        body: { organizationName: "新デモ株式会社" },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(window.location.pathname).toBe("/admin/organizations/1/show");
  });

  it("offer an earlier name, which the history proposes, in the dialog", async () => {
    const signedIn = { ...NO_PROFILE, email: "sysadmin@example.com", isSystemAdmin: true };
    userProfile.set(signedIn);
    organizationsAre(anOrganization({ version: 5 }));
    proposeValues(draftKey("organizations", 1), {
      version: 5,
      values: { organizationName: "旧デモ株式会社" },
    });
    openAdmin("/organizations/1");
    await userEvent.click(await screen.findByRole("button", { name: "変更前の内容を入力" }));
    expect(screen.getByRole("textbox", { name: "組織名" })).toHaveValue("旧デモ株式会社");
    userProfile.clear();
    window.localStorage.clear();
  });

  it("limit the addresses of an organization, and say first whom that shuts out", async () => {
    organizationsAre(anOrganization({ version: 5 }));
    openAdmin(PAGE);
    expect(await screen.findByText(/^制限していません。/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "制限を変更" }));
    const dialog = within(await screen.findByRole("dialog", { name: "接続元IPアドレスの制限" }));
    const input = dialog.getByRole("textbox", { name: "許可する接続元" });
    expect(dialog.getByText(/どこからでも利用できます。/)).toBeVisible();
    await userEvent.type(input, "203.0.113.0/24\nsomewhere");
    expect(dialog.getByRole("status")).toHaveTextContent(
      /この組織の利用者全員がすぐに利用できなく/,
    );
    await userEvent.click(dialog.getByRole("button", { name: "保存" }));
    expect(input).toHaveAccessibleDescription(/「somewhere」は、IPアドレス/);
    expect(input).toHaveFocus();
    expect(api.sent).toEqual([]);
    await userEvent.clear(input);
    await userEvent.type(input, "203.0.113.0/24\n2001:db8::1");
    await userEvent.click(dialog.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("接続元を制限しました。")).toBeVisible();
    expect(api.sent).toEqual([
      {
        method: "PATCH",
        path: "/organizations/1",
        ifMatch: '"5"',
        body: { allowedAddresses: ["203.0.113.0/24", "2001:db8::1"] },
      },
    ]);
  });

  it("start from the addresses that the dialog began with, whatever is read meanwhile", async () => {
    const stream = openStream(api);
    let now = anOrganization({ version: 5 });
    organizationsAre(now);
    api.answer("GET /organizations/{id}", () => now);
    openAdmin(PAGE);
    await userEvent.click(await screen.findByRole("button", { name: "制限を変更" }));
    const dialog = within(await screen.findByRole("dialog", { name: "接続元IPアドレスの制限" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "許可する接続元" }), "2001:db8::1");
    await vi.waitUntil(stream.isHeard);
    now = anOrganization({ version: 6, allowedAddresses: ["203.0.113.0/24"] });
    stream.tell("resource/organizations/1", "updated");
    expect(await screen.findByText("203.0.113.0/24")).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(api.sent).toMatchObject([{ ifMatch: '"5"' }]));
  });

  it("take the limit of an organization away", async () => {
    organizationsAre(anOrganization({ allowedAddresses: ["203.0.113.0/24"] }));
    openAdmin(PAGE);
    expect(await screen.findByText("203.0.113.0/24")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "制限を変更" }));
    const dialog = within(await screen.findByRole("dialog", { name: "接続元IPアドレスの制限" }));
    await userEvent.clear(dialog.getByRole("textbox", { name: "許可する接続元" }));
    await userEvent.click(dialog.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("接続元の制限を解除しました。")).toBeVisible();
    expect(api.sent).toMatchObject([{ body: { allowedAddresses: [] } }]);
  });

  it("refuse an empty name at the field before anything is sent", async () => {
    organizationsAre(anOrganization());
    openAdmin("/organizations/1");
    const name = await screen.findByRole("textbox", { name: "組織名" });
    await userEvent.clear(name);
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    expect(name).toHaveAccessibleDescription(/入力してください。/);
    expect(name).toHaveFocus();
    expect(api.sent).toEqual([]);
  });
});
