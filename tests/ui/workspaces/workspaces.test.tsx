import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { conflict, ruleBroken } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { openStream } from "../../support/doubleStream.ts";
import { aMember, aWorkspace } from "../../support/records.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { referTo, staff, workspacesAre } from "./workspaceRecords.ts";

const api = apiDouble("staff");
const sales = aWorkspace();
const support = aWorkspace({ workspaceId: 2, workspaceName: "サポート", memberCount: 1200 });
const TAKEN = "同じ名前がすでに登録されています。";

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const fill = async (name: string) => {
  const field = await screen.findByRole("textbox", { name: "ワークスペース名" });
  await userEvent.clear(field);
  await userEvent.type(field, name);
  return field;
};

describe("the list of workspaces", () => {
  it("shows name, number of members and last change, and leads to each", async () => {
    workspacesAre({ workspaces: [sales, support] });
    openStaffArea("/workspaces");
    expect(await screen.findByRole("link", { name: "営業部" })).toHaveAttribute(
      "href",
      "/workspaces/1/show",
    );
    const [, first, second] = within(screen.getByRole("table")).getAllByRole("row");
    expect(first).toHaveTextContent("営業部2人2026/04/02 09:05");
    expect(second).toHaveTextContent("1,200人");
    expect(screen.getByRole("link", { name: "ワークスペース" })).toHaveAttribute("aria-current");
    expect(await screen.findByRole("link", { name: "ワークスペースを追加" })).toBeVisible();
  });

  it("offers staff nothing to write, and says so when they have none", async () => {
    workspacesAre({ profile: staff });
    openStaffArea("/workspaces");
    expect(await screen.findByText("利用できるワークスペースはまだありません。")).toBeVisible();
    expect(screen.queryByRole("link", { name: "ワークスペースを追加" })).toBeNull();
  });

  it("tells when nothing matches", async () => {
    workspacesAre();
    openStaffArea(`/workspaces?filter=${encodeURIComponent('{"q":"無"}')}`);
    expect(
      await screen.findByText(
        "条件に該当するワークスペースはありません。別の条件をお試しください。",
      ),
    ).toBeVisible();
  });
});

describe("creating a workspace", () => {
  it("sends the name and leads to its page", async () => {
    workspacesAre();
    openStaffArea("/workspaces/create");
    await fill(" 法務 ");
    await press("ワークスペースを追加");
    expect(await screen.findByText("ワークスペースを追加しました。")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "法務" })).toBeVisible();
    expect(await screen.findByText("メンバーはまだいません。")).toBeVisible();
    const table = within(screen.getByRole("table"));
    expect(await table.findByRole("link", { name: "メンバーを編集" })).toHaveAttribute(
      "href",
      expect.stringMatching(/^\/workspaces\/\d+\/members$/),
    );
    expect(api.sent[0]).toMatchObject({ path: "/workspaces", body: { workspaceName: "法務" } });
  });

  it("tells at the field that the name is taken, and keeps it", async () => {
    expectConsoleErrors();
    workspacesAre();
    api.refuse("POST /workspaces", conflict("NAME_EXISTS"));
    openStaffArea("/workspaces/create");
    const field = await fill("営業部");
    await press("ワークスペースを追加");
    await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(TAKEN)));
    expect(field).toHaveValue("営業部");
    expect(field).toHaveFocus();
  });
});

describe("renaming a workspace", () => {
  it("sends the name alone and the version it was read in", async () => {
    workspacesAre({ workspaces: [sales, support] });
    openStaffArea("/workspaces/1");
    await fill("営業本部");
    await press("保存");
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "営業本部" })).toBeVisible();
    expect(api.sent).toEqual([
      {
        method: "PATCH",
        path: "/workspaces/1",
        ifMatch: '"3"',
        body: { workspaceName: "営業本部" },
      },
    ]);
  });

  it("shows what another user called it meanwhile, and loses neither", async () => {
    expectConsoleErrors();
    const { change, world } = workspacesAre({ workspaces: [sales, support] });
    openStaffArea("/workspaces/1");
    await fill("営業本部");
    change(1, { workspaceName: "営業一部" });
    await press("保存");
    const notice = await screen.findByRole("row", { name: /ワークスペース名/ });
    expect(notice).toHaveTextContent("営業一部");
    expect(notice).toHaveTextContent("営業本部");
    await press("自分の変更を適用し直す");
    await press("保存");
    await waitFor(() => expect(world.workspaces[0]?.workspaceName).toBe("営業本部"));
  });

  it("says so when the workspace is gone", async () => {
    expectConsoleErrors();
    workspacesAre();
    openStaffArea("/workspaces/1");
    expect(await screen.findByText("このワークスペースは利用できなくなりました。")).toBeVisible();
  });
});

