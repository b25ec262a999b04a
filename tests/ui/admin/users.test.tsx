import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { conflict } from "../../../server/problem.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { changed } from "../../support/doubleAnswer.ts";
import { gate } from "../../support/gate.ts";
import { anOrganization, aUser } from "../../support/records.ts";
import { anEvent } from "../audit/auditRecords.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { organizationsAre, usersAre } from "./adminRecords.ts";

const api = apiDouble("admin");

describe("the user screens", () => {
  it("list people with organization, roles and status", async () => {
    usersAre(
      aUser({ isOrganizationAdmin: true, isDictionaryAdmin: true }),
      aUser({ userId: "u2", userName: "鈴木 一郎", status: "INVITED" }),
      aUser({
        userId: "u3",
        userName: "管理 太郎",
        organizationId: 0,
        organizationName: null,
        isSystemAdmin: true,
        status: "DISABLED",
      }),
    );
    openAdmin("/users");
    await screen.findByText("佐藤 花子");
    const [, first, second, third] = within(screen.getByRole("table")).getAllByRole("row");
    expect(first).toHaveTextContent("辞書管理者・組織管理者");
    expect(first).toHaveTextContent("有効");
    expect(second).toHaveTextContent("一般");
    expect(second).toHaveTextContent("招待中");
    expect(third).toHaveTextContent("システム管理者");
    expect(third).toHaveTextContent("（所属なし）");
    expect(third).toHaveTextContent("無効");
  });

  it("list those of an organization that is found by its name, as the address says", async () => {
    organizationsAre(
      anOrganization(),
      anOrganization({ organizationId: 2, organizationName: "サンプル商事" }),
    );
    usersAre(...Array.from({ length: 11 }, (_, n) => aUser({ userId: `u${n}` })));
    openAdmin("/users");
    const asked = () => api.calls("GET /users").at(-1)?.query.organizationId;
    const field = () => screen.findByRole("combobox", { name: "組織" });
    await userEvent.type(await field(), "サンプル");
    await userEvent.click(await screen.findByRole("option", { name: /サンプル商事/ }));
    await userEvent.click(screen.getByRole("button", { name: "検索" }));
    await waitFor(() => expect(asked()).toBe("2"));
    expect(await field()).toHaveValue("サンプル商事");
    expect(decodeURIComponent(window.location.search)).toContain('"organizationId":"2"');

    await userEvent.clear(await field());
    await userEvent.click(screen.getByRole("button", { name: "検索" }));
    await waitFor(() => expect(asked()).toBeUndefined());
    expect(await field()).toHaveValue("");
  });

  it("name the organization of an address, and forget it with the other conditions", async () => {
    organizationsAre(anOrganization());
    usersAre(aUser());
    openAdmin(`/users?filter=${encodeURIComponent('{"organizationId":1}')}`);
    const field = await screen.findByRole("combobox", { name: "組織" });
    await waitFor(() => expect(field).toHaveValue("デモ株式会社"));
    expect(api.calls("GET /users").at(-1)?.query.organizationId).toBe("1");
    await userEvent.click(screen.getByRole("button", { name: "条件をクリア" }));
    await waitFor(() => expect(field).toHaveValue(""));
    expect(api.calls("GET /users").at(-1)?.query.organizationId).toBeUndefined();
  });

  it("remove the second factor of a user who has lost the app, after a question", async () => {
    usersAre(aUser());
    api.answer("DELETE /users/{id}/second-factors", () => undefined);
    openAdmin("/users/u1/show");
    await userEvent.click(await screen.findByRole("button", { name: "2段階認証を解除" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "2段階認証の解除" }));
    expect(dialog.getByText(/本人からの依頼であることを確認してください。/)).toBeVisible();
    expect(api.sent).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "解除する" }));
    expect(await screen.findByText("佐藤 花子さんの2段階認証を解除しました。")).toBeVisible();
    expect(api.sent).toMatchObject([{ method: "DELETE", path: "/users/u1/second-factors" }]);
  });

  it("invite a member into an organization found by its name", async () => {
    organizationsAre(anOrganization());
    usersAre();
    openAdmin("/users/create");
    await userEvent.type(await screen.findByRole("combobox", { name: "組織" }), "デモ");
    await userEvent.click(await screen.findByRole("option", { name: /デモ株式会社/ }));
    await userEvent.type(screen.getByRole("textbox", { name: "氏名" }), "田中 次郎");
    await userEvent.type(
      screen.getByRole("textbox", { name: "メールアドレス" }),
      "ＴＡＮＡＫＡ@example.com",
    );
    await userEvent.click(screen.getByRole("checkbox", { name: "辞書管理者" }));
    await userEvent.click(screen.getByRole("button", { name: "招待メールを送信" }));
    expect(await screen.findByText("tanaka@example.comに招待メールを送信しました。")).toBeVisible();
    expect(api.sent[0]?.body).toEqual({
      organizationId: 1,
      userName: "田中 次郎",
      userNameKana: null,
      email: "tanaka@example.com",
      isOrganizationAdmin: false,
      isDictionaryAdmin: true,
    });
  });

  it("invite a system admin, who belongs to no organization", async () => {
    usersAre();
    openAdmin("/users/create");
    await userEvent.click(await screen.findByRole("radio", { name: "システム管理者" }));
    expect(screen.queryByRole("combobox", { name: "組織" })).not.toBeInTheDocument();
    await userEvent.type(screen.getByRole("textbox", { name: "氏名" }), "管理 次郎");
    await userEvent.type(screen.getByRole("textbox", { name: "メールアドレス" }), "s@example.com");
    await userEvent.click(screen.getByRole("button", { name: "招待メールを送信" }));
    expect(await screen.findByText("s@example.comに招待メールを送信しました。")).toBeVisible();
    expect(api.sent[0]?.body).toEqual({
      userName: "管理 次郎",
      userNameKana: null,
      email: "s@example.com",
      isSystemAdmin: true,
    });
  });

  it("name every missing field of an invitation at once", async () => {
    usersAre();
    openAdmin("/users/create");
    await screen.findByRole("combobox", { name: "組織" });
    await userEvent.click(screen.getByRole("button", { name: "招待メールを送信" }));
    expect(await screen.findByText("組織を選択してください。")).toBeVisible();
    expect(screen.getByText("氏名を入力してください。")).toBeVisible();
    expect(screen.getByText("メールアドレスを入力してください。")).toBeVisible();
    expect(api.sent).toEqual([]);
  });

  it("tell at the field that an address is taken", async () => {
    expectConsoleErrors();
    usersAre();
    api.refuse("POST /users", conflict("EMAIL_EXISTS"));
    openAdmin("/users/create");
    await userEvent.click(await screen.findByRole("radio", { name: "システム管理者" }));
    await userEvent.type(screen.getByRole("textbox", { name: "氏名" }), "管理 次郎");
    const email = screen.getByRole("textbox", { name: "メールアドレス" });
    await userEvent.type(email, "taken@example.com");
    await userEvent.click(screen.getByRole("button", { name: "招待メールを送信" }));
    await waitFor(() =>
      expect(email).toHaveAccessibleDescription(/メールアドレスが重複しています。/),
    );
  });

  it("disable a person once asked whether it is meant, sending the status alone", async () => {
    usersAre(aUser());
    openAdmin("/users/u1/show");
    await userEvent.click(await screen.findByRole("button", { name: "無効にする" }));
    const dialog = await screen.findByRole("alertdialog", { name: "アカウントの無効化" });
    expect(dialog).toHaveTextContent("佐藤 花子さんを無効にしますか？");
    await userEvent.click(within(dialog).getByRole("button", { name: "無効にする" }));
    expect(await screen.findByText("佐藤 花子さんを無効にしました。")).toBeVisible();
    expect(api.sent).toEqual([
      { method: "PATCH", path: "/users/u1", ifMatch: '"3"', body: { status: "DISABLED" } },
    ]);
  });

  it("lose the notice of the network once the person is disabled after all", async () => {
    expectConsoleErrors();
    usersAre(aUser());
    const notice = "ネットワークエラーが発生しました。通信環境をご確認ください。";
    openAdmin("/users/u1/show");
    const disable = async () => {
      await userEvent.click(await screen.findByRole("button", { name: "無効にする" }));
      const dialog = await screen.findByRole("alertdialog", { name: "アカウントの無効化" });
      await userEvent.click(within(dialog).getByRole("button", { name: "無効にする" }));
    };
    api.cutOff("PATCH /users/{id}", { once: true });
    await disable();
    expect(await screen.findByText(notice)).toBeVisible();
    await disable();
    expect(await screen.findByText("佐藤 花子さんを無効にしました。")).toBeVisible();
    expect(screen.queryByText(notice)).toBeNull();
  });

  it("keep what was chosen while the record was still being read again", async () => {
    expectConsoleErrors();
    usersAre(aUser());
    const { passed, open: answer } = gate();
    api.answer("GET /users/{id}", async () => {
      await passed;
      return aUser({ userName: "佐藤 華子" });
    });
    openAdmin("/users");
    await userEvent.click(await screen.findByText("佐藤 花子"));
    await userEvent.click(await screen.findByRole("link", { name: "編集" }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "組織管理者" }));
    answer();
    expect(await screen.findByDisplayValue("佐藤 華子")).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "組織管理者" })).toBeChecked();
  });

  it("send the invitation again to who has not signed in yet", async () => {
    usersAre(aUser({ status: "INVITED" }));
    openAdmin("/users/u1/show");
    await userEvent.click(await screen.findByRole("button", { name: "招待メールを再送" }));
    expect(await screen.findByText("sato@example.comに招待メールを再送しました。")).toBeVisible();
  });

  it("tell what is pending, and who cannot sign in, with the remedy", async () => {
    const moved = aUser({ userId: "u4", userName: "田中 三郎", identityError: "EMAIL_CHANGED" });
    const users = [
      aUser({ status: "INVITED", identityPending: true, mailPending: true }),
      aUser({ userId: "u2", userName: "鈴木 一郎", identityPending: true }),
      aUser({ userId: "u3", userName: "高橋 次郎", identityError: "ACCOUNT_LOST" }),
      moved,
      { ...moved, userId: "u5", status: "DISABLED" as const },
    ];
    usersAre(...users);
    api.answer("POST /users/{id}/restore-email", () => moved);
    openAdmin("/users");
    await screen.findByText("佐藤 花子");
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows[0]).toHaveTextContent("招待メールを送信中");
    expect(rows[1]).toHaveTextContent("変更を反映中");
    expect(rows[2]).toHaveTextContent("ログインできません");
    expect(rows[3]).toHaveTextContent("ログインできません");
    expect(rows[4]).not.toHaveTextContent("ログインできません");
    await userEvent.click(screen.getByRole("button", { name: "招待を再送" }));
    await userEvent.click(screen.getByRole("button", { name: "メールアドレスを元に戻す" }));
    await waitFor(() =>
      expect(api.sent.map(({ path }) => path)).toEqual([
        "/users/u3/invitation",
        "/users/u4/restore-email",
      ]),
    );
  });

  it("leave the own rights alone, and say why", async () => {
    userProfile.set({ ...NO_PROFILE, email: "sato@example.com" });
    usersAre(aUser());
    openAdmin("/users/u1");
    const [reason] = await screen.findAllByText(
      "自分自身の権限や状態は変更できません。ほかの管理者に依頼してください。",
    );
    expect(reason).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "組織管理者" })).toBeDisabled();
    userProfile.clear();
  });

  it("open on a page of roles, workspaces and sign-ins, and are edited from there", async () => {
    userProfile.set({ ...NO_PROFILE, isSystemAdmin: true });
    let stored = aUser({ isDictionaryAdmin: true });
    usersAre(stored);
    api.answer("GET /users/{id}", () => stored);
    api.answer("PATCH /users/{id}", ({ body }) => {
      stored = changed(stored, body);
      return stored;
    });
    api.answer("GET /users/{id}/workspaces", () => ({
      workspaces: [{ workspaceId: 1, workspaceName: "医療議事録" }],
    }));
    const signIn = anEvent({
      operation: "openSession",
      occurredAt: "2026-04-01T01:00:00.000000Z",
      address: "192.0.2.1",
    });
    api.answer("GET /audit-events", () => ({ content: [signIn], next: null }));
    openAdmin("/users");
    await userEvent.click(await screen.findByRole("link", { name: "佐藤 花子" }));
    expect(await screen.findByRole("heading", { level: 1, name: "佐藤 花子" })).toBeVisible();
    expect(window.location.pathname).toBe("/admin/users/u1/show");
    const rights = within(screen.getByRole("region", { name: "権限とワークスペース" }));
    expect(rights.getByText("辞書管理者")).toBeVisible();
    expect(await rights.findByText("医療議事録")).toBeVisible();
    const signIns = within(screen.getByRole("region", { name: "ログイン" }));
    expect(await signIns.findByText("192.0.2.1")).toBeVisible();
    expect(api.calls("GET /audit-events")[0]?.query).toMatchObject({
      targetKind: "user",
      targetId: "u1",
      operation: "signIn,openSession",
    });
    await userEvent.click(screen.getByRole("link", { name: "編集" }));
    const name = await screen.findByRole("textbox", { name: "氏名" });
    await userEvent.clear(name);
    await userEvent.type(name, "佐藤 華子");
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByRole("heading", { level: 1, name: "佐藤 華子" })).toBeVisible();
    expect(window.location.pathname).toBe("/admin/users/u1/show");
    userProfile.clear();
  });
});
