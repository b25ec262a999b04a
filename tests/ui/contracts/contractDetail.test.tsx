import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aContract, noForecast } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";
import { fieldOf, openDetail } from "./openDetail.ts";

const api = apiDouble("admin");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
});

describe("the detail of a contract", () => {
  it("shows all of it", async () => {
    await openDetail(aContract({ memo: "年度ごとに更新" }));
    expect(fieldOf("組織名")).toBe("デモ株式会社");
    expect(fieldOf("組織番号")).toBe("00000001");
    expect(fieldOf("管理者名")).toBe("佐藤 花子");
    expect(fieldOf("管理者メールアドレス")).toBe("orgadmin@example.com");
    expect(fieldOf("契約期間")).toBe("2026/04/01〜2027/03/31終了まで130日");
    expect(fieldOf("文字起こし上限件数")).toBe("1,000件");
    expect(fieldOf("文字起こし上限時間")).toBe("20時間（1,200分）");
    expect(fieldOf("文字起こし件数の残り")).toBe("880件120/1,000件12%");
    expect(fieldOf("文字起こし時間の残り")).toBe("11時間15分8時間45分/20時間43%");
    expect(fieldOf("契約期間の残り")).toBe("130日235日目/365日64%2027/03/31に終了、次期契約なし");
    expect(screen.getByText("通常")).toBeVisible();
    expect(screen.getByText("組織番号 00000001")).toBeVisible();
    expect(fieldOf("メモ")).toBe("年度ごとに更新");
    expect(fieldOf("登録日時")).toBe("2026/03/20 10:00");
    expect(fieldOf("更新日時")).toBe("2026/04/02 09:05");
    expect(screen.getByText("契約中")).toBeVisible();
  });

  it("tells by how much a cap is exceeded", async () => {
    await openDetail(aContract({ usedTranscriptCount: 1020, usageState: "EXCEEDED" }));
    expect(fieldOf("文字起こし件数の残り")).toBe("0件1,020/1,000件102%20件超過");
    expect(screen.getByText("上限超過")).toBeVisible();
  });

  it("has no share of what is unlimited", async () => {
    await openDetail(aContract({ maxTranscriptCount: null, maxTranscriptMinutes: null }));
    expect(fieldOf("文字起こし件数の残り")).toBe("無制限120件/無制限");
    expect(fieldOf("文字起こし時間の残り")).toBe("無制限8時間45分/無制限");
  });

  it("counts the days to the start of one that has not begun", async () => {
    await openDetail(
      aContract({ status: "UPCOMING", startDate: "2026-12-01", endDate: "2027-11-30" }),
    );
    expect(fieldOf("契約開始まで")).toBe("10日2026/12/01に開始");
  });

  it.each([
    [{ status: "EXPIRED", startDate: "2025-04-01", endDate: "2026-03-31" }, "2026/03/31に終了"],
    [
      {
        status: "TERMINATED",
        startDate: "2025-04-01",
        endDate: "2027-03-31",
        terminationDate: "2026-03-31",
      },
      "2026/03/31に解約",
    ],
  ] as const)("has no days left once it is over: %o", async (term, end) => {
    await openDetail(aContract(term));
    expect(fieldOf("契約期間の残り")).toBe(`0日365日目/365日100%${end}`);
  });

  it("says that a contract does not exist", async () => {
    expectConsoleErrors();
    contractsAre();
    openAdmin("/contracts/99/show");
    expect(await screen.findByText("該当データが見つかりませんでした。")).toBeVisible();
  });

  it("offers nothing without the right", async () => {
    contractsAre([aContract()]);
    openAdmin("/contracts/1/show", { canAccess: async ({ action }) => action === "show" });
    await screen.findByRole("heading", { level: 1, name: /^デモ株式会社/ });
    for (const name of ["編集", "次期契約を作成"]) {
      expect(screen.queryByRole("link", { name })).toBeNull();
    }
    expect(screen.queryByRole("button", { name: "解約する" })).toBeNull();
    expect(screen.queryByRole("button", { name: "削除する" })).toBeNull();
  });
});

