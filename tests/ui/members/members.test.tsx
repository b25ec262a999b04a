import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { problemSentences } from "../../../domain/problems/sentences.ts";
import { conflict, ruleBroken, staleVersion } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { changed } from "../../support/doubleAnswer.ts";
import { openStream } from "../../support/doubleStream.ts";
import { gate } from "../../support/gate.ts";
import { aUser } from "../../support/records.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { admin, membersAre } from "./memberRecords.ts";

const api = apiDouble("staff");
const own = aUser({
  userId: "admin",
  email: admin.email,
  userName: admin.userName,
  isOrganizationAdmin: true,
});
const sato = aUser();
const STALE = problemSentences.STALE_VERSION;
const OWN_RIGHTS = "自分自身の権限や状態は変更できません。ほかの管理者に依頼してください。";

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const switchOf = (name: string) =>
  screen.findByRole("switch", { name: `${name}さんを辞書管理者にする` });
const headings = () =>
  within(screen.getByRole("table"))
    .getAllByRole("columnheader")
    .map(({ textContent }) => textContent.replace(/[↑↓↕]/, ""));

describe("the list of members", () => {
  it("shows everybody name, e-mail, roles and status, and offers nothing else", async () => {
    membersAre([own, sato], { ...admin, isOrganizationAdmin: false });
    openStaffArea("/users");
    await screen.findByText("佐藤 花子");
    expect(headings()).toEqual(["氏名", "メールアドレス", "役割", "ステータス"]);
    const [, first, second] = screen.getAllByRole("row");
    expect(first).toHaveTextContent("組織管理者");
    expect(second).toHaveTextContent("一般");
    expect(second).toHaveTextContent("有効");
    expect(within(screen.getByRole("table")).queryByRole("link")).toBeNull();
    expect(screen.queryByRole("switch")).toBeNull();
    expect(screen.queryByRole("link", { name: "メンバーを招待" })).toBeNull();
    expect(screen.getByRole("button", { name: "CSVをダウンロード" })).toBeEnabled();
  });

  it("lets Tab stop at the copy button of an address where the row leads to no page", async () => {
    membersAre([own, sato], { ...admin, isOrganizationAdmin: false });
    openStaffArea("/users");
    await screen.findByText("佐藤 花子");
    const copy = screen.getByRole("button", {
      name: `メールアドレス「${sato.email}」をコピー`,
    });
    expect(copy.tabIndex).toBe(0);
  });

  it("is in the sidebar of members, and not in that of system admins", async () => {
    membersAre([own]);
    openStaffArea("/users");
    const item = await screen.findByRole("link", { name: "メンバー" });
    expect(item).toHaveAttribute("href", "/users");
    expect(item).toHaveAttribute("aria-current", "page");
  });

  it("is in the sidebar below the pages of words, of which one alone is current on its page", async () => {
    membersAre([own]);
    openStaffArea("/dictionaries/preview");
    const current = await screen.findByRole("link", { name: "反映プレビュー", current: "page" });
    const menu = within(screen.getByRole("navigation", { name: "メインメニュー" }));
    expect(menu.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "ホーム",
      "辞書",
      "反映プレビュー",
      "辞書の健診",
      "自分の提案",
      "ワークスペース",
      "メンバー",
      "契約",
      "操作ログ",
    ]);
    expect(menu.getAllByRole("link", { current: "page" })).toEqual([current]);
  });

  it("is not in the sidebar of system admins, who belong to no organization", async () => {
    membersAre([], { ...admin, organizationId: 0, isSystemAdmin: true });
    openStaffArea("/");
    expect(await screen.findByRole("link", { name: "管理画面" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "メンバー" })).toBeNull();
  });

  it("can be searched, and narrowed by role and status", async () => {
    membersAre(Array.from({ length: 11 }, (_, n) => ({ ...sato, userId: `u${n}` })));
    openStaffArea("/users");
    const roles = await screen.findByRole("combobox", { name: "役割" });
    expect([...within(roles).getAllByRole("option")].map((role) => role.textContent)).toEqual([
      "役割",
      "組織管理者",
      "辞書管理者",
      "一般",
    ]);
    await userEvent.type(screen.getByRole("searchbox", { name: "キーワード" }), "さとう");
    await userEvent.selectOptions(roles, "一般");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "ステータス" }), "招待中");
    await press("検索");
    await waitFor(() =>
      expect(api.calls("GET /users").at(-1)?.query).toMatchObject({
        q: "さとう",
        role: "staff",
        status: "INVITED",
      }),
    );
  });
});

describe("a list of members that stays open", () => {
  it("follows what another admin changes", async () => {
    const { isHeard, tell } = openStream(api);
    membersAre([own, sato]);
    openStaffArea("/users");
    expect(await switchOf("佐藤 花子")).not.toBeChecked();
    await vi.waitUntil(isHeard);
    membersAre([own, { ...sato, isDictionaryAdmin: true, version: sato.version + 1 }]);
    tell("resource/users/u1", "updated");
    await waitFor(async () => expect(await switchOf("佐藤 花子")).toBeChecked());
  });
});