describe("the page of a workspace", () => {
  it("shows facts and members, and staff no way to change them", async () => {
    workspacesAre({
      profile: staff,
      workspaces: [sales, support],
      members: [aMember("佐藤 花子"), aMember("髙橋 美咲", { status: "INVITED" })],
    });
    openStaffArea("/workspaces/2/show");
    // Programs name a workspace by its id.
    expect(await screen.findByText("ワークスペースID")).toHaveProperty(
      "nextSibling.textContent",
      "2",
    );
    const row = await screen.findByRole("row", { name: /髙橋 美咲/ });
    expect(row).toHaveTextContent("髙橋 美咲@example.com");
    expect(row).toHaveTextContent("招待中");
    expect(screen.getByText("2026/03/20 10:00")).toBeVisible();
    expect(screen.queryByRole("link", { name: "メンバーを編集" })).toBeNull();
    expect(screen.queryByRole("button", { name: "削除する" })).toBeNull();
  });

  it("tells that it can be used no more, with a way to the list", async () => {
    expectConsoleErrors();
    workspacesAre();
    openStaffArea("/workspaces/1/show");
    expect(await screen.findByText("このワークスペースは利用できなくなりました。")).toBeVisible();
    expect(screen.getByRole("link", { name: "ワークスペース一覧に戻る" })).toHaveAttribute(
      "href",
      "/workspaces",
    );
    expect(screen.queryByText(/エラー/)).toBeNull();
  });

  it("tells so at once a member who is removed from it, or who sees it deleted", async () => {
    expectConsoleErrors();
    const { isHeard, tell } = openStream(api);
    const { world } = workspacesAre({ profile: staff, workspaces: [sales, support] });
    openStaffArea("/workspaces/1/show");
    expect(await screen.findByRole("heading", { level: 1, name: "営業部" })).toBeVisible();
    await vi.waitUntil(isHeard);
    world.workspaces = [support];
    tell("resource/workspaces/1", "updated");
    expect(await screen.findByText("このワークスペースは利用できなくなりました。")).toBeVisible();
  });

  it("finds among many members by name, whatever the width of the letters", async () => {
    workspacesAre({
      workspaces: [sales],
      members: Array.from({ length: 30 }, (_, index) => aMember(`Member ${index}`)),
    });
    openStaffArea("/workspaces/1/show");
    await screen.findByText("30人");
    expect(screen.getByText("Member 9")).toBeVisible();
    expect(screen.queryByText("Member 10")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "3ページ目" }));
    expect(screen.getByText("Member 29")).toBeVisible();
    await userEvent.type(screen.getByRole("searchbox"), "ＭＥＭＢＥＲ　１２");
    expect(screen.getByText("Member 12")).toBeVisible();
    expect(screen.getByText("1人")).toBeVisible();
    await userEvent.type(screen.getByRole("searchbox"), "無");
    expect(screen.getByText("該当するメンバーはいません。")).toBeVisible();
    await press("条件をクリア");
    expect(screen.getByText("30人")).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });
});

describe("deleting a workspace", () => {
  it("asks first, naming it, and sends the version that was seen", async () => {
    workspacesAre({ workspaces: [sales, support] });
    openStaffArea("/workspaces/1/show");
    await userEvent.click(await screen.findByRole("button", { name: "削除する" }));
    const dialog = await screen.findByRole("alertdialog", { name: "ワークスペースの削除" });
    expect(dialog).toHaveTextContent("営業部メンバー：2人");
    await userEvent.click(within(dialog).getByRole("button", { name: "削除する" }));
    expect(await screen.findByText("ワークスペースを削除しました。")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("link", { name: "営業部" })).toBeNull());
    expect(await screen.findByRole("link", { name: "サポート" })).toBeVisible();
    expect(api.sent).toEqual([
      { method: "DELETE", path: "/workspaces/1", ifMatch: '"3"', body: undefined },
    ]);
  });

  it("does not say that the selected one was lost to who deletes it", async () => {
    const { world } = workspacesAre({ workspaces: [sales, support] });
    const both = referTo(sales, support);
    world.profile = {
      ...world.profile,
      workspaces: both,
      lastSelectedWorkspaceId: 1,
      lastSelectedWorkspaceName: "営業部",
    };
    openStaffArea("/workspaces/1/show");
    await userEvent.click(await screen.findByRole("button", { name: "削除する" }));
    world.profile = {
      ...world.profile,
      workspaces: both.slice(1),
      lastSelectedWorkspaceId: null,
      lastSelectedWorkspaceName: null,
    };
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "削除する" }));
    await waitFor(() => expect(userProfile.get().workspaces).toHaveLength(1));
    expect(screen.getByText("ワークスペースを削除しました。")).toBeVisible();
    expect(screen.queryByText(/利用できなくなりました/)).toBeNull();
  });

  it("is not offered for the last one, with the reason", async () => {
    workspacesAre({ workspaces: [sales] });
    openStaffArea("/workspaces/1/show");
    const disabled = await screen.findByRole("button", { name: "削除する" });
    expect(disabled).toHaveAttribute("aria-disabled", "true");
    expect(disabled).toHaveAccessibleDescription(
      "最後のワークスペースは削除できません。別のワークスペースを追加すると、削除できます。",
    );
    await userEvent.click(disabled);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("tells in the dialog that it has become the last one meanwhile", async () => {
    expectConsoleErrors();
    workspacesAre({ workspaces: [sales, support] });
    const LAST =
      "最後のワークスペースは削除できません。別のワークスペースを追加すると、削除できます。";
    api.refuse("DELETE /workspaces/{id}", ruleBroken("LAST_WORKSPACE"));
    openStaffArea("/workspaces/1/show");
    await userEvent.click(await screen.findByRole("button", { name: "削除する" }));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "削除する" }));
    expect(await within(dialog).findByText(LAST)).toBeVisible();
  });
});
