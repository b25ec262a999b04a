import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { aDictionary } from "../../support/records.ts";
import { problem } from "../contracts/contractApi.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { apiServer } from "../providers/apiServer.ts";
import { api, dictionaryApi } from "./dictionaryApi.ts";
import { openStaff, staff } from "./openStaff.tsx";

vi.mock("../../../src/providers/identity.ts", () => ({
  identityService: async () => ({}),
  currentToken: async () => "id-token",
}));

const server = apiServer();
const nameField = () => screen.getByRole("textbox", { name: "辞書名" });
const submit = () => userEvent.click(screen.getByRole("button", { name: "辞書を追加" }));

async function fillIn() {
  await userEvent.selectOptions(await screen.findByLabelText(/^辞書の種類/), "組織辞書");
  await userEvent.type(nameField(), "　社内用語 ");
}

describe("a new dictionary", () => {
  it("is created with its category, which it keeps, and shown", async () => {
    const { of } = dictionaryApi(server, [aDictionary()]);
    openStaff("/dictionaries/create");
    expect(await screen.findByLabelText(/^辞書の種類/)).toHaveAccessibleDescription(
      /^登録後は変更できません。/,
    );
    await fillIn();
    await userEvent.type(screen.getByLabelText("説明"), "部署名など");
    await submit();
    expect(await screen.findByText("辞書を追加しました。")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "辞書の詳細" })).toBeVisible();
    expect(screen.getByText("社内用語")).toBeVisible();
    expect(of("POST", "/dictionaries")[0]?.body).toEqual({
      category: "組織辞書",
      dictionaryName: "社内用語",
      description: "部署名など",
    });
  });

  it("wants a category and a name", async () => {
    const { of } = dictionaryApi(server);
    openStaff("/dictionaries/create");
    await screen.findByRole("textbox", { name: "辞書名" });
    await submit();
    expect(await screen.findByText("入力内容に不備があります。")).toBeVisible();
    expect(screen.getByLabelText(/^辞書の種類/)).toBeInvalid();
    expect(screen.getByLabelText(/^辞書の種類/)).toHaveFocus();
    expect(nameField()).toBeInvalid();
    expect(of("POST", "/dictionaries")).toEqual([]);
  });

  it("says at the name that it is taken", async () => {
    dictionaryApi(server);
    expectConsoleErrors();
    const sentence = "同じ名前の辞書がすでに登録されています。";
    server.use(http.post(`${api}/dictionaries`, () => problem(409, "NAME_EXISTS", sentence)));
    openStaff("/dictionaries/create");
    await fillIn();
    await submit();
    await screen.findAllByText(sentence);
    expect(nameField()).toBeInvalid();
    expect(nameField()).toHaveAccessibleDescription(sentence);
    expect(nameField()).toHaveFocus();
  });

  it("says that the right is missing, and keeps the input", async () => {
    dictionaryApi(server);
    expectConsoleErrors();
    const sentence = "この操作を行う権限がありません。";
    server.use(http.post(`${api}/dictionaries`, () => problem(403, "FORBIDDEN", sentence)));
    openStaff("/dictionaries/create");
    await fillIn();
    await submit();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(nameField()).toHaveValue("　社内用語 ");
  });

  it("is denied to staff who come by the address", async () => {
    dictionaryApi(server);
    openStaff("/dictionaries/create", staff);
    expect(
      await screen.findByRole("heading", { level: 1, name: "権限がありません。" }),
    ).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "辞書名" })).toBeNull();
  });
});