describe("a contract near its end", () => {
  const ending = aContract({ status: "EXPIRING", endDate: "2026-12-21" });

  it("says so when no contract follows", async () => {
    await openDetail(ending);
    expect(
      await screen.findByText("契約終了まで30日です。次期契約が登録されていません。"),
    ).toBeVisible();
  });

  it("says nothing when one follows", async () => {
    const next = aContract({ contractId: 2, startDate: "2026-12-22", endDate: "2027-12-21" });
    contractsAre([ending]);
    api.answer("GET /contracts", paged([next]));
    openAdmin("/contracts/1/show");
    await screen.findByText(/次期契約あり$/);
    await waitFor(() =>
      expect(api.calls("GET /contracts").at(-1)?.query).toMatchObject({
        organizationId: "1",
        sort: "startDate,desc",
      }),
    );
    expect(screen.queryByText(/次期契約が登録されていません/)).toBeNull();
  });

  it("leads to the contract that follows", async () => {
    await openDetail(ending);
    await userEvent.click(screen.getByRole("link", { name: "次期契約を作成" }));
    expect(await screen.findByLabelText(/^開始月|^契約開始日/)).toHaveValue("2026-12-22");
  });
});

/** The ledger reads the use by workspace for its filter. */
const chartReads = () =>
  api.calls("GET /contracts/{id}/usage").filter(({ query }) => query.split === undefined);

const chartTexts = () =>
  [...screen.getByRole("img", { name: /推移/ }).querySelectorAll("text")].map(
    ({ textContent }) => textContent,
  );

describe("the usage chart", () => {
  it("shows the months of the contract, with a table of the same figures", async () => {
    contractsAre([aContract()]);
    api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => {
      const period = by === "day" ? "2026-11-20" : "2026-11";
      const before = by === "day" ? "2026-10-31" : "2026-10";
      return {
        by,
        ...noForecast,
        points: [
          {
            period: before,
            transcriptCount: 3,
            transcriptMinutes: 20,
            cumulative: { transcriptCount: 3, transcriptMinutes: 20, seconds: 1_200 },
          },
          {
            period,
            transcriptCount: 12,
            transcriptMinutes: 80,
            cumulative: { transcriptCount: 15, transcriptMinutes: 99, seconds: 5_940 },
          },
        ],
      };
    });
    openAdmin("/contracts/1/show");
    expect(
      await screen.findByRole("img", { name: "件数の推移（月別、2026年4月〜2027年3月）" }),
    ).toBeVisible();
    expect(screen.getByText("合計：15件")).toBeVisible();
    expect(chartTexts()).toEqual(expect.arrayContaining(["0件", "5件", "15件", "4月", "11月"]));
    const row = screen.getByRole("row", { name: "2026年11月 12件 1時間20分", hidden: true });
    expect(row).toBeInTheDocument();

    await userEvent.selectOptions(screen.getByRole("combobox", { name: "集計方法" }), "日別");
    await userEvent.click(screen.getByRole("radio", { name: "時間" }));
    expect(
      await screen.findByRole("img", { name: "時間の推移（日別、2026年11月）" }),
    ).toBeVisible();
    expect(chartTexts()).toEqual(expect.arrayContaining(["30分", "1時間", "1日", "30日"]));
    expect(
      screen.getByText("合計：1時間19分（1分未満は切り上げて表示しています。）"),
    ).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "前の月" }));
    expect(screen.getByRole("img", { name: "時間の推移（日別、2026年10月）" })).toBeVisible();
    expect(screen.getByText("合計：20分（1分未満は切り上げて表示しています。）")).toBeVisible();
    expect(chartReads().map(({ query }) => query.by)).toEqual(["month", "day"]);
  });

  it("has no axes for a period without usage, and a way on to the others", async () => {
    contractsAre([aContract()]);
    api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
      by,
      ...noForecast,
      points: [{ period: "2026-11-20", transcriptCount: 12, transcriptMinutes: 80 }],
    }));
    openAdmin("/contracts/1/show");
    await userEvent.selectOptions(
      await screen.findByRole("combobox", { name: "集計方法" }),
      "日別",
    );
    await userEvent.click(await screen.findByRole("button", { name: "前の月" }));
    expect(screen.getByText("この期間の利用はありません。")).toBeVisible();
    expect(screen.queryByRole("img", { name: /推移/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "次の月" }));
    expect(screen.getByRole("img", { name: /推移/ })).toBeVisible();
  });

  it("is replaced by a sentence while nothing was used", async () => {
    contractsAre([aContract({ usedTranscriptCount: 0, usedTranscriptMinutes: 0 })]);
    openAdmin("/contracts/1/show");
    expect(await screen.findByText("まだ利用がありません。")).toBeVisible();
    expect(screen.queryByRole("img", { name: /推移/ })).toBeNull();
    expect(screen.queryByRole("combobox", { name: "集計方法" })).toBeNull();
  });

  it("says what went wrong and leaves the rest of the page", async () => {
    expectConsoleErrors();
    contractsAre([aContract()]);
    api.cutOff("GET /contracts/{id}/usage");
    openAdmin("/contracts/1/show");
    expect(
      await screen.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    expect(fieldOf("組織名")).toBe("デモ株式会社");
  });
});

