import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { apiDouble } from "../../support/apiDouble.ts";
import { anOrganization } from "../../support/records.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { organizationsAre } from "./adminRecords.ts";

const api = apiDouble("admin");

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

  it("show the id that programs send", async () => {
    organizationsAre(anOrganization({ organizationId: 1 }));
    openAdmin("/organizations/1");
    const id = await screen.findByText("組織ID");
    expect(id.nextElementSibling).toHaveTextContent(/^1$/);
  });

  it("rename an organization, sending the name alone and the version it was read in", async () => {
    organizationsAre(anOrganization({ version: 5 }));
    openAdmin("/organizations/1");
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
  });

  it("refuse an empty name at the field before anything is sent", async () => {
    organizationsAre(anOrganization());
    openAdmin("/organizations/1");
    const name = await screen.findByRole("textbox", { name: "組織名" });
    await userEvent.clear(name);
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("入力内容に不備があります。")).toBeVisible();
    expect(name).toHaveAccessibleDescription(/入力してください。/);
    expect(name).toHaveFocus();
    expect(api.sent).toEqual([]);
  });
});
