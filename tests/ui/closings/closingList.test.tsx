import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { conflict } from "../../../server/problem.ts";
// So that no test waits for its code.
import "../../../src/resources/closings/list/Closings.tsx";
import "../../../src/resources/closings/list/actionDialogs.tsx";
import "../../../src/resources/closings/list/actionDialogs.tsx";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { openAdminArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { aMonthContract, aSummary } from "./closingRecords.ts";

const api = apiDouble("admin");
const closed = {
  version: 1,
  closedAt: "2026-11-01T01:00:00.000Z",
  sum: { transcripts: 1, seconds: 2 },
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00+09:00"), toFake: ["Date"] });
  api.answer("GET /me", () => ({
    userName: "管理 太郎",
    email: "sysadmin@example.com",
    isSystemAdmin: true,
  }));
  api.answer("GET /alerts", paged([]));
  api.answer("GET /closings/summary", ({ query: { month } }) =>
    aSummary({
      month,
      open: 2,
      closed: 1,
      unusual: { ...aSummary().unusual, ANY: 1, NO_USE: 1 },
    }),
  );
  api.answer(
    "GET /closings/contracts",
    paged([
      aMonthContract(),
      aMonthContract({
        contractId: 2,
        organizationName: "サンプル商事",
        transcripts: 0,
        seconds: 0,
        before: null,
        unusual: ["NO_USE"],
      }),
      aMonthContract({ contractId: 3, organizationName: "高橋会計事務所", closing: closed }),
    ]),
  );
  return () => vi.useRealTimers();
});

async function rowOf(name: string) {
  return within(await screen.findByRole("row", { name: new RegExp(name) }));
}

async function openDialog(name: string) {
  await userEvent.click(await screen.findByRole("button", { name }));
  return screen.findByRole("dialog");
}

describe("the contracts of a month", () => {
  it("are those of the last month that is over, with their figures, state and what is unusual", async () => {
    openAdminArea("/admin/closings");
    const row = await rowOf("サンプル商事");
    expect(row.getByText("利用なし")).toBeVisible();
    expect(row.getByText("契約開始前")).toBeVisible();
    expect(row.getByText("未締め")).toBeVisible();
    expect((await rowOf("高橋会計事務所")).getByText("締め済み 第1版")).toBeVisible();
    expect((await rowOf("デモ株式会社")).getByText("3時間27分28秒")).toBeVisible();
    expect(screen.getByRole("combobox", { name: "対象月" })).toHaveDisplayValue("2026年10月");
    expect(api.calls("GET /closings/contracts").at(-1)?.query).toMatchObject({ month: "2026-10" });
  });

  it("are chosen by what is unusual at a press, and by month", async () => {
    openAdminArea("/admin/closings");
    await userEvent.click(await screen.findByRole("button", { name: "利用なし1" }));
    await waitFor(() =>
      expect(api.calls("GET /closings/contracts").at(-1)?.query).toMatchObject({
        month: "2026-10",
        closed: "false",
        unusual: "NO_USE",
      }),
    );
    const months = screen.getByRole("combobox", { name: "対象月" });
    await userEvent.selectOptions(months, "2026年9月");
    await waitFor(() =>
      expect(api.calls("GET /closings/contracts").at(-1)?.query).toMatchObject({
        month: "2026-09",
      }),
    );
  });

  it("cannot be looked at before the month is over", async () => {
    openAdminArea("/admin/closings/2026-11");
    expect(await screen.findByRole("heading", { name: "ページが見つかりません。" })).toBeVisible();
  });
});

describe("すべて締める", () => {
  it("is disabled with the reason where no contract is open", async () => {
    api.answer("GET /closings/summary", ({ query: { month } }) => aSummary({ month, closed: 3 }));
    openAdminArea("/admin/closings");
    const button = await screen.findByRole("button", { name: "すべて締める" });
    await waitFor(() => expect(button).toHaveAccessibleDescription("未締めの契約はありません。"));
    await userEvent.click(button);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("says how many and what is unusual, then what was done", async () => {
    api.answer("POST /closings", () => ({ month: "2026-10", closed: 2, closedBefore: 1, left: 1 }));
    openAdminArea("/admin/closings");
    await rowOf("デモ株式会社");
    const dialog = await openDialog("すべて締める");
    expect(dialog).toHaveTextContent("未締めの契約2件をすべて締めますか？");
    expect(dialog).toHaveTextContent("確認事項がある契約が1件あります。利用なし：1件");
    await userEvent.click(within(dialog).getByRole("button", { name: "締める" }));
    expect(await within(dialog).findByRole("status")).toHaveTextContent(
      "2件の契約を締めました。1件はすでに締めていました。1件は、前月以前が未締めか翌月以降が締め済みのため、締めていません。",
    );
    expect(api.calls("POST /closings").map(({ body }) => body)).toEqual([{ month: "2026-10" }]);
  });
});

describe("締める of chosen contracts", () => {
  it("closes those that are open, and says why it was refused", async () => {
    expectConsoleErrors();
    api.refuse("POST /closings", conflict("EARLIER_MONTH_OPEN"));
    openAdminArea("/admin/closings");
    for (const name of ["サンプル商事", "高橋会計事務所"]) {
      await userEvent.click(await screen.findByRole("checkbox", { name }));
    }
    await userEvent.click(await screen.findByRole("button", { name: "締める" }));
    const dialog = await screen.findByRole("alertdialog", { name: "2026年10月の締め" });
    expect(dialog).toHaveTextContent("以下の1件の契約を締めますか？");
    expect(dialog).toHaveTextContent("確認事項がある契約が1件あります（利用なし1件）。");
    expect(dialog).toHaveTextContent("すでに締めています。");
    await userEvent.click(within(dialog).getByRole("button", { name: "締める" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(
      "前月以前をまだ締めていない契約が含まれています。先に前の月を締めてください。",
    );
    expect(api.calls("POST /closings")[0]?.body).toEqual({ month: "2026-10", contractIds: [2] });
  });
});

describe("再締め", () => {
  it("needs a reason, and is refused once a later month is closed", async () => {
    expectConsoleErrors();
    api.refuse("POST /closings", conflict("LATER_MONTH_CLOSED"));
    openAdminArea("/admin/closings");
    const dialog = await openDialog("再締め（高橋会計事務所）");
    expect(dialog).toHaveTextContent("第2版の利用明細書を作成します");
    await userEvent.click(within(dialog).getByRole("button", { name: "再締めする" }));
    expect(api.calls("POST /closings")).toEqual([]);
    await userEvent.type(within(dialog).getByRole("textbox", { name: /再締めの理由/ }), "計上漏れ");
    await userEvent.click(within(dialog).getByRole("button", { name: "再締めする" }));
    expect(
      await within(dialog).findByText("翌月以降を締めた契約が含まれているため、再締めできません。"),
    ).toBeVisible();
    expect(api.calls("POST /closings")[0]?.body).toEqual({
      month: "2026-10",
      contractIds: [3],
      reason: "計上漏れ",
    });
  });
});
