import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { lockSentences } from "../../../domain/dictionaries/rules.ts";
import type { EntryValues } from "../../../domain/entries/bulk.ts";
import { type HealthKind, healthFigure } from "../../../domain/health/rules.ts";
import type { HealthReport } from "../../../domain/health/schemas.ts";
import { locked } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary, heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
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

describe("words of several dictionaries", () => {
  const several = ["医療用語", "人名", "社内用語"].map((dictionaryName, n) =>
    aDictionary({ dictionaryId: n + 1, dictionaryName, version: n + 4 }),
  );
  const [keep, old, older] = words("斎藤/さいとう", "齋藤/さいとう", "齊藤/さいとう").map(
    (word, n) => ({
      ...word,
      dictionaryId: n + 1,
    }),
  ) as [EntryValues, EntryValues, EntryValues];
  const sentTo = (key: typeof MERGE | typeof UNDO) =>
    api.calls(key).map(({ path, ifMatch }) => [path, ifMatch]);
  const merges = () => ({ actId: 7, entries: [], unchanged: 0, missing: 0 });

  beforeEach(() => {
    dictionariesAre(...several);
    found = [["VARIANT", [keep, old, older]]];
    api.answer("GET /health/words", () => ({ ...report(found), dictionaries: several }));
    api.answer(UNDO, () => ({ entries: [], keptCount: 0, kept: [] }));
  });

  const held = lockSentences.heldBy("佐藤 花子", "14:32");
  const lockedBySato = () => {
    expectConsoleErrors();
    return locked("LOCKED", { message: held, extra: { lock: aDictionary(heldBySato()) } });
  };

  const mergeAll = async () => {
    openStaff("/dictionaries/health");
    const variants = await section("表記が異なる同じ単語");
    await userEvent.click(variants.getByRole("button", { name: "「斎藤」に統合" }));
  };

  it("are merged by one press, an act of each dictionary, and taken back by one", async () => {
    api.answer(MERGE, () => {
      drop("VARIANT");
      return merges();
    });
    await mergeAll();
    const sentence = "「齋藤」（人名）、「齊藤」（社内用語）を「斎藤」に統合しました。";
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(sentTo(MERGE)).toEqual([
      ["/dictionaries/2/health/merge", '"5"'],
      ["/dictionaries/3/health/merge", '"6"'],
    ]);
    expect(bodiesOf(MERGE)).toEqual([
      { keep: keep.entryId, disable: [old.entryId] },
      { keep: keep.entryId, disable: [older.entryId] },
    ]);
    await userEvent.click(screen.getByRole("button", { name: "元に戻す" }));
    expect(await screen.findByText("元に戻しました。")).toBeVisible();
    expect(sentTo(UNDO)).toEqual([
      ["/dictionaries/3/entries/bulk/7/undo", '"6"'],
      ["/dictionaries/2/entries/bulk/7/undo", '"5"'],
    ]);
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it("of a dictionary that another user edits are left as they are, which is said", async () => {
    api.answer(MERGE, ({ params }) => {
      if (params.id === 2) throw lockedBySato();
      found = [["VARIANT", [keep, old]]];
      return merges();
    });
    await mergeAll();
    expect(await screen.findByText("「齊藤」（社内用語）を「斎藤」に統合しました。")).toBeVisible();
    expect(screen.getByText(`「齋藤」（人名）は統合できませんでした。${held}`)).toBeVisible();
    const variants = await section("表記が異なる同じ単語");
    expect(variants.getByRole("radio", { name: "「齋藤」を残す" })).toBeVisible();
    expect(variants.queryByRole("radio", { name: "「齊藤」を残す" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "元に戻す" }));
    await screen.findByText("元に戻しました。");
    expect(sentTo(UNDO)).toEqual([["/dictionaries/3/entries/bulk/7/undo", '"6"']]);
  });

  it("that are all refused stay, with the reason beside them", async () => {
    api.refuse(MERGE, lockedBySato());
    await mergeAll();
    const variants = await section("表記が異なる同じ単語");
    expect(await variants.findByText(held)).toBeVisible();
    expect(screen.queryByRole("button", { name: "元に戻す" })).toBeNull();
  });

  it("that were refused say so until another set is merged, since the lock may be free by then", async () => {
    api.refuse(MERGE, lockedBySato());
    found = [
      ["VARIANT", [keep, old]],
      ["SAME_READING", [takahashi, takahari]],
    ];
    await mergeAll();
    const variants = await section("表記が異なる同じ単語");
    expect(await variants.findByText(held)).toBeVisible();
    api.answer(MERGE, merges);
    const same = await section("同じ読みの単語");
    await userEvent.click(same.getByRole("button", { name: "「高橋」に統合" }));
    expect(await screen.findByText(/^「高梁」.*を「高橋」に統合しました。$/)).toBeVisible();
    expect(variants.queryByText(held)).toBeNull();
    expect(variants.getByRole("button", { name: "「斎藤」に統合" })).toBeVisible();
  });

  it("can be taken back later where a dictionary refuses that", async () => {
    api.answer(MERGE, merges);
    await mergeAll();
    api.answer(UNDO, ({ params }) => {
      if (params.id === 3) throw lockedBySato();
      return { entries: [], keptCount: 0, kept: [] };
    });
    await userEvent.click(await screen.findByRole("button", { name: "元に戻す" }));
    expect(await screen.findByText(held)).toBeVisible();
    expect(sentTo(UNDO)).toHaveLength(2);
    api.answer(UNDO, () => ({ entries: [], keptCount: 0, kept: [] }));
    await userEvent.click(screen.getByRole("button", { name: "元に戻す" }));
    expect(await screen.findByText("元に戻しました。")).toBeVisible();
    expect(sentTo(UNDO).slice(2)).toEqual([["/dictionaries/3/entries/bulk/7/undo", '"6"']]);
  });
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

it("says how many sets there are beyond those of the answer, also while all of these wait", async () => {
  api.answer("GET /dictionaries/{id}/health", () => {
    const { lowered, ...rest } = report(found);
    const more = lowered.map((each) =>
      each.kind === "SAME_READING" ? { ...each, sets: each.sets + 1_179 } : each,
    );
    return { ...rest, lowered: more };
  });
  openStaff("/dictionaries/1/health");
  const sentence = "先頭の1組までを表示できます。残りの1,179組は、確認を進めると順に加わります。";
  const same = await section("同じ読みの単語");
  expect(same.getByText(sentence)).toBeVisible();
  expect((await section("表記が異なる同じ単語")).queryByText(/残りの/u)).toBeNull();
  await userEvent.click(same.getByRole("button", { name: "「高橋」はあとで確認" }));
  expect((await section("同じ読みの単語")).getByText(sentence)).toBeVisible();
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
