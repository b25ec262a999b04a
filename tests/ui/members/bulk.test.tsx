import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { ruleBroken } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aUser } from "../../support/records.ts";
import { usersAre } from "../admin/adminRecords.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { admin, membersAre } from "./memberRecords.ts";

const api = apiDouble("staff");
const provider = apiDouble("admin");
const own = aUser({
  userId: "admin",
  email: admin.email,
  userName: admin.userName,
  isOrganizationAdmin: true,
});
const people = Array.from({ length: 12 }, (_, n) =>
  aUser({ userId: `m${n}`, userName: `利用者 ${n}`, email: `m${n}@example.com` }),
);
const [first, second, third] = people;

const box = (name: string) => screen.findByRole("checkbox", { name });
const bar = () => screen.findByRole("region", { name: "選択した項目の操作" });
const inBar = async (name: string) => within(await bar()).getByRole("button", { name });
const dialog = () => screen.findByRole("alertdialog");
const press = async (name: string) => userEvent.click(await inBar(name));
const confirm = async (name: string) =>
  userEvent.click(within(await dialog()).getByRole("button", { name }));

/** Members whom the bulk endpoint changes as `change` says. */
function manyAre(members = [own, ...people]) {
  membersAre(members, {
    ...admin,
    workspaces: [
      { workspaceId: 3, workspaceName: "営業部", isMember: true },
      { workspaceId: 4, workspaceName: "開発部", isMember: false },
    ],
  });
  const users = new Map(members.map((user) => [user.userId, user]));
  api.answer("POST /users/bulk", ({ body: { changes } }) => ({
    users: changes.flatMap(({ action, users: refs }) =>
      refs.flatMap(({ userId }) => {
        const user = users.get(userId);
        if (!user) return [];
        const status = action === "DISABLE" ? "DISABLED" : "ACTIVE";
        const after = { ...user, status, version: user.version + 1 } as const;
        users.set(userId, after);
        return [after];
      }),
    ),
    unchanged: 0,
  }));
}

