import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { ChangedMatch } from "../../../domain/preview/schemas.ts";
import { conflict } from "../../../server/problem.ts";
import { differences } from "../../../src/resources/dictionaries/preview/previewMatches.ts";
import { gate } from "../../support/gate.ts";
import { aDictionary } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { beginEdit, button, cursor, entriesApi, openEntries, pointAt } from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";
import { aDryRun, importsAre } from "./importRecords.ts";
import { openStaff } from "./openStaff.tsx";

const api = entriesApi();
const TRY = "POST /dictionaries/{id}/preview";

const tokyo: ChangedMatch = {
  start: 0,
  end: 2,
  surface: "東京",
  reading: "とうきょう",
  entryId: 4,
  dictionaryId: 2,
  dictionaryName: "地名",
  category: "組織辞書",
  wins: true,
  reason: "表記が一致しました。",
};
const office: ChangedMatch = {
  ...tokyo,
  end: 4,
  surface: "東京都庁",
  reading: "とうきょうとちょう",
  entryId: null,
};
const loser: ChangedMatch = { ...tokyo, wins: false, reason: "表記が一致しました。" };

const answerIs = (before: ChangedMatch[], after: ChangedMatch[]) =>
  api.answer(TRY, () => ({
    before: {
      matches: before.map(({ entryId, ...match }) => ({ ...match, entryId: entryId ?? 0 })),
      truncated: false,
    },
    after: { matches: after, truncated: false },
  }));
const dialog = () => screen.findByRole("dialog", { name: "変更の確認" });
const asked = () => api.calls(TRY).map(({ body }) => body);

async function check(text: string) {
  const box = within(await dialog()).getByRole("textbox", { name: "本文" });
  await userEvent.clear(box);
  await userEvent.type(box, `${text}{Control>}{Enter}{/Control}`);
}

