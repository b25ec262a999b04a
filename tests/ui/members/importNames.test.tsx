import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ImportedPerson, UserImportRow } from "../../../domain/userImports/schemas.ts";
import { conflict, limitReached } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { found, paged } from "../../support/doubleAnswer.ts";
import { aPeopleCheck, aUserImport } from "../../support/records.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { membersAre } from "./memberRecords.ts";

const COMMIT = "POST /user-imports";
const api = apiDouble("staff");

const person = (userName: string): ImportedPerson => ({
  ...{ organizationName: "デモ株式会社", email: "a@example.com", userName, userNameKana: null },
  ...{ isSystemAdmin: false, isOrganizationAdmin: false, isDictionaryAdmin: false },
  ...{ status: "ACTIVE", workspaceNames: [] },
});
const row = (rowNo: number, given: Partial<UserImportRow> = {}): UserImportRow => ({
  ...{ rowNo, line: rowNo + 1, verdict: "NEW", reason: null, before: null, cells: null },
  ...{ wrong: [], after: person("佐藤 花子"), nameToRead: "佐藤 花子" },
  ...given,
});
const yamada = person("山田 太郎");
const rows = [
  row(1),
  row(2, { verdict: "UNCHANGED", before: yamada, after: yamada, nameToRead: "山田 太郎" }),
  row(3, { after: { ...person("鈴木 一郎"), userNameKana: "スズキ イチロウ" }, nameToRead: null }),
];
const check = aPeopleCheck({
  counts: { new: 2, update: 0, unchanged: 1, disable: 0, error: 0 },
  rows,
});

beforeEach(() => {
  userProfile.clear();
  membersAre([]);
  api.answer("GET /user-imports", paged([]));
  api.answer("GET /user-imports/{id}", () => found(aUserImport()));
  api.answer("POST /user-imports/check", () => check);
  api.answer("POST /readings", ({ body }) =>
    body.surfaces.map((surface) =>
      surface === "山田 太郎"
        ? {
            surface,
            readings: [
              { reading: "ヤマダ タロウ", source: "NAME" as const },
              { reading: "ヤマタ タロウ", source: "PARTS" as const },
            ],
            agreed: "ヤマダ タロウ",
          }
        : {
            surface,
            readings: [
              { reading: "サトウ ハナコ", source: "NAME" as const },
              { reading: "サトウ カシ", source: "PARTS" as const },
            ],
            agreed: null,
          },
    ),
  );
  api.answer(COMMIT, () => aUserImport());
});

async function openDryRun() {
  openStaffArea("/users/import");
  const input = await screen.findByLabelText("ファイルを選択", { selector: "input" });
  await userEvent.upload(input, new File(["氏名"], "四月.csv", { type: "text/csv" }));
  const shown = within(await screen.findByRole("region", { name: "取り込み内容の確認" }));
  await shown.findByRole("list", { name: "「佐藤 花子」の読みの候補" });
  const press = (name: string) => userEvent.click(shown.getByRole("button", { name }));
  return { shown, press };
}

it("offers the readings of names, fills none in, and takes those of two sources by one press", async () => {
  const { shown, press } = await openDryRun();
  expect(shown.getByText(/^フリガナのない利用者が2人います。/)).toBeVisible();
  expect(shown.queryByRole("button", { pressed: true })).toBeNull();
  expect(api.calls("POST /readings").map(({ body }) => body)).toEqual([
    { surfaces: ["佐藤 花子", "山田 太郎"], ofNames: true },
  ]);
  await press("一致する読みを採用");
  expect(await screen.findByText("1件の読みを採用しました。")).toBeVisible();
  expect(shown.getByRole("button", { name: "ヤマダ タロウ" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(shown.getByRole("radio", { name: "更新 1" })).toBeVisible();
  expect(shown.getByText("1件の読みを採用しています。")).toBeVisible();
  expect(shown.getByText(/^フリガナのない利用者が1人います。/)).toBeVisible();
  await press("取り込む");
  await screen.findByRole("region", { name: "取り込みの結果" });
  expect(api.calls(COMMIT).map(({ body }) => body)).toEqual([
    {
      ...{ file: expect.any(File), digest: "one", disablesMissing: "false", skipErrors: "false" },
      readings: JSON.stringify([{ rowNo: 2, reading: "ヤマダ タロウ" }]),
    },
  ]);
});

it("lets others be chosen and given up one by one, and sends nothing of those", async () => {
  const { shown, press } = await openDryRun();
  await press("サトウ カシ");
  expect(shown.getByRole("row", { name: /佐藤 花子/ })).toHaveTextContent("佐藤 花子サトウ カシ");
  await press("サトウ ハナコ");
  await press("ヤマタ タロウ");
  expect(shown.getByText("2件の読みを採用しています。")).toBeVisible();
  expect(shown.queryByRole("button", { name: "一致する読みを採用" })).toBeNull();
  await press("ヤマタ タロウ");
  expect(shown.getByText("1件の読みを採用しています。")).toBeVisible();
  await press("採用をやめる");
  expect(shown.queryByRole("button", { pressed: true })).toBeNull();
  await press("取り込む");
  await screen.findByRole("region", { name: "取り込みの結果" });
  expect(api.calls(COMMIT)[0]?.body).not.toHaveProperty("readings");
});

it("keeps what was chosen where people were changed meanwhile, and says so where the analyser is busy", async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  const { shown, press } = await openDryRun();
  await press("サトウ ハナコ");
  api.refuse(COMMIT, conflict("USERS_CHANGED"), { once: true });
  api.answer("POST /user-imports/check", () => ({ ...check, digest: "two" }));
  await press("取り込む");
  await shown.findByText(/内容を読み直しました。/);
  expect(shown.getByRole("button", { name: "サトウ ハナコ" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  api.refuse("POST /readings", limitReached("OVERLOADED", "analysis", 1));
  await press("一致する読みを採用");
  expect(await shown.findByText(/^現在アクセスが集中しています。/)).toBeVisible();
  expect(shown.getByText("1件の読みを採用しています。")).toBeVisible();
});
