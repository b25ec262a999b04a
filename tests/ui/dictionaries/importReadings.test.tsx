import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { ImportRow } from "../../../domain/imports/schemas.ts";
import { limitReached } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { gate } from "../../support/gate.ts";
import { aDictionary } from "../../support/records.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { aDryRun, importsAre } from "./importRecords.ts";
import { openStaff } from "./openStaff.tsx";

const ACCEPT = "POST /dictionaries/{id}/imports/{importId}/accept-readings";
const api = apiDouble("staff");
api.answer("DELETE /dictionaries/{id}/lock", () => undefined);

const withoutReading = (rowNo: number, surface: string): ImportRow => ({
  rowNo,
  line: rowNo + 1,
  verdict: "ERROR",
  reason: "読みを入力してください。",
  before: null,
  after: null,
  cells: { surface, reading: "" },
  wrong: ["reading"],
  raw: null,
});

it("shows the readings that are offered, and accepts those of two sources by one press", async () => {
  const dryRun = aDryRun({
    counts: { ...aDryRun().counts, new: 0, update: 0, error: 2 },
    withoutReading: 2,
  });
  const rows = [withoutReading(1, "東京"), withoutReading(2, "偕楽園")];
  const { change } = importsAre(dryRun, { rows });
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
  api.answer(ACCEPT, () => ({ ...change(5, { withoutReading: 1 }), next: null }));
  dictionariesAre(aDictionary({}));
  openStaff("/dictionaries/1/import?import=5");
  const offered = await screen.findByRole("list", { name: "「東京」の読みの候補" });
  expect(offered).toHaveTextContent("とうきょう一般語ひがしきょう組み合わせ");
  expect(within(offered).queryByRole("button")).toBeNull();
  expect(screen.getAllByText("要確認")).toHaveLength(2);
  expect(api.calls("POST /readings")).toHaveLength(1);
  const region = within(screen.getByRole("region", { name: "取り込み内容の確認" }));
  expect(region.getByText(/^読みのない単語が2件あります。/)).toBeVisible();
  await userEvent.click(region.getByRole("button", { name: "一致する読みを採用" }));
  await screen.findByText("1件の読みを採用しました。");
  expect(region.getByText(/^読みのない単語が1件あります。/)).toBeVisible();
});

it("reads a large file part by part, and says what came before a part that fails", async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  const dryRun = aDryRun({
    counts: { ...aDryRun().counts, new: 0, update: 0, error: 2_500 },
    withoutReading: 2_500,
  });
  const { change } = importsAre(dryRun, { rows: [] });
  dictionariesAre(aDictionary({}));
  const held = gate();
  let left = 2_500;
  api.answer(ACCEPT, async ({ body: { after = 0 } }) => {
    if (after === 2_000) throw limitReached("OVERLOADED", "analysis", 1);
    if (after === 1_000) await held.passed;
    left -= 400;
    return { ...change(5, { withoutReading: left }), next: after + 1_000 };
  });
  openStaff("/dictionaries/1/import?import=5");
  const region = within(await screen.findByRole("region", { name: "取り込み内容の確認" }));
  await userEvent.click(region.getByRole("button", { name: "一致する読みを採用" }));
  const bar = await region.findByRole("progressbar", { name: "一致する読みを採用" });
  expect(bar).toHaveAttribute("value", "1000");
  expect(bar).toHaveAttribute("max", "2500");
  expect(region.getByRole("button", { name: "一致する読みを採用" })).toBeDisabled();
  held.open();
  expect(await screen.findByText("800件の読みを採用しました。")).toBeVisible();
  expect(await region.findByText(/^現在アクセスが集中しています。/)).toBeVisible();
  expect(region.getByText(/^読みのない単語が1,700件あります。/)).toBeVisible();
  expect(api.calls(ACCEPT).map(({ body }) => body)).toEqual([
    {},
    { after: 1_000 },
    { after: 2_000 },
  ]);
});
