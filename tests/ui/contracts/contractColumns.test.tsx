import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ListSettings, View } from "../../../domain/views/schemas.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aContract } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { openAdmin } from "./openAdmin.tsx";

const api = apiDouble("admin");

const ALL = [
  "organizationName",
  "organizationNo",
  "status",
  "period",
  "transcriptCount",
  "transcriptMinutes",
  "adminName",
  "adminEmail",
  "updatedAt",
];
const usage: View = {
  viewId: 7,
  list: "contracts",
  viewName: "利用状況",
  isShared: false,
  conditions: { filters: {}, sort: null, size: null, columns: ["transcriptCount", "colour"] },
  dropped: [],
  version: 1,
  createdAt: "2026-04-01T00:00:00Z",
  updatedAt: "2026-04-01T00:00:00Z",
};
/** As releases before kept them. */
const plain: View = {
  ...usage,
  viewId: 8,
  viewName: "以前のビュー",
  conditions: { filters: {}, sort: null, size: null },
};

function signedInWith(lists?: ListSettings[]) {
  userProfile.set({ ...NO_PROFILE, isSystemAdmin: true, email: "a@example.com", lists });
}

beforeEach(() => {
  contractsAre([aContract({ contractId: 1, organizationName: "組織1" })]);
  signedInWith();
  api.answer("GET /views", () => ({ views: [usage, plain] }));
  api.answer("PUT /views/columns", ({ body: { list, columns } }) => ({
    list,
    size: null,
    view: null,
    ...(columns ? { columns } : {}),
  }));
});

const headings = async () => {
  const table = await screen.findByRole("table");
  await within(table).findByText("組織1");
  return within(table)
    .getAllByRole("columnheader")
    .map(({ textContent }) => textContent?.replace(/[↕↑↓]/gu, ""));
};
const has = async (shown: readonly string[]) => {
  await waitFor(async () => expect(await headings()).toHaveLength(shown.length));
  const all = await headings();
  for (const [n, name] of shown.entries()) expect(all[n]).toContain(name);
};

async function openColumns() {
  await headings();
  await userEvent.click(screen.getByRole("button", { name: "列" }));
  return within(await screen.findByRole("dialog", { name: "表示する列" }));
}