describe("the forecast", () => {
  const reachedOn = "2026-12-18";

  it("says below the bars when a cap is reached, with one request for it and the chart", async () => {
    contractsAre([aContract()]);
    api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
      by,
      points: [{ period: "2026-11", transcriptCount: 12, transcriptMinutes: 80 }],
      forecast: { reachedOn, cap: "COUNT" },
      noForecast: null,
    }));
    openAdmin("/contracts/1/show");
    expect(
      await screen.findByText("このペースでは2026年12月18日ごろ上限に達する見込みです。"),
    ).toBeVisible();
    expect(await screen.findByRole("img", { name: /推移/ })).toBeVisible();
    expect(chartReads()).toHaveLength(1);
  });

  it.each([
    [{ from: 1, to: 2 }, "直近の利用では1〜2週間で上限に達する見込みです。"],
    [{ from: 3, to: 3 }, "直近の利用では約3週間で上限に達する見込みです。"],
    [{ from: 1, to: 1 }, "直近の利用では1週間以内に上限に達する見込みです。"],
  ])("says in which weeks where the day is not known: %o", async (weeks, sentence) => {
    contractsAre([aContract()]);
    api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
      by,
      points: [],
      forecast: { reachedOn, cap: "COUNT", weeks },
      noForecast: null,
    }));
    openAdmin("/contracts/1/show");
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it.each([
    ["FEW_WEEKS", null, "最近の利用が3週間分に満たないため、上限に達する日をまだ予測できません。"],
    ["NO_CAP", null, "上限がない契約のため、上限に達する日は予測していません。"],
    [
      "NOT_BEFORE_END",
      "2027-03-31",
      "このペースでは、契約終了（2027年3月31日）まで上限に達しない見込みです。",
    ],
  ] as const)("says why there is none: %s", async (reason, until, sentence) => {
    contractsAre([aContract()]);
    api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
      by,
      points: [],
      forecast: null,
      noForecast: { reason, until },
    }));
    openAdmin("/contracts/1/show");
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(chartReads()).toHaveLength(1);
  });

  it("says that the contract has not begun, where nothing was used yet", async () => {
    contractsAre([
      aContract({ status: "UPCOMING", usedTranscriptCount: 0, usedTranscriptMinutes: 0 }),
    ]);
    api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
      by,
      points: [],
      forecast: null,
      noForecast: { reason: "NOT_BEGUN", until: null },
    }));
    openAdmin("/contracts/1/show");
    expect(
      await screen.findByText("契約が始まっていないため、上限に達する日は予測していません。"),
    ).toBeVisible();
  });
});
