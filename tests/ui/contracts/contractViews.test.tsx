import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ListSettings, View, ViewUpdate } from "../../../domain/views/schemas.ts";
import { conflict, forbidden } from "../../../server/problem.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aContract } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";

const api = apiDouble("admin");
const contracts = Array.from({ length: 120 }, (_, index) =>
  aContract({ contractId: index + 1, organizationName: `組織${index + 1}` }),
);

const expiring: View = {
  viewId: 7,
  list: "contracts",
  viewName: "期限間近",
  isShared: false,
  conditions: { filters: { status: "EXPIRING" }, sort: "endDate,desc", size: 25 },
  dropped: [],
  version: 3,
  createdAt: "2026-04-01T00:00:00Z",
  updatedAt: "2026-04-01T00:00:00Z",
};
const shared: View = { ...expiring, viewId: 8, viewName: "全員の確認", isShared: true };

function signedInWith(lists?: ListSettings[]) {
  userProfile.set({ ...NO_PROFILE, isSystemAdmin: true, email: "a@example.com", lists });
}

beforeEach(() => {
  contractsAre(contracts);
  signedInWith();
  api.answer("GET /views", () => ({ views: [expiring, shared] }));
});

/** A view after a PATCH, of which no field is empty. */
const changed = (view: View, body: ViewUpdate): View => ({
  ...view,
  viewName: body.viewName ?? view.viewName,
  isShared: body.isShared ?? view.isShared,
  conditions: body.conditions ?? view.conditions,
  version: view.version + 1,
});

const queries = () => api.calls("GET /contracts").map(({ query }) => query);
const first = { page: "0", size: "10", sort: "contractId,asc" };
const ofExpiring = { page: "0", size: "25", sort: "endDate,desc", status: "EXPIRING" };
const asDefault: ListSettings = { list: "contracts", size: null, view: expiring };
const shown = () => screen.findByRole("table");

async function openViews() {
  await userEvent.click(await screen.findByRole("button", { name: "ビュー" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "ビューを管理" }));
  const dialog = await screen.findByRole("dialog", { name: "ビュー" });
  await within(dialog).findByText("全員の確認");
  return within(dialog);
}

async function openActions(name: string) {
  const dialog = await openViews();
  await userEvent.click(dialog.getByRole("button", { name: `ビュー「${name}」の操作` }));
  return dialog;
}

const press = (dialog: { getByRole: typeof screen.getByRole }, name: string) =>
  userEvent.click(dialog.getByRole("button", { name }));