async function openView(name: string) {
  await userEvent.click(await screen.findByRole("button", { name: "ビュー" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
}

describe("the columns of a list", () => {
  it("are all, until some are left out, which is remembered", async () => {
    openAdmin("/contracts");
    const dialog = await openColumns();
    expect(dialog.getAllByRole("checkbox")).toHaveLength(ALL.length);
    dialog.getByRole("checkbox", { name: "ステータス" }).focus();
    await userEvent.keyboard(" ");
    await userEvent.click(dialog.getByRole("checkbox", { name: "管理者名" }));
    const columns = ALL.filter((source) => source !== "status" && source !== "adminName");
    await waitFor(() =>
      expect(api.sent.at(-1)).toMatchObject({
        method: "PUT",
        body: { list: "contracts", columns },
      }),
    );
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // 管理者メールアドレス, which stood below 管理者名, has a column of its own.
    await has([
      "組織名組織番号",
      "契約期間",
      "文字起こし件数",
      "文字起こし時間",
      "管理者メールアドレス",
      "更新日時",
    ]);
    await waitFor(() => expect(userProfile.get().lists?.[0]?.columns).toEqual(columns));
  });

  it("open as the person chose them, always with the name of the record", async () => {
    const columns = ["updatedAt", "status", "colour"];
    signedInWith([{ list: "contracts", size: null, columns, view: null }]);
    openAdmin("/contracts");
    await has(["組織名", "ステータス", "更新日時"]);
    const dialog = await openColumns();
    expect(dialog.getByRole("checkbox", { name: "組織名" })).toBeDisabled();
    expect(dialog.getByRole("checkbox", { name: "組織名" })).toBeChecked();
    expect(dialog.getByRole("checkbox", { name: "契約期間" })).not.toBeChecked();
    await userEvent.click(dialog.getByRole("button", { name: "すべて表示" }));
    await waitFor(() =>
      expect(api.sent.at(-1)?.body).toEqual({ list: "contracts", columns: null }),
    );
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // Two of them are below others.
    expect(await headings()).toHaveLength(ALL.length - 2);
  });

  it("are part of a view, and those of the person with a view that has none", async () => {
    const columns = ["status"];
    signedInWith([{ list: "contracts", size: null, columns, view: null }]);
    openAdmin("/contracts");
    await has(["組織名", "ステータス"]);
    await openView("利用状況");
    await has(["組織名", "文字起こし件数"]);
    await openView("以前のビュー");
    await has(["組織名", "ステータス"]);
  });

  it("open with the default view, and stay with it when its conditions change", async () => {
    signedInWith([{ list: "contracts", size: null, columns: ["status"], view: usage }]);
    openAdmin("/contracts");
    await has(["組織名", "文字起こし件数"]);
    await userEvent.click(screen.getByRole("button", { name: "契約中0" }));
    await waitFor(() => expect(api.calls("GET /contracts").at(-1)?.query.status).toEqual("ACTIVE"));
    await has(["組織名", "文字起こし件数"]);
  });

  it("are kept with a view, unless nobody has chosen any", async () => {
    api.answer("POST /views", ({ body }) => ({ ...usage, ...body }));
    openAdmin("/contracts");
    const save = async (name: string) => {
      await userEvent.click(await screen.findByRole("button", { name: "ビュー" }));
      await userEvent.click(await screen.findByRole("menuitem", { name: "現在の条件を保存" }));
      const field = await screen.findByRole("textbox", { name: /^ビュー名/ });
      await userEvent.type(field, `${name}{Enter}`);
      await screen.findByText(`ビュー「${name}」を保存しました。`);
      await userEvent.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    await headings();
    await save("一");
    expect(Object(api.sent.at(-1)?.body).conditions).not.toHaveProperty("columns");
    const dialog = await openColumns();
    for (const name of ["ステータス", "契約期間", "組織番号"]) {
      await userEvent.click(dialog.getByRole("checkbox", { name }));
    }
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await save("二");
    expect(Object(api.sent.at(-1)?.body).conditions).toMatchObject({
      columns: ALL.filter((source) => !["status", "period", "organizationNo"].includes(source)),
    });
  });
});

describe("a number or an address in a row", () => {
  const row = async () => within((await screen.findAllByRole("row"))[1] as HTMLElement);

  it("is copied by its button, which does not open the record", async () => {
    const copied: string[] = [];
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
      copied.push(text);
    });
    openAdmin("/contracts");
    await headings();
    const cells = await row();
    await user.click(cells.getByRole("button", { name: "組織番号「00000001」をコピー" }));
    expect(await screen.findByText("コピーしました。")).toBeVisible();
    await user.click(cells.getByRole("button", { name: /^管理者メールアドレス「.+」をコピー$/ }));
    await waitFor(() => expect(copied).toEqual(["00000001", "orgadmin@example.com"]));
    expect(screen.getByRole("heading", { level: 1, name: "契約" })).toBeVisible();
  });

  it("takes no stop of Tab beside a link to the page, which copies it too", async () => {
    const user = userEvent.setup();
    openAdmin("/contracts");
    await headings();
    const cells = await row();
    cells.getByRole("link", { name: "組織1" }).focus();
    await user.tab();
    expect(cells.getAllByRole("button").some((button) => button.matches(":focus"))).toBe(false);
  });

  it("is shown to be copied by hand where the browser refuses", async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
    openAdmin("/contracts");
    await headings();
    await user.click((await row()).getByRole("button", { name: "組織番号「00000001」をコピー" }));
    const dialog = await screen.findByRole("dialog", { name: "組織番号のコピー" });
    expect(within(dialog).getByLabelText("組織番号")).toHaveValue("00000001");
  });
});