describe("choosing rows", () => {
  it("costs nothing until the first one is chosen, and says how many are", async () => {
    manyAre();
    openStaffArea("/users");
    const one = await box("利用者 0");
    expect(screen.queryByRole("region", { name: "選択した項目の操作" })).toBeNull();
    await userEvent.click(one);
    expect(one).toBeChecked();
    expect(await bar()).toHaveTextContent("1件を選択中");
    await userEvent.click(await box("利用者 2"));
    expect(await bar()).toHaveTextContent("2件を選択中");
    await userEvent.click(one);
    expect(await bar()).toHaveTextContent("1件を選択中");
    expect(window.location.pathname).toBe("/users");
  });

  it("takes a range with Shift, by mouse and by keyboard", async () => {
    manyAre();
    openStaffArea("/users");
    await userEvent.click(await box("利用者 1"));
    const user = userEvent.setup();
    await user.keyboard("{Shift>}");
    await user.click(await box("利用者 4"));
    await user.keyboard("{/Shift}");
    expect(await bar()).toHaveTextContent("4件を選択中");
    expect(await box("利用者 3")).toBeChecked();
    (await box("利用者 6")).focus();
    await user.keyboard(" ");
    expect(await bar()).toHaveTextContent("5件を選択中");
  });

  it("takes the whole page, shows that in the heading, and keeps it on the next page", async () => {
    manyAre();
    openStaffArea("/users");
    const all = await box("このページをすべて選択");
    await userEvent.click(await box("利用者 0"));
    expect(all).toBePartiallyChecked();
    await press("このページの10件を選択");
    expect(all).toBeChecked();
    expect(await bar()).toHaveTextContent("10件を選択中");
    await userEvent.click(screen.getByRole("button", { name: "次へ" }));
    await userEvent.click(await box("利用者 10"));
    expect(await bar()).toHaveTextContent("11件を選択中");
    expect(all).toBePartiallyChecked();
    await userEvent.click(screen.getByRole("button", { name: "前へ" }));
    await waitFor(async () => expect(await box("利用者 0")).toBeChecked());
    await userEvent.click(all);
    expect(await bar()).toHaveTextContent("1件を選択中");
    await press("選択を解除");
    expect(screen.queryByRole("region", { name: "選択した項目の操作" })).toBeNull();
    expect(document.activeElement).toBe(await box(own.userName));
  });

  it("goes on beyond 100 rows, which no action takes", async () => {
    const many = Array.from({ length: 101 }, (_, n) =>
      aUser({ userId: `x${n}`, userName: `多数 ${n}`, email: `x${n}@example.com` }),
    );
    manyAre(many);
    openStaffArea("/users?perPage=100&page=1");
    await userEvent.click(await box("このページをすべて選択"));
    expect(await inBar("無効にする")).not.toHaveAttribute("aria-disabled");
    await userEvent.click(screen.getByRole("button", { name: "次へ" }));
    await userEvent.click(await box("多数 100"));
    expect(await bar()).toHaveTextContent("101件を選択中");
    const disable = await inBar("無効にする");
    expect(disable).toHaveAccessibleDescription(/一度に操作できるのは100件までです。/);
    await userEvent.click(disable);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("is not offered to members who manage nobody", async () => {
    membersAre([own, ...people], { ...admin, isOrganizationAdmin: false });
    openStaffArea("/users");
    await screen.findByText("利用者 0");
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("leaves the headings their names", async () => {
    manyAre();
    openStaffArea("/users");
    await box("利用者 0");
    expect(screen.getByRole("columnheader", { name: "氏名" })).toBeVisible();
  });
});

describe("an action on the chosen members", () => {
  it("names them, leaves out who is not meant, is done by one request, and undone by another", async () => {
    manyAre();
    openStaffArea("/users");
    await userEvent.click(await box("このページをすべて選択"));
    await press("無効にする");
    const asked = await dialog();
    expect(asked).toHaveTextContent("以下の9人を無効にしますか？");
    const names = within(asked).getByRole("list", { name: "対象" });
    expect(within(names).getAllByRole("listitem")).toHaveLength(6);
    expect(names).toHaveTextContent("利用者 4m4@example.comほか4人");
    expect(asked).toHaveTextContent(/次の1人は変更しません。.*組織 管理自分自身の権限や状態は/);
    expect(api.sent).toEqual([]);
    await confirm("無効にする");
    expect(await bar()).toHaveTextContent("9人を無効にしました。");
    const undo = await inBar("元に戻す");
    const sent = people.slice(0, 9).map(({ userId, version }) => ({ userId, version }));
    expect(api.sent).toMatchObject([
      {
        method: "POST",
        path: "/users/bulk",
        body: { changes: [{ action: "DISABLE", users: sent }] },
      },
    ]);
    await userEvent.click(undo);
    await waitFor(async () => expect(await bar()).toHaveTextContent("元に戻しました。"));
    expect(api.sent.at(-1)?.body).toEqual({
      changes: [
        { action: "ENABLE", users: sent.map((ref) => ({ ...ref, version: ref.version + 1 })) },
      ],
    });
    await press("閉じる");
    expect(screen.queryByRole("region", { name: "選択した項目の操作" })).toBeNull();
  });

  it("hands the focus to the bar once it is done, since its button is gone", async () => {
    manyAre();
    openStaffArea("/users");
    await userEvent.click(await box("利用者 0"));
    await press("無効にする");
    await confirm("無効にする");
    await inBar("元に戻す");
    await waitFor(async () => expect(await bar()).toHaveFocus());
  });

  it("is impossible where it changes nobody, and says why", async () => {
    manyAre();
    openStaffArea("/users");
    await userEvent.click(await box("利用者 0"));
    const enable = await inBar("有効にする");
    expect(enable).toHaveAttribute("aria-disabled", "true");
    expect(enable).toHaveAccessibleDescription("無効になっていません。");
    expect(await inBar("無効にする")).not.toHaveAttribute("aria-disabled");
  });

  it("asks for the workspace, and says it if none is chosen", async () => {
    manyAre();
    openStaffArea("/users");
    await userEvent.click(await box("利用者 0"));
    await press("ワークスペースに追加");
    await confirm("ワークスペースに追加");
    const field = within(await dialog()).getByRole("combobox", { name: "ワークスペース" });
    expect(field).toHaveAccessibleDescription("ワークスペースを選択してください。");
    expect(api.sent).toEqual([]);
    await userEvent.selectOptions(field, "開発部");
    await confirm("ワークスペースに追加");
    expect(await bar()).toHaveTextContent("1人を「開発部」に追加しました。");
    expect(api.sent[0]?.body).toEqual({
      changes: [
        {
          action: "ADD_TO_WORKSPACE",
          workspaceId: 4,
          users: [{ userId: first?.userId, version: first?.version }],
        },
      ],
    });
  });

  it("shows who prevents it, and goes on without them", async () => {
    expectConsoleErrors();
    manyAre();
    api.refuse(
      "POST /users/bulk",
      ruleBroken("ROWS_REFUSED", {
        message: "変更できない利用者が含まれているため、誰も変更していません（利用者 1さん）。",
        errors: { "changes.0.users.1": "他の利用者が先に更新しました。" },
      }),
    );
    openStaffArea("/users");
    for (const name of ["利用者 0", "利用者 1", "利用者 2"]) await userEvent.click(await box(name));
    await press("無効にする");
    const reads = api.calls("GET /users").length;
    await confirm("無効にする");
    const asked = await dialog();
    await waitFor(() => expect(api.calls("GET /users").length).toBeGreaterThan(reads));
    expect(await within(asked).findByText(/誰も変更していません/)).toBeVisible();
    expect(
      within(asked).getByRole("list", { name: "次の1人は変更できません。" }),
    ).toHaveTextContent("利用者 1他の利用者が先に更新しました。");
    manyAre();
    await userEvent.click(within(asked).getByRole("button", { name: "1人を選択から外す" }));
    expect(within(asked).getByRole("button", { name: "キャンセル" })).toHaveFocus();
    expect(await dialog()).toHaveTextContent("以下の2人を無効にしますか？");
    await confirm("無効にする");
    expect(await bar()).toHaveTextContent("2人を無効にしました。");
    expect(Object(api.sent.at(-1)?.body).changes[0].users).toMatchObject([
      { userId: first?.userId },
      { userId: third?.userId },
    ]);
    expect(second?.userName).toBe("利用者 1");
  });

  it("shows which admins have to stay, and goes on without them", async () => {
    expectConsoleErrors();
    manyAre();
    api.refuse(
      "POST /users/bulk",
      ruleBroken("LAST_ORGANIZATION_ADMIN", {
        message: "管理者がいなくなるため、誰も変更していません（利用者 1さん）。",
        errors: { "changes.0.users.1": "デモ株式会社の組織管理者がいなくなります。" },
      }),
    );
    openStaffArea("/users");
    for (const name of ["利用者 0", "利用者 1"]) await userEvent.click(await box(name));
    await press("無効にする");
    await confirm("無効にする");
    const asked = await dialog();
    expect(
      await within(asked).findByRole("list", { name: "次の1人は変更できません。" }),
    ).toHaveTextContent("利用者 1デモ株式会社の組織管理者がいなくなります。");
    manyAre();
    await userEvent.click(within(asked).getByRole("button", { name: "1人を選択から外す" }));
    await confirm("無効にする");
    expect(await bar()).toHaveTextContent("1人を無効にしました。");
  });

  it("can be given up, which changes nothing", async () => {
    manyAre();
    openStaffArea("/users");
    await userEvent.click(await box("利用者 0"));
    await press("辞書管理者にする");
    await confirm("キャンセル");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(await bar()).toHaveTextContent("1件を選択中");
    expect(api.sent).toEqual([]);
  });
});

describe("in the admin area", () => {
  it("offers what system admins may do, without the workspaces of an organization", async () => {
    usersAre(...people);
    provider.answer("POST /users/bulk", () => ({ users: [], unchanged: 1 }));
    openAdmin("/users");
    await userEvent.click(await box("利用者 0"));
    await screen.findByRole("button", { name: "辞書管理者にする" });
    const offered = within(await bar()).getAllByRole("button");
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      "無効にする",
      "有効にする",
      "招待メールを再送",
      "辞書管理者にする",
      "辞書管理者から外す",
      "このページの10件を選択",
      "選択を解除",
    ]);
    await press("無効にする");
    await confirm("無効にする");
    expect(await bar()).toHaveTextContent("変更はありません。");
    expect(within(await bar()).queryByRole("button", { name: "元に戻す" })).toBeNull();
  });
});