describe("the rows per page", () => {
  it("are chosen below the list and remembered", async () => {
    api.answer("PUT /views/size", ({ body: { list, size } }) => ({ list, size, view: null }));
    openAdmin("/contracts");
    const select = await screen.findByLabelText("表示件数");
    expect(
      within(select)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["10件", "25件", "50件", "100件"]);
    await userEvent.selectOptions(select, "50件");
    await screen.findByText("組織50");
    await waitFor(() =>
      expect(userProfile.get().lists).toEqual([{ list: "contracts", size: 50, view: null }]),
    );
    expect(api.sent).toMatchObject([{ method: "PUT", body: { list: "contracts", size: 50 } }]);
    expect(window.location.search).toContain("perPage=50");
  });

  it("are those of the last choice, however long the first write takes", async () => {
    const sizes: number[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.answer("PUT /views/size", async ({ body: { list, size } }) => {
      if (sizes.length === 0) await held;
      sizes.push(size);
      return { list, size, view: null };
    });
    openAdmin("/contracts");
    const select = await screen.findByLabelText("表示件数");
    await userEvent.selectOptions(select, "25件");
    await userEvent.selectOptions(select, "100件");
    release();
    await waitFor(() => expect(sizes).toEqual([25, 100]));
    await waitFor(() => expect(userProfile.get().lists?.[0]?.size).toBe(100));
  });

  it("open the list, also where its address says only another condition", async () => {
    signedInWith([{ list: "contracts", size: 25, view: null }]);
    openAdmin(`/contracts?${new URLSearchParams({ filter: '{"status":"ACTIVE"}' })}`);
    await waitFor(() => expect(queries()).toHaveLength(1));
    expect(queries()[0]).toEqual({ ...first, size: "25", status: "ACTIVE" });
  });

  it("are not offered where they make no difference", async () => {
    contractsAre(contracts.slice(0, 10));
    openAdmin("/contracts");
    await screen.findByText("全10件");
    expect(screen.queryByLabelText("表示件数")).toBeNull();
  });
});

describe("the default view", () => {
  it("opens the bare address of a list, with the first request", async () => {
    signedInWith([asDefault]);
    openAdmin("/contracts");
    await shown();
    await waitFor(() => expect(window.location.search).toContain("EXPIRING"));
    expect(queries()).toEqual([ofExpiring]);
  });

  it("gives way to an address with conditions", async () => {
    signedInWith([asDefault]);
    openAdmin("/contracts?sort=updatedAt&order=DESC&page=1&perPage=10&filter={}");
    await waitFor(() => expect(queries()).toEqual([{ ...first, sort: "updatedAt,desc" }]));
  });

  it("says so where the list does not know all of its conditions any more", async () => {
    signedInWith([{ ...asDefault, view: { ...expiring, dropped: ["colour"] } }]);
    openAdmin("/contracts");
    expect(
      await screen.findByText(
        "ビュー「期限間近」の条件の一部は、現在の一覧では使えないため、除いて表示しています。",
      ),
    ).toBeVisible();
  });

  it("is chosen and given up in the dialog", async () => {
    api.answer("PUT /views/default", ({ body: { list, viewId } }) => ({
      list,
      size: null,
      view: viewId === null ? null : expiring,
    }));
    openAdmin("/contracts");
    const dialog = await openActions("期限間近");
    await press(dialog, "既定にする");
    expect(
      await screen.findByText("この一覧は、次からビュー「期限間近」で開きます。"),
    ).toBeVisible();
    expect(dialog.getByText("既定")).toBeVisible();
    await press(dialog, "既定を解除");
    await waitFor(() => expect(dialog.queryByText("既定")).toBeNull());
    expect(api.sent.map(({ body }) => body)).toEqual([
      { list: "contracts", viewId: 7 },
      { list: "contracts", viewId: null },
    ]);
  });
});

describe("the views of a list", () => {
  it("are read when the menu opens, own ones apart from shared ones", async () => {
    openAdmin("/contracts");
    await shown();
    expect(api.calls("GET /views")).toEqual([]);
    const dialog = await openViews();
    const group = (name: string) => within(dialog.getByRole("region", { name }));
    expect(group("自分用").getByText("期限間近")).toBeVisible();
    expect(group("共有").getByText("全員の確認")).toBeVisible();
    expect(api.calls("GET /views")[0]?.query).toEqual({ list: "contracts" });
  });

  it("show the list with their conditions, and close the dialog", async () => {
    openAdmin("/contracts");
    const dialog = await openViews();
    await press(dialog, "ビュー「期限間近」を表示");
    await waitFor(() => expect(queries().at(-1)).toEqual(ofExpiring));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "ビュー" })).toHaveFocus();
  });

  it("are chosen in a menu beside the title, with the keyboard", async () => {
    signedInWith([asDefault]);
    openAdmin("/contracts?filter={}");
    await shown();
    const button = screen.getByRole("button", { name: "ビュー" });
    await userEvent.click(button);
    const items = await screen.findAllByRole("menuitem");
    expect(items.map((item) => item.textContent)).toEqual([
      "期限間近既定",
      "全員の確認",
      "現在の条件を保存",
      "ビューを管理",
    ]);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(queries().at(-1)).toEqual(ofExpiring));
    expect(screen.queryByRole("menu")).toBeNull();
    expect(button).toHaveFocus();
  });

  it("begin with the name when the present conditions are kept", async () => {
    openAdmin("/contracts");
    await userEvent.click(await screen.findByRole("button", { name: "ビュー" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "現在の条件を保存" }));
    await waitFor(() => expect(screen.getByLabelText(/^ビュー名/)).toHaveFocus());
  });

  it("are kept with the conditions of the list, by Enter", async () => {
    api.answer("POST /views", ({ body }) => ({ ...expiring, ...body, viewId: 9, version: 1 }));
    openAdmin("/contracts?sort=updatedAt&order=DESC&page=2&perPage=25&filter={%22q%22:%22組織%22}");
    const dialog = await openViews();
    await userEvent.type(dialog.getByLabelText(/^ビュー名/), "新着");
    await userEvent.click(dialog.getByLabelText("この一覧を開ける利用者に共有する"));
    await userEvent.type(dialog.getByLabelText(/^ビュー名/), "{Enter}");
    expect(await screen.findByText("ビュー「新着」を保存しました。")).toBeVisible();
    expect(api.sent).toMatchObject([
      {
        method: "POST",
        body: {
          list: "contracts",
          viewName: "新着",
          isShared: true,
          conditions: { filters: { q: "組織" }, sort: "updatedAt,desc", size: 25 },
        },
      },
    ]);
    expect(dialog.getByLabelText(/^ビュー名/)).toHaveValue("");
  });

  it("say at the field that a name is taken", async () => {
    const sentence = "同じ名前がすでに登録されています。";
    api.refuse("POST /views", conflict("NAME_EXISTS", { errors: { viewName: sentence } }));
    expectConsoleErrors();
    openAdmin("/contracts");
    const dialog = await openViews();
    const field = dialog.getByLabelText(/^ビュー名/);
    await userEvent.type(field, "期限間近{Enter}");
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence)),
    );
    expect(field).toBeInvalid();
    expect(field).toHaveValue("期限間近");
  });

  it("are renamed and overwritten by their version, also as the default", async () => {
    signedInWith([asDefault]);
    let view = expiring;
    api.answer("PATCH /views/{id}", ({ body }) => {
      view = changed(view, body);
      api.answer("GET /views", () => ({ views: [view, shared] }));
      return view;
    });
    openAdmin("/contracts");
    const dialog = await openActions("期限間近");
    const [field] = dialog.getAllByLabelText(/^ビュー名/);
    if (!field) throw new Error("there is no field for the name");
    await userEvent.clear(field);
    await userEvent.type(field, "もうすぐ終了");
    await press(dialog, "名前を変更");
    expect(await screen.findByText("ビューの名前を「もうすぐ終了」に変更しました。")).toBeVisible();
    expect(userProfile.get().lists?.[0]?.view?.viewName).toBe("もうすぐ終了");
    await dialog.findByRole("button", { name: "ビュー「もうすぐ終了」を表示" });
    await press(dialog, "現在の条件で上書き");
    await screen.findByText("ビュー「もうすぐ終了」を現在の条件で上書きしました。");
    expect(api.sent).toMatchObject([
      { path: "/views/7", ifMatch: '"3"', body: { viewName: "もうすぐ終了" } },
      { path: "/views/7", ifMatch: '"4"', body: { conditions: expiring.conditions } },
    ]);
  });

  it("are shared by admins", async () => {
    api.answer("PATCH /views/{id}", ({ body }) => changed(expiring, body));
    openAdmin("/contracts");
    await press(await openActions("期限間近"), "共有する");
    expect(await screen.findByText("ビュー「期限間近」を共有しました。")).toBeVisible();
    expect(api.sent).toMatchObject([{ ifMatch: '"3"', body: { isShared: true } }]);
  });

  it("are deleted after a question, and are no default any more", async () => {
    signedInWith([asDefault]);
    api.answer("DELETE /views/{id}", () => expiring);
    openAdmin("/contracts");
    const dialog = await openActions("期限間近");
    api.answer("GET /views", () => ({ views: [shared] }));
    await press(dialog, "削除する");
    const question = await screen.findByRole("alertdialog", { name: "ビューの削除" });
    expect(question).toHaveTextContent("ビュー「期限間近」を削除しますか？");
    await press(within(question), "削除する");
    expect(await screen.findByText("ビュー「期限間近」を削除しました。")).toBeVisible();
    await waitFor(() => expect(dialog.queryByText("期限間近")).toBeNull());
    expect(userProfile.get().lists).toEqual([{ ...asDefault, view: null }]);
  });

  it("that are shared can only be the default for who is no admin", async () => {
    signedInWith();
    userProfile.set({ ...userProfile.get(), isSystemAdmin: false });
    openAdmin("/contracts");
    const dialog = await openActions("全員の確認");
    expect(dialog.getByRole("button", { name: "既定にする" })).toBeVisible();
    expect(dialog.queryByRole("button", { name: "名前を変更" })).toBeNull();
    expect(dialog.queryByLabelText("この一覧を開ける利用者に共有する")).toBeNull();
  });

  it("say why they could not be read", async () => {
    api.refuse("GET /views", forbidden());
    expectConsoleErrors();
    openAdmin("/contracts");
    await userEvent.click(await screen.findByRole("button", { name: "ビュー" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "ビューを管理" }));
    expect(await screen.findByText("この操作を行う権限がありません。")).toBeVisible();
  });
});

describe("a number with a copy button", () => {
  const clipboard = (writeText: (text: string) => Promise<void>) =>
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(writeText);

  it("is copied, which a status says", async () => {
    const user = userEvent.setup();
    const copied: string[] = [];
    clipboard(async (text) => {
      copied.push(text);
    });
    openAdmin("/contracts/7/show");
    await user.click(await screen.findByRole("button", { name: "組織番号をコピー" }));
    const notice = await screen.findByText("コピーしました。");
    expect(notice.closest('[role="status"]')).not.toBeNull();
    await user.click(screen.getByRole("button", { name: "管理者メールアドレスをコピー" }));
    expect(copied).toEqual(["00000001", "orgadmin@example.com"]);
  });

  it("is shown to be copied by hand where the browser refuses", async () => {
    const user = userEvent.setup();
    clipboard(() => Promise.reject(new Error("denied")));
    openAdmin("/contracts/7/show");
    await user.click(await screen.findByRole("button", { name: "組織番号をコピー" }));
    const dialog = await screen.findByRole("dialog", { name: "組織番号のコピー" });
    expect(within(dialog).getByLabelText("組織番号")).toHaveValue("00000001");
    expect(dialog).toHaveTextContent("自動でコピーできませんでした。");
  });
});