describe("the switch of dictionary admins", () => {
  it("gives the right by one press, and shows what the server says", async () => {
    membersAre([own, sato]);
    openStaffArea("/users");
    const right = await switchOf("佐藤 花子");
    expect(right).not.toBeChecked();
    await userEvent.click(right);
    expect(await screen.findByText("佐藤 花子さんを辞書管理者にしました。")).toBeVisible();
    expect(right).toBeChecked();
    const row = screen.getByRole("row", { name: /佐藤 花子/ });
    await waitFor(() => expect(row).toHaveTextContent("辞書管理者"));
    expect(api.sent).toEqual([
      { method: "PATCH", path: "/users/u1", ifMatch: '"3"', body: { isDictionaryAdmin: true } },
    ]);
  });

  it("takes the right by the next press, with the version that the first one brought", async () => {
    membersAre([sato]);
    openStaffArea("/users");
    await userEvent.click(await switchOf("佐藤 花子"));
    await screen.findByText("佐藤 花子さんを辞書管理者にしました。");
    await userEvent.click(await switchOf("佐藤 花子"));
    expect(await screen.findByText("佐藤 花子さんを辞書管理者から外しました。")).toBeVisible();
    expect(await switchOf("佐藤 花子")).not.toBeChecked();
    expect(api.sent.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"']);
  });

  it("shows the change at once and takes no second press until the server has answered", async () => {
    membersAre([sato]);
    const { passed, open: answer } = gate();
    api.answer("PATCH /users/{id}", async ({ body }) => {
      await passed;
      return changed(sato, body);
    });
    openStaffArea("/users");
    const right = await switchOf("佐藤 花子");
    await userEvent.click(right);
    expect(right).toBeChecked();
    expect(right).toHaveAttribute("aria-busy", "true");
    await userEvent.click(right);
    expect(right).toBeChecked();
    answer();
    await screen.findByText("佐藤 花子さんを辞書管理者にしました。");
    expect(api.sent).toHaveLength(1);
  });

  it.each([ruleBroken("OWN_FLAGS"), staleVersion(sato)])(
    "goes back when the server refuses with $statusCode, says why and reads again",
    async (problem) => {
      expectConsoleErrors();
      membersAre([sato]);
      api.refuse("PATCH /users/{id}", problem);
      openStaffArea("/users");
      await userEvent.click(await switchOf("佐藤 花子"));
      expect(await screen.findByText(problem.message)).toBeVisible();
      expect(await switchOf("佐藤 花子")).not.toBeChecked();
      await waitFor(() => expect(api.calls("GET /users")).toHaveLength(2));
    },
  );

  it("is disabled in the own row, and says why", async () => {
    membersAre([own]);
    openStaffArea("/users");
    const right = await switchOf(admin.userName);
    expect(right).toHaveAttribute("aria-disabled", "true");
    expect(right).toHaveAccessibleDescription(OWN_RIGHTS);
    await userEvent.click(right);
    expect(right).not.toBeChecked();
    expect(api.sent).toEqual([]);
  });
});

describe("the page of a member", () => {
  it("makes a member organization admin, sending that right alone", async () => {
    membersAre([sato]);
    openStaffArea("/users/u1");
    await userEvent.click(await screen.findByRole("checkbox", { name: "組織管理者" }));
    await press("保存");
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.sent.map(({ body }) => body)).toEqual([{ isOrganizationAdmin: true }]);
    expect(window.location.pathname).toBe("/users/u1/show");
  });

  it("disables a member once asked whether it is meant, and enables again", async () => {
    membersAre([sato]);
    openStaffArea("/users/u1/show");
    await userEvent.click(await screen.findByRole("button", { name: "無効にする" }));
    const dialog = await screen.findByRole("alertdialog", { name: "アカウントの無効化" });
    expect(dialog).toHaveTextContent("佐藤 花子さんを無効にしますか？");
    expect(api.sent).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "無効にする" }));
    expect(await screen.findByText("佐藤 花子さんを無効にしました。")).toBeVisible();
    await userEvent.click(await screen.findByRole("button", { name: "有効にする" }));
    expect(await screen.findByText("佐藤 花子さんを有効にしました。")).toBeVisible();
    expect(api.sent).toMatchObject([
      { ifMatch: '"3"', body: { status: "DISABLED" } },
      { ifMatch: '"4"', body: { status: "ACTIVE" } },
    ]);
  });

  it("says why the last organization admin cannot be disabled", async () => {
    expectConsoleErrors();
    const sentence = "組織には1人以上の組織管理者が必要なため、変更できません。";
    membersAre([sato]);
    api.refuse("PATCH /users/{id}", ruleBroken("LAST_ORGANIZATION_ADMIN"));
    openStaffArea("/users/u1/show");
    await userEvent.click(await screen.findByRole("button", { name: "無効にする" }));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "無効にする" }));
    expect(await screen.findByText(sentence)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByRole("button", { name: "無効にする" })).toBeEnabled();
  });

  it("disables a member at the second press where another user was faster at the first", async () => {
    expectConsoleErrors();
    membersAre([sato]);
    const disable = async () => {
      await userEvent.click(await screen.findByRole("button", { name: "無効にする" }));
      const dialog = await screen.findByRole("alertdialog");
      await userEvent.click(within(dialog).getByRole("button", { name: "無効にする" }));
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    };
    const newer = { ...sato, userName: "佐藤 華子", version: 4 };
    api.answer(
      "PATCH /users/{id}",
      () => {
        api.answer("GET /users/{id}", () => newer);
        api.answer("PATCH /users/{id}", ({ body }) => changed(newer, body));
        throw staleVersion(newer);
      },
      { once: true },
    );
    openStaffArea("/users/u1/show");
    await disable();
    expect(await screen.findByText(STALE)).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "佐藤 華子" })).toBeVisible();
    await disable();
    expect(await screen.findByText("佐藤 華子さんを無効にしました。")).toBeVisible();
    expect(api.sent.at(-1)).toMatchObject({ ifMatch: '"4"', body: { status: "DISABLED" } });
  });

  it("sends the invitation again to who has not signed in yet", async () => {
    membersAre([aUser({ status: "INVITED" })]);
    openStaffArea("/users/u1/show");
    await userEvent.click(await screen.findByRole("button", { name: "招待メールを再送" }));
    expect(await screen.findByText("sato@example.comに招待メールを再送しました。")).toBeVisible();
    expect(api.sent.map(({ path }) => path)).toEqual(["/users/u1/invitation"]);
  });

  it("leaves the own rights and status alone, and says why", async () => {
    membersAre([own]);
    openStaffArea("/users/admin/show");
    const disable = await screen.findByRole("button", { name: "無効にする" });
    expect(disable).toHaveAttribute("aria-disabled", "true");
    expect(disable).toHaveAccessibleDescription(OWN_RIGHTS);
    await userEvent.click(screen.getByRole("link", { name: "編集" }));
    expect(await screen.findByRole("checkbox", { name: "組織管理者" })).toBeDisabled();
    expect(screen.getByRole("checkbox", { name: "辞書管理者" })).toBeDisabled();
  });

  it("has no form, no actions and no sign-ins for who may only read", async () => {
    membersAre([sato], { ...admin, isOrganizationAdmin: false });
    const { unmount } = openStaffArea("/users/u1/show");
    await screen.findByRole("heading", { level: 1, name: "佐藤 花子" });
    expect(screen.queryByRole("link", { name: "編集" })).toBeNull();
    expect(screen.queryByRole("region", { name: "ログイン" })).toBeNull();
    expect(api.calls("GET /audit-events")).toEqual([]);
    unmount();
    openStaffArea("/users/u1");
    expect(await screen.findByText("このページを表示する権限がありません。")).toBeVisible();
  });
});

