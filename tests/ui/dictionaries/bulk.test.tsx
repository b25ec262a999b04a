import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Dictionary, DictionaryAssignments } from "../../../domain/dictionaries/schemas.ts";
import { ruleBroken } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary, heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { openStaff, organizationAdmin, staff } from "./openStaff.tsx";

const api = apiDouble("staff");

const medical = aDictionary({ dictionaryId: 1, dictionaryName: "医療用語", workspaceIds: [1, 70] });
const names = aDictionary({ dictionaryId: 2, dictionaryName: "人名", version: 4 });
const held = aDictionary({ dictionaryId: 3, dictionaryName: "地名", ...heldBySato() });

const box = (name: string) => screen.findByRole("checkbox", { name });
const bar = () => screen.findByRole("region", { name: "選択した項目の操作" });
const press = async (name: string) =>
  userEvent.click(within(await bar()).getByRole("button", { name }));
const dialog = async () => within(await screen.findByRole("alertdialog"));

/** Dictionaries that the bulk endpoint changes. */
function manyAre(...dictionaries: readonly Dictionary[]) {
  const { change } = dictionariesAre(...dictionaries);
  api.answer("POST /dictionaries/bulk", ({ body }) => ({
    dictionaries: body.dictionaries.map(({ dictionaryId, version, workspaceIds }) =>
      change(dictionaryId, { version: version + 1, workspaceIds }),
    ),
    unchanged: 0,
  }));
}

const sent = () => api.sent.map(({ body }) => body as DictionaryAssignments);

describe("many dictionaries", () => {
  it("are assigned to workspaces after a question that names them, and given back", async () => {
    manyAre(medical, names, held);
    openStaff("/dictionaries", organizationAdmin);
    for (const name of ["医療用語", "人名", "地名"]) await userEvent.click(await box(name));
    await press("対象ワークスペースを変更");
    const asked = await dialog();
    expect(asked.getByText(/^以下の2件の辞書の対象ワークスペース/)).toBeVisible();
    const listed = within(asked.getByRole("list", { name: "対象" })).getAllByRole("listitem");
    expect(listed.map(({ textContent }) => textContent)).toEqual([
      "医療用語現在：営業部、ほか1件",
      "人名現在：すべて",
    ]);
    expect(asked.getByRole("list", { name: "次の1件は変更しません。" })).toHaveTextContent(
      /地名佐藤 花子さんが編集中のため、編集できません/,
    );
    // Nothing is chosen: all workspaces are a choice too.
    await userEvent.click(asked.getByRole("button", { name: "対象ワークスペースを変更" }));
    expect(asked.getByText("対象ワークスペースを選択してください。")).toBeVisible();
    expect(sent()).toEqual([]);
    (await box("開発部")).focus();
    await userEvent.keyboard(" ");
    await userEvent.click(asked.getByRole("button", { name: "対象ワークスペースを変更" }));
    expect(await screen.findByText("2件の辞書の対象ワークスペースを変更しました。")).toBeVisible();
    // The person cannot see workspace 70, which stays.
    expect(sent()).toEqual([
      {
        dictionaries: [
          { dictionaryId: 1, version: medical.version, workspaceIds: [70, 2] },
          { dictionaryId: 2, version: 4, workspaceIds: [2] },
        ],
      },
    ]);
    await press("元に戻す");
    expect(await screen.findByText("元に戻しました。")).toBeVisible();
    expect(sent()[1]).toEqual({
      dictionaries: [
        { dictionaryId: 1, version: medical.version + 1, workspaceIds: [1, 70] },
        { dictionaryId: 2, version: 5, workspaceIds: [] },
      ],
    });
  });

  it("names those that were locked meanwhile, which can be taken out of the choice", async () => {
    expectConsoleErrors();
    manyAre(medical, names);
    const reason = "佐藤 花子さんが編集中のため、編集できません（14:32から）。";
    api.refuse(
      "POST /dictionaries/bulk",
      ruleBroken("ROWS_REFUSED", {
        message: "変更できない辞書が含まれているため、何も変更していません（「人名」）。",
        errors: { "dictionaries.1": reason },
      }),
    );
    openStaff("/dictionaries", organizationAdmin);
    for (const name of ["医療用語", "人名"]) await userEvent.click(await box(name));
    await press("対象ワークスペースを変更");
    const asked = await dialog();
    await userEvent.click(asked.getByRole("checkbox", { name: "すべて" }));
    await userEvent.click(asked.getByRole("button", { name: "対象ワークスペースを変更" }));
    expect(await asked.findByRole("list", { name: "次の1件は変更できません。" })).toHaveTextContent(
      `人名${reason}`,
    );
    await userEvent.click(asked.getByRole("button", { name: "1件を選択から外す" }));
    await waitFor(() => expect(asked.getByText(/^以下の1件の辞書/)).toBeVisible());
  });

  it("are not chosen by staff, who cannot change them", async () => {
    dictionariesAre(medical);
    openStaff("/dictionaries", staff);
    expect(await screen.findByText("医療用語")).toBeVisible();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});