describe("a change that is not saved", () => {
  it("is tried from the cell that is edited, and the edit goes on after it", async () => {
    answerIs([tokyo], [office, loser]);
    const { records } = await openEntries([anEntry()]);
    await beginEdit();
    await pointAt("心電図");
    await userEvent.keyboard("東京都庁{Alt>}p{/Alt}");
    await check("東京都庁");
    expect(await screen.findByText("1か所で、反映される単語が変わります。")).toBeVisible();
    expect(asked()).toEqual([
      {
        text: "東京都庁",
        withinWords: false,
        change: {
          kind: "entries",
          entries: [
            { entryId: 1, surface: "東京都庁", reading: "しんでんず", weight: 2, enabled: true },
          ],
        },
      },
    ]);
    const [before, after] = ["変更前", "変更後"].map((name) => screen.getByRole("group", { name }));
    expect(before?.querySelector("del")).toHaveTextContent("東京東京（とうきょう）");
    expect(after?.querySelector("ins")).toHaveTextContent("東京都庁東京都庁（とうきょうとちょう）");
    expect(screen.getByRole("row", { name: /^東京都庁 / })).toHaveTextContent(
      "東京都庁東京（とうきょう）東京都庁（とうきょうとちょう）",
    );
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(records.all()).toEqual([anEntry()]);
    await waitFor(() => expect(cursor()).toHaveFocus());
    expect(cursor()).toHaveValue("東京都庁");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(records.all()).toMatchObject([{ surface: "東京都庁" }]));
  });

  it("leaves out what cannot be saved, and says how many rows that are", async () => {
    answerIs([], []);
    await openEntries([anEntry()]);
    await beginEdit();
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("東京{Alt>}p{/Alt}");
    expect(await dialog()).toHaveTextContent("1件は含みません。");
    await check("東京");
    expect(
      await screen.findByText("試せる入力がありません。表記と読みを入力してください。"),
    ).toBeVisible();
    expect(asked()).toEqual([]);
  });

  it("says that there is nothing to try", async () => {
    await openEntries([anEntry()]);
    await beginEdit();
    await userEvent.click(button("変更を試す"));
    expect(
      await screen.findByText("試せる入力がありません。表記と読みを入力してください。"),
    ).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("begins with a sentence of its words where there is no text yet", async () => {
    answerIs([], [office]);
    await openEntries([anEntry()]);
    await beginEdit();
    await pointAt("心電図");
    await userEvent.keyboard("東京都庁{Alt>}p{/Alt}");
    await userEvent.click(within(await dialog()).getByRole("button", { name: "例文を入力" }));
    const box = within(await dialog()).getByRole("textbox", { name: "本文" });
    expect(box).toHaveValue("東京都庁について確認します。");
    expect(box).toHaveFocus();
  });
});

describe("a dry run", () => {
  async function openDryRun() {
    importsAre(aDryRun());
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/1/import?import=5");
    await userEvent.click(await screen.findByRole("button", { name: "変更を試す" }));
  }

  it("is tried in the mode that is chosen", async () => {
    answerIs([tokyo], [tokyo]);
    await openDryRun();
    await check("東京");
    expect(await screen.findByText("反映される単語は変わりません。")).toBeVisible();
    answerIs([tokyo], []);
    await userEvent.click(within(await dialog()).getByRole("radio", { name: "すべて置き換え" }));
    expect(await screen.findByText("1か所で、反映される単語が変わります。")).toBeVisible();
    expect(screen.getByRole("row", { name: /なし$/ })).toHaveTextContent("東京");
    expect(asked().map((body) => Object(body).change)).toEqual([
      { kind: "import", importId: 5, mode: "merge" },
      { kind: "import", importId: 5, mode: "replace" },
    ]);
  });

  it("shows the answer for the mode that was chosen last, whichever comes first", async () => {
    answerIs([tokyo], [tokyo]);
    await openDryRun();
    await check("東京");
    await screen.findByText("反映される単語は変わりません。");
    const late = gate();
    api.answer(TRY, async ({ body: { change } }) => {
      const isReplacing = change.kind === "import" && change.mode === "replace";
      if (isReplacing) await late.passed;
      const before = { matches: [{ ...tokyo, entryId: 4 }], truncated: false };
      return { before, after: { matches: isReplacing ? [] : [tokyo], truncated: false } };
    });
    const mode = (name: string) => within(screen.getByRole("dialog")).getByRole("radio", { name });
    await userEvent.click(mode("すべて置き換え"));
    await userEvent.click(mode("追加のみ"));
    await waitFor(() => expect(asked()).toHaveLength(3));
    late.open();
    await userEvent.click(within(await dialog()).getByRole("button", { name: "確認する" }));
    expect(await screen.findByText("反映される単語は変わりません。")).toBeVisible();
    expect(screen.queryByText("1か所で、反映される単語が変わります。")).toBeNull();
  });

  it("keeps the comparison when the next fails, and says so", async () => {
    expectConsoleErrors();
    answerIs([tokyo], [tokyo]);
    await openDryRun();
    await check("東京");
    const same = await screen.findByText("反映される単語は変わりません。");
    api.refuse(TRY, conflict("ALREADY_COMMITTED"));
    await userEvent.click(within(await dialog()).getByRole("button", { name: "確認する" }));
    expect(await screen.findByText(/前回の確認結果です。$/)).toBeVisible();
    expect(same).toBeVisible();
  });
});

describe("differences", () => {
  const of = (before: ChangedMatch[], after: ChangedMatch[]) =>
    differences({
      before: {
        matches: before.map(({ entryId, ...match }) => ({ ...match, entryId: entryId ?? 0 })),
        truncated: false,
      },
      after: { matches: after, truncated: false },
    }).map(({ start, end, before: old, after: fresh }) => [
      start,
      end,
      old.map(({ surface }) => surface).join(),
      fresh.map(({ surface }) => surface).join(),
    ]);

  it("are places where another word is used, one for words that overlap", () => {
    const later = { ...tokyo, start: 6, end: 8, surface: "大阪" };
    const inOffice = { ...tokyo, start: 2, end: 4, surface: "都庁" };
    expect(of([tokyo, inOffice, later], [office, loser, later])).toEqual([
      [0, 4, "東京,都庁", "東京都庁"],
    ]);
    expect(of([tokyo], [tokyo, later])).toEqual([[6, 8, "", "大阪"]]);
    expect(of([tokyo], [{ ...tokyo, entryId: null, reason: "別" }])).toEqual([]);
  });
});
