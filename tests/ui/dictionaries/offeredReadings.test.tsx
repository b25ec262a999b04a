import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { Flags } from "../../../domain/access.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary } from "../../support/records.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { dictionaryAdmin, openStaff, staff } from "./openStaff.tsx";

const api = apiDouble("staff");

beforeEach(() => {
  dictionariesAre(aDictionary());
  api.answer("POST /readings", ({ body }) =>
    body.surfaces.map((surface) => ({
      surface,
      readings:
        surface === "東京"
          ? [
              { reading: "とうきょう", source: "WORD" as const },
              { reading: "ひがしきょう", source: "PARTS" as const },
            ]
          : [],
      agreed: null,
    })),
  );
});

type Form = readonly [button: string, title: string, profile: Flags];

const forms: [Form, Form] = [
  ["単語を追加", "単語の追加", dictionaryAdmin],
  ["単語を提案", "単語の提案", staff],
];

async function openForm([button, title, profile]: Form) {
  api.answer("POST /dictionaries/preview", () => ({ matches: [], truncated: false }));
  openStaff("/dictionaries/preview", profile);
  await userEvent.type(await screen.findByRole("textbox", { name: "本文" }), "あ");
  await userEvent.click(screen.getByRole("button", { name: "確認する" }));
  await userEvent.click(await screen.findByRole("button", { name: button }));
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  const surface = dialog.getByRole("textbox", { name: "表記" });
  await userEvent.click(surface);
  await userEvent.paste("東京");
  await userEvent.click(dialog.getByRole("textbox", { name: "読み" }));
  return { dialog, surface, reading: () => dialog.getByLabelText(/^読み/, { selector: "input" }) };
}

it.each(forms)(
  "%s offers the readings of the word below the empty input",
  async (...form: Form) => {
    const { dialog, reading } = await openForm(form);
    await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
    const list = await dialog.findByRole("listbox", { name: "読みの候補" });
    expect(
      within(list)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["1とうきょう", "2ひがしきょう"]);
    expect(within(list).queryByRole("option", { selected: true })).toBeNull();
    expect(reading()).toHaveValue("");
    await userEvent.keyboard("2");
    expect(reading()).toHaveValue("ひがしきょう");
    expect(dialog.queryByRole("listbox")).toBeNull();
    expect(reading()).toHaveFocus();
  },
);

it("takes the chosen one by Enter, and stays open for Esc and for what is typed", async () => {
  const { dialog, reading } = await openForm(forms[0]);
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await dialog.findByRole("listbox");
  await userEvent.keyboard("{Escape}");
  expect(dialog.queryByRole("listbox")).toBeNull();
  expect(screen.getByRole("dialog", { name: "単語の追加" })).toBeVisible();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await dialog.findByRole("listbox");
  await userEvent.keyboard("ト");
  expect(dialog.queryByRole("listbox")).toBeNull();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(dialog.queryByRole("listbox")).toBeNull();
  expect(api.calls("POST /readings")).toHaveLength(2);
  await userEvent.clear(reading());
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await dialog.findByRole("listbox");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{Enter}");
  expect(reading()).toHaveValue("とうきょう");
  expect(dialog.queryByText("辞書を選択してください。")).toBeNull();
});

it("says so where there are none", async () => {
  const { dialog, surface } = await openForm(forms[0]);
  await userEvent.clear(surface);
  await userEvent.paste("偕楽園");
  await userEvent.click(dialog.getByRole("textbox", { name: "読み" }));
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await waitFor(() => expect(screen.getByText("読みの候補はありません。")).toBeVisible());
  expect(dialog.queryByRole("listbox")).toBeNull();
});