describe("inviting a member", () => {
  it("asks for nothing but the person and the rights", async () => {
    membersAre([]);
    openStaffArea("/users");
    await userEvent.click(await screen.findByRole("link", { name: "メンバーを招待" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "氏名" }), "田中 次郎");
    await userEvent.type(
      screen.getByRole("textbox", { name: "メールアドレス" }),
      "ＴＡＮＡＫＡ@example.com",
    );
    await userEvent.click(screen.getByRole("checkbox", { name: "辞書管理者" }));
    await press("招待メールを送信");
    expect(await screen.findByText("データがありません。")).toBeVisible();
    expect(screen.getByText("tanaka@example.comに招待メールを送信しました。")).toBeVisible();
    expect(api.sent).toMatchObject([
      {
        method: "POST",
        body: {
          userName: "田中 次郎",
          email: "tanaka@example.com",
          isOrganizationAdmin: false,
          isDictionaryAdmin: true,
        },
      },
    ]);
  });

  it("tells at the field that an address is taken", async () => {
    expectConsoleErrors();
    membersAre([]);
    api.refuse("POST /users", conflict("EMAIL_EXISTS"));
    openStaffArea("/users/create");
    await userEvent.type(await screen.findByRole("textbox", { name: "氏名" }), "田中 次郎");
    const email = screen.getByRole("textbox", { name: "メールアドレス" });
    await userEvent.type(email, "taken@example.com");
    await press("招待メールを送信");
    await waitFor(() =>
      expect(email).toHaveAccessibleDescription(/メールアドレスが重複しています。/),
    );
  });

  it("names every missing field at once", async () => {
    membersAre([]);
    openStaffArea("/users/create");
    await screen.findByRole("textbox", { name: "氏名" });
    await press("招待メールを送信");
    expect(await screen.findByText("氏名を入力してください。")).toBeVisible();
    expect(screen.getByText("メールアドレスを入力してください。")).toBeVisible();
    expect(api.sent).toEqual([]);
  });
});
