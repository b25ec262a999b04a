import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { EntryValues } from "../../../domain/entries/bulk.ts";
import { healthFigure } from "../../../domain/health/figure.ts";
import type { HealthKind } from "../../../domain/health/rules.ts";
import type { HealthReport } from "../../../domain/health/schemas.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary } from "../../support/records.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { anEntry } from "./entryRecords.ts";
import { openStaff, staff } from "./openStaff.tsx";

const api = apiDouble("staff");
const MERGE = "POST /dictionaries/{id}/health/merge";
const UNDO = "POST /dictionaries/{id}/entries/bulk/{actId}/undo";
const DISTINCT = "POST /dictionaries/{id}/health/distinct";

/** 斎藤/さいとう, with ids from 1. */
const words = (...written: string[]): EntryValues[] =>
  written.map((word, n) => {
    const [surface = "", reading = ""] = word.split("/");
    const { warnings: _, ...values } = anEntry({ entryId: n + 1, surface, reading });
    return values;
  });

const [saito, saitoOld, takahashi, takahari, shibusawa] = words(
  "斎藤/さいとう",
  "齋藤/さいとう",
  "高橋/たかはし",
  "高梁/たかはし",
  "渋沢/しぶさわわ",
) as [EntryValues, EntryValues, EntryValues, EntryValues, EntryValues];

type Found = readonly [HealthKind, readonly EntryValues[]];

function report(sets: readonly Found[]): HealthReport {
  const ids = sets.map(([kind, entries]) => ({
    kind,
    entryIds: entries.map(({ entryId }) => entryId),
  }));
  const { dictionaryId, dictionaryName, category } = aDictionary();
  return {
    ...healthFigure(10, ids),
    truncated: false,
    sets: sets.map(([kind, entries]) => ({ kind, entries: [...entries] })),
    dictionaries: [{ dictionaryId, dictionaryName, category }],
  };
}

const bodiesOf = (key: typeof MERGE | typeof DISTINCT) => api.calls(key).map(({ body }) => body);

let found: Found[];
beforeEach(() => {
  dictionariesAre(aDictionary());
  found = [
    ["SAME_READING", [takahashi, takahari]],
    ["VARIANT", [saito, saitoOld]],
    ["ODD_READING", [shibusawa]],
  ];
  api.answer("GET /dictionaries/{id}/health", () => report(found));
  api.answer("GET /health/words", () => report(found));
});

const drop = (kind: HealthKind) => {
  found = found.filter((set) => set[0] !== kind);
};
const section = async (name: string) => within(await screen.findByRole("region", { name }));

it("leads with the share of sound words and what lowers it, and lists the sets by kind", async () => {
  openStaff("/dictionaries/1/health");
  const summary = await section("健診の結果");
  expect(summary.getByText("有効な単語10件のうち5件")).toBeVisible();
  expect(summary.getByText("50")).toHaveTextContent("50%");
  const lowered = summary.getByRole("list", { name: "確認が必要な単語" });
  expect(
    within(lowered)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["同じ読みの単語1組2件", "表記が異なる同じ単語1組2件", "表記と読みが合わない単語1件"]);
  const same = await section("同じ読みの単語");
  expect(same.getByRole("radio", { name: "「高橋」を残す" })).toBeChecked();
  expect(same.getByText("優先")).toBeVisible();
  expect(screen.queryByRole("region", { name: "日常の単語" })).toBeNull();
});

it("merges into the word that is chosen, and takes it back", async () => {
  openStaff("/dictionaries/1/health");
  const variants = await section("表記が異なる同じ単語");
  api.answer(MERGE, () => {
    drop("VARIANT");
    return { actId: 7, entries: [], unchanged: 0, missing: 0 };
  });
  api.answer(UNDO, () => ({ entries: [], keptCount: 0, kept: [] }));
  await userEvent.click(variants.getByRole("radio", { name: "「齋藤」を残す" }));
  await userEvent.click(variants.getByRole("button", { name: "「齋藤」に統合" }));
  expect(await screen.findByText("「斎藤」を「齋藤」に統合しました。")).toBeVisible();
  expect(bodiesOf(MERGE)).toEqual([{ keep: saitoOld.entryId, disable: [saito.entryId] }]);
  expect(screen.queryByRole("region", { name: "表記が異なる同じ単語" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "元に戻す" }));
  expect(await screen.findByText("元に戻しました。")).toBeVisible();
  expect(api.calls(UNDO)).toHaveLength(1);
});

it("remembers different words, and says that a word is right with the kind", async () => {
  openStaff("/dictionaries/health");
  const same = await section("同じ読みの単語");
  expect(same.getAllByText(aDictionary().dictionaryName)).toHaveLength(2);
  api.answer(DISTINCT, () => {
    drop("SAME_READING");
    return undefined;
  });
  await userEvent.click(same.getByRole("button", { name: "「高橋」、「高梁」は別の語" }));
  await screen.findByText("別の語として記録しました。今後の健診では表示しません。");
  const odd = await section("表記と読みが合わない単語");
  await userEvent.click(odd.getByRole("button", { name: "「渋沢」はこのままでよい" }));
  await screen.findByText("「渋沢」は、今後の健診では表示しません。");
  expect(bodiesOf(DISTINCT)).toEqual([
    { entryIds: [takahashi.entryId, takahari.entryId] },
    { entryIds: [shibusawa.entryId], kind: "ODD_READING" },
  ]);
});

it("hides a set until all are asked for again", async () => {
  openStaff("/dictionaries/1/health");
  const same = await section("同じ読みの単語");
  await userEvent.click(same.getByRole("button", { name: "「高橋」はあとで確認" }));
  expect(screen.queryByRole("region", { name: "同じ読みの単語" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "すべて表示" }));
  expect(await section("同じ読みの単語")).toBeDefined();
});

it("only shows the sets to staff, and says that nothing was found", async () => {
  found = [found[0] as Found];
  const { unmount } = openStaff("/dictionaries/1/health", staff);
  const same = await section("同じ読みの単語");
  expect(same.queryByRole("button")).toBeNull();
  expect(same.queryByRole("radio")).toBeNull();
  unmount();
  found = [];
  openStaff("/dictionaries/1/health", staff);
  expect(await screen.findByText("確認が必要な単語は見つかりませんでした。")).toBeVisible();
  expect(screen.getByText("100")).toBeVisible();
});
