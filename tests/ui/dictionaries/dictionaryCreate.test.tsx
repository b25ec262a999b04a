import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { fieldSentences, problemSentences } from "../../../domain/problems/sentences.ts";
import { conflict, forbidden, validationFailed } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aDictionary } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { openStaff, staff } from "./openStaff.tsx";

const api = apiDouble("staff");

const nameField = () => screen.getByRole("textbox", { name: "辞書名" });
const submit = () => userEvent.click(screen.getByRole("button", { name: "辞書を追加" }));

async function fillIn() {
  await userEvent.selectOptions(await screen.findByLabelText(/^辞書の種類/), "組織辞書");
  await userEvent.type(nameField(), "　社内用語 ");
}

describe("a new dictionary", () => {
  it("is created with its category, which it keeps, and shown", async () => {
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/create");
    expect(await screen.findByLabelText(/^辞書の種類/)).toHaveAccessibleDescription(
      /^登録後は変更できません。/,
    );
    await fillIn();
    await userEvent.type(screen.getByLabelText("説明"), "部署名など");
    await submit();
    expect(await screen.findByText("辞書を追加しました。")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "社内用語" })).toBeVisible();
    expect(api.calls("POST /dictionaries")[0]?.body).toEqual({
      category: "組織辞書",
      dictionaryName: "社内用語",
      description: "部署名など",
      workspaceIds: [],
    });
  });

  it("is for the workspaces that are checked by keyboard, in the order of their ids", async () => {
    dictionariesAre();
    openStaff("/dictionaries/create");
    await fillIn();
    const group = screen.getByRole("group", { name: "対象ワークスペース" });
    expect(group).toHaveAccessibleDescription(
      "選択しない場合は、すべてのワークスペースで使用されます。",
    );
    (await screen.findByRole("checkbox", { name: "広報部" })).focus();
    await userEvent.keyboard(" {Shift>}{Tab}{Tab}{/Shift} ");
    expect(screen.getByRole("checkbox", { name: "営業部" })).toBeChecked();
    await submit();
    expect(await screen.findByText("辞書を追加しました。")).toBeVisible();
    expect(api.calls("POST /dictionaries")[0]?.body).toMatchObject({ workspaceIds: [1, 3] });
    expect(api.calls("GET /workspaces")[0]?.query).toMatchObject({ size: "100" });
  });

  it("says at the workspaces what the server refuses about them", async () => {
    dictionariesAre();
    expectConsoleErrors();
    const sentence = fieldSentences.workspaceUnknown;
    api.refuse("POST /dictionaries", validationFailed({ workspaceIds: sentence }));
    openStaff("/dictionaries/create");
    await fillIn();
    const first = await screen.findByRole("checkbox", { name: "営業部" });
    await userEvent.click(first);
    await submit();
    await waitFor(() => expect(first).toBeInvalid());
    expect(first).toHaveAccessibleDescription(sentence);
    expect(first).toHaveFocus();
  });

  it("says that there is no workspace to choose, or that they cannot be read", async () => {
    dictionariesAre();
    api.answer("GET /workspaces", paged([]));
    const { unmount } = openStaff("/dictionaries/create");
    expect(await screen.findByText("選択できるワークスペースはありません。")).toBeVisible();
    unmount();
    expectConsoleErrors();
    api.refuse("GET /workspaces", forbidden());
    openStaff("/dictionaries/create");
    expect(await screen.findByText(/^候補を表示できませんでした。/)).toBeVisible();
  });

  it("wants a category and a name", async () => {
    dictionariesAre();
    openStaff("/dictionaries/create");
    await screen.findByRole("textbox", { name: "辞書名" });
    await submit();
    expect(await screen.findByText("入力内容に不備があります。")).toBeVisible();
    expect(screen.getByLabelText(/^辞書の種類/)).toBeInvalid();
    expect(screen.getByLabelText(/^辞書の種類/)).toHaveFocus();
    expect(nameField()).toBeInvalid();
    expect(api.calls("POST /dictionaries")).toEqual([]);
  });

  it("says at the name that it is taken", async () => {
    dictionariesAre();
    expectConsoleErrors();
    const sentence = problemSentences.NAME_EXISTS;
    api.refuse("POST /dictionaries", conflict("NAME_EXISTS"));
    openStaff("/dictionaries/create");
    await fillIn();
    await submit();
    await screen.findAllByText(sentence);
    expect(nameField()).toBeInvalid();
    expect(nameField()).toHaveAccessibleDescription(sentence);
    expect(nameField()).toHaveFocus();
  });

  it("says that the right is missing, and keeps the input", async () => {
    dictionariesAre();
    expectConsoleErrors();
    const sentence = "この操作を行う権限がありません。";
    api.refuse("POST /dictionaries", forbidden());
    openStaff("/dictionaries/create");
    await fillIn();
    await submit();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(nameField()).toHaveValue("　社内用語 ");
  });

  it("is denied to staff who come by the address", async () => {
    dictionariesAre();
    openStaff("/dictionaries/create", staff);
    expect(
      await screen.findByRole("heading", { level: 1, name: "権限がありません。" }),
    ).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "辞書名" })).toBeNull();
  });
});
