import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { validationFailed } from "../../../server/problem.ts";
import { draftKeys } from "../../../src/providers/data/drafts.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aMember, aWorkspace } from "../../support/records.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { staff, workspacesAre } from "./workspaceRecords.ts";

const api = apiDouble("staff");
const workspaces = [aWorkspace(), aWorkspace({ workspaceId: 2, workspaceName: "サポート" })];
const sato = aMember("佐藤");
const suzuki = aMember("鈴木");
const tanaka = aMember("田中");
const ito = aMember("伊藤");

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const rowOf = (name: string) => screen.getByRole("row", { name: new RegExp(name) });

async function openMembers() {
  openStaffArea("/workspaces/1/members");
  return screen.findByRole("combobox", { name: "追加する人" });
}

/** By keyboard alone: what matches first is chosen by Enter. */
async function add(name: string) {
  await userEvent.type(screen.getByRole("combobox", { name: "追加する人" }), name);
  await screen.findByRole("option", { name: new RegExp(name) });
  await userEvent.keyboard("{Enter}");
}

describe("editing the members of a workspace", () => {
  it("keeps who was chosen beyond the end of the session", async () => {
    window.localStorage.clear();
    workspacesAre({ workspaces, members: [sato, suzuki], people: [tanaka] });
    await openMembers();
    await add("田中");
    await press("佐藤さんを外す");
    const profile = userProfile.get();
    userProfile.clear();
    cleanup();
    userProfile.set(profile);
    await openMembers();
    await userEvent.click(await screen.findByRole("button", { name: "復元する" }));
    expect(rowOf("田中")).toHaveTextContent("追加予定");
    expect(rowOf("佐藤")).toHaveTextContent("外す予定");
    await press("保存");
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(draftKeys()).toEqual([]);
  });

  it("adds who is found and takes out who is not wanted, all by one save", async () => {
    workspacesAre({
      workspaces,
      members: [sato, suzuki],
      people: [tanaka],
    });
    const picker = await openMembers();
    await add("田中");
    expect(api.calls("GET /users").map(({ query }) => query.q)).toContain("田中");
    expect(picker).toHaveFocus();
    expect(picker).toHaveValue("");
    expect(rowOf("田中")).toHaveTextContent("追加予定");
    await press("佐藤さんを外す");
    expect(rowOf("佐藤")).toHaveTextContent("外す予定");
    expect(screen.getByText("1人を追加し、1人を外します。保存すると反映されます。")).toBeVisible();
    expect(api.sent).toEqual([]);
    await press("保存");
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "営業部" })).toBeVisible();
    expect(api.sent).toEqual([
      {
        method: "PUT",
        path: "/workspaces/1/members",
        ifMatch: '"3"',
        body: { userIds: ["田中", "鈴木"] },
      },
    ]);
    expect(await screen.findByRole("row", { name: /田中/ })).toBeVisible();
    expect(screen.queryByRole("row", { name: /佐藤/ })).toBeNull();
  });

  it("takes back what was not meant, and says when nothing is left to save", async () => {
    workspacesAre({ workspaces, members: [sato], people: [tanaka] });
    const picker = await openMembers();
    await add("田中");
    await press("佐藤さんを外す");
    await press("佐藤さんを外す操作を取り消す");
    expect(screen.getByRole("button", { name: "佐藤さんを外す" })).toHaveFocus();
    await press("田中さんの追加を取り消す");
    expect(picker).toHaveFocus();
    await press("保存");
    expect(await screen.findByText("変更はありません。")).toBeVisible();
    expect(api.sent).toEqual([]);
  });

  it("offers nobody who is a member already, but lets who was taken out come back", async () => {
    workspacesAre({ workspaces, members: [sato], people: [sato] });
    await openMembers();
    await userEvent.type(screen.getByRole("combobox", { name: "追加する人" }), "佐藤");
    const option = await screen.findByRole("option", { name: /佐藤/ });
    expect(option).toHaveAttribute("aria-disabled", "true");
    expect(option).toHaveTextContent("メンバー");
    await userEvent.keyboard("{Escape}");
    await press("佐藤さんを外す");
    await add("佐藤");
    expect(rowOf("佐藤")).not.toHaveTextContent("予定");
  });

  it("shows what others changed meanwhile, and applies the own changes to it again", async () => {
    expectConsoleErrors();
    const { world, change } = workspacesAre({
      workspaces,
      members: [sato, suzuki],
      people: [tanaka],
      changedBy: { name: "髙橋 美咲", at: "2026-11-20T01:15:30.000Z" },
    });
    await openMembers();
    await add("田中");
    world.members = [sato, ito];
    change(1, {});
    await press("保存");
    expect(await screen.findByText("他の利用者が追加した人：伊藤")).toBeVisible();
    expect(screen.getByText("他の利用者が外した人：鈴木")).toBeVisible();
    expect(screen.getByText("髙橋 美咲さんが2026/11/20 10:15に更新しました。")).toBeVisible();
    expect(rowOf("田中")).toHaveTextContent("追加予定");
    await press("自分の変更を適用し直す");
    expect(rowOf("伊藤")).toBeVisible();
    expect(screen.queryByRole("row", { name: /鈴木/ })).toBeNull();
    await press("保存");
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.sent.at(-1)).toMatchObject({
      ifMatch: '"4"',
      body: { userIds: ["田中", "佐藤", "伊藤"] },
    });
  });

  it("lets go of the own changes when asked to show what is there now", async () => {
    expectConsoleErrors();
    const { world, change } = workspacesAre({
      workspaces,
      members: [sato],
      people: [tanaka],
    });
    await openMembers();
    await add("田中");
    world.members = [ito];
    change(1, {});
    await press("保存");
    await userEvent.click(await screen.findByRole("button", { name: "最新の内容を表示" }));
    const rows = within(screen.getByRole("table")).getAllByRole("row");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("氏名"),
      expect.stringContaining("伊藤"),
    ]);
  });

  it("keeps the changes where saving fails, with the reason", async () => {
    expectConsoleErrors();
    workspacesAre({ workspaces, members: [sato] });
    api.refuse("PUT /workspaces/{id}/members", validationFailed({}));
    await openMembers();
    await press("佐藤さんを外す");
    await press("保存");
    expect(await screen.findByText("入力内容に不備があります。")).toBeVisible();
    expect(rowOf("佐藤")).toHaveTextContent("外す予定");
    expect(screen.getByRole("button", { name: "保存" })).toBeEnabled();
  });

  it("asks before changes are left behind", async () => {
    workspacesAre({ workspaces, members: [sato] });
    await openMembers();
    await press("佐藤さんを外す");
    await userEvent.click(screen.getByRole("link", { name: "キャンセル" }));
    const question = await screen.findByRole("alertdialog", { name: "保存していない変更" });
    await userEvent.click(within(question).getByRole("button", { name: "編集を続ける" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(rowOf("佐藤")).toHaveTextContent("外す予定");
  });

  it("says so when the workspace was deleted meanwhile", async () => {
    expectConsoleErrors();
    const { world } = workspacesAre({ workspaces, members: [sato] });
    await openMembers();
    await press("佐藤さんを外す");
    world.workspaces = [];
    await press("保存");
    expect(await screen.findByText("このワークスペースは利用できなくなりました。")).toBeVisible();
  });

  it("is not for staff", async () => {
    workspacesAre({ profile: staff, workspaces, members: [sato] });
    openStaffArea("/workspaces/1/members");
    expect(await screen.findByText("このページを表示する権限がありません。")).toBeVisible();
    expect(screen.queryByRole("combobox", { name: "追加する人" })).toBeNull();
  });
});
