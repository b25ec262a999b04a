import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ImportRow } from "../../../domain/imports/schemas.ts";
import { apiDouble } from "../../support/apiDouble.ts";
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
    })),
  );
  api.answer(ACCEPT, () => change(5, { withoutReading: 1 }));
  dictionariesAre(aDictionary({}));
  openStaff("/dictionaries/1/import?import=5");
  await screen.findByText("読みの候補：とうきょう、ひがしきょう");
  expect(screen.getAllByText("要確認")).toHaveLength(2);
  expect(api.calls("POST /readings")).toHaveLength(1);
  const region = within(screen.getByRole("region", { name: "取り込み内容の確認" }));
  expect(region.getByText(/^読みのない単語が2件あります。/)).toBeVisible();
  await userEvent.click(region.getByRole("button", { name: "一致する読みを採用" }));
  await screen.findByText("1件の読みを採用しました。");
  expect(region.getByText(/^読みのない単語が1件あります。/)).toBeVisible();
});
