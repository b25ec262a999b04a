import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Contract } from "../../../domain/contracts.ts";
import { apiServer } from "../providers/apiServer.ts";
import { aContract } from "./aContract.ts";
import { api, contractApi, problem } from "./contractApi.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";

const server = apiServer();
const unused = { usedTranscriptCount: 0, usedTranscriptMinutes: 0 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
});

async function openDetail(contract: Contract, others: Contract[] = []) {
  const calls = contractApi(server, [contract, ...others]);
  openAdmin(`/contracts/${contract.contractId}/show`);
  await screen.findByRole("heading", { level: 1, name: "契約の詳細" });
  await screen.findByRole("table", { hidden: true });
  return calls;
}

const action = (name: string) => screen.getByRole("button", { name });
const fieldOf = (label: string) =>
  screen.getByText(label, { selector: "dt" }).nextElementSibling?.textContent;

describe("the detail of a contract", () => {
  it("shows all of it", async () => {
    await openDetail(aContract({ memo: "年度ごとに更新" }));
    expect(fieldOf("組織名")).toBe("デモ株式会社");
    expect(fieldOf("組織番号")).toBe("00000001");
    expect(fieldOf("管理者名")).toBe("佐藤 花子");
    expect(fieldOf("管理者メールアドレス")).toBe("orgadmin@example.com");
    expect(fieldOf("契約期間")).toBe("2026/04/01〜2027/03/31終了まで130日");
    expect(fieldOf("文字起こし上限件数")).toBe("1,000件");
    expect(fieldOf("文字起こし上限時間（分）")).toBe("20時間（1,200分）");
    expect(fieldOf("文字起こし件数")).toBe("120/1,000件残り880件");
    expect(fieldOf("文字起こし時間")).toBe("8時間45分/20時間残り11時間15分");
    expect(fieldOf("利用状況")).toBe("通常");
    expect(fieldOf("メモ")).toBe("年度ごとに更新");
    expect(fieldOf("登録日時")).toBe("2026/03/20 10:00");
    expect(fieldOf("更新日時")).toBe("2026/04/02 09:05");
    expect(screen.getByText("契約中")).toBeVisible();
  });

  it("tells by how much a cap is exceeded", async () => {
    await openDetail(aContract({ usedTranscriptCount: 1020, usageState: "EXCEEDED" }));
    expect(fieldOf("文字起こし件数")).toBe("1,020/1,000件上限を20件超過");
    expect(fieldOf("利用状況")).toBe("超過");
  });

  it("says that a contract does not exist", async () => {
    expectConsoleErrors();
    contractApi(server);
    openAdmin("/contracts/99/show");
    expect(await screen.findByText("該当データが見つかりませんでした。")).toBeVisible();
  });

  it("offers nothing without the right", async () => {
    contractApi(server, [aContract()]);
    openAdmin("/contracts/1/show", { canAccess: async ({ action }) => action === "show" });
    await screen.findByText("デモ株式会社");
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
    server.use();
    const { of } = contractApi(server, [ending]);
    server.use(
      http.get(`${api}/contracts`, () => HttpResponse.json({ content: [next], totalElements: 2 })),
    );
    openAdmin("/contracts/1/show");
    await screen.findByText("デモ株式会社");
    await waitFor(() =>
      expect(of("GET", "/contracts").at(-1)?.query).toMatchObject({
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

describe("terminating a contract", () => {
  async function openDialog(contract = aContract()) {
    const calls = await openDetail(contract);
    await userEvent.click(action("解約する"));
    const dialog = await screen.findByRole("dialog", { name: "契約の解約" });
    return { dialog: within(dialog), ...calls };
  }

  it("proposes today, asks for the reason, and shows the termination", async () => {
    const contract = aContract();
    const terminated = {
      ...contract,
      terminationDate: "2026-11-21",
      terminationReason: "事業終了のため",
    };
    const { dialog, of } = await openDialog(contract);
    expect(dialog.getByText("解約日の翌日から文字起こしを利用できなくなります。")).toBeVisible();
    expect(dialog.getByLabelText(/^解約日/)).toHaveValue("2026-11-21");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await dialog.findByText("入力してください。")).toBeVisible();
    expect(of("POST", "/contracts/1/terminate")).toHaveLength(0);

    server.use(
      http.post(`${api}/contracts/1/terminate`, () => HttpResponse.json(terminated)),
      http.get(`${api}/contracts/1`, () => HttpResponse.json(terminated)),
    );
    await userEvent.type(dialog.getByRole("textbox", { name: "解約理由" }), "事業終了のため");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await screen.findByText("2026年11月21日での解約を登録しました。")).toBeVisible();
    expect(of("POST", "/contracts/1/terminate")[0]?.body).toEqual({
      terminationDate: "2026-11-21",
      reason: "事業終了のため",
    });
    await waitFor(() => expect(fieldOf("解約理由")).toBe("事業終了のため"));
    expect(action("解約を取り消す")).toBeEnabled();
    expect(
      screen.getByText("2026年11月21日に解約されます。翌日から文字起こしを利用できなくなります。"),
    ).toBeVisible();
  });

  it("starts from what the page shows: a contract changed meanwhile is shown first", async () => {
    expectConsoleErrors();
    const contract = aContract({ version: 4 });
    const { dialog, of } = await openDialog(contract);
    const changed = { ...contract, version: 5, adminName: "交代 太郎" };
    const stale =
      "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。";
    server.use(
      http.post(`${api}/contracts/1/terminate`, ({ request }) =>
        request.headers.get("If-Match") === '"5"'
          ? HttpResponse.json({ ...changed, terminationDate: "2026-11-21" })
          : problem(412, "STALE_VERSION", stale, { current: changed }),
      ),
      http.get(`${api}/contracts/1`, () => HttpResponse.json(changed)),
    );
    await userEvent.type(dialog.getByRole("textbox", { name: "解約理由" }), "事業終了のため");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await dialog.findByText(stale)).toBeVisible();
    await waitFor(() => expect(fieldOf("管理者名")).toBe("交代 太郎"));
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await screen.findByText("2026年11月21日での解約を登録しました。")).toBeVisible();
    expect(of("POST", "/contracts/1/terminate").map(({ body }) => body)).toEqual([
      { terminationDate: "2026-11-21", reason: "事業終了のため" },
      { terminationDate: "2026-11-21", reason: "事業終了のため" },
    ]);
  });

  it("proposes the first day of a contract that has not begun", async () => {
    const upcoming = {
      status: "UPCOMING",
      startDate: "2027-04-01",
      endDate: "2028-03-31",
    } as const;
    const { dialog } = await openDialog(aContract({ ...unused, ...upcoming }));
    expect(dialog.getByLabelText(/^解約日/)).toHaveValue("2027-04-01");
  });

  it("refuses a day outside the period", async () => {
    const { dialog, of } = await openDialog();
    await userEvent.clear(dialog.getByLabelText(/^解約日/));
    await userEvent.type(dialog.getByLabelText(/^解約日/), "2027-04-01");
    await userEvent.type(dialog.getByRole("textbox", { name: "解約理由" }), "理由");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(await dialog.findByText("解約日は契約期間内の日付を入力してください。")).toBeVisible();
    expect(of("POST", "/contracts/1/terminate")).toHaveLength(0);
  });

  it("keeps the dialog and its input when it fails", async () => {
    expectConsoleErrors();
    const { dialog } = await openDialog();
    server.use(http.post(`${api}/contracts/1/terminate`, () => HttpResponse.error()));
    await userEvent.type(dialog.getByRole("textbox", { name: "解約理由" }), "理由");
    await userEvent.click(dialog.getByRole("button", { name: "解約する" }));
    expect(
      await dialog.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    expect(dialog.getByRole("textbox", { name: "解約理由" })).toHaveValue("理由");
  });

  it("is disabled with its reason when the contract is over", async () => {
    await openDetail(aContract({ status: "EXPIRED", endDate: "2026-10-31" }));
    expect(action("解約する")).toHaveAttribute("aria-disabled", "true");
    expect(action("解約する")).toHaveAccessibleDescription(
      "契約期間が終了しているため、解約できません。",
    );
    action("解約する").focus();
    expect(action("解約する")).toHaveFocus();
    await userEvent.click(action("解約する"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("taking a termination back", () => {
  const terminated = aContract({
    status: "TERMINATED",
    terminationDate: "2026-10-31",
    terminationReason: "誤り",
  });

  it("gives the contract its period back", async () => {
    const { of } = await openDetail(terminated);
    const reinstated = { ...terminated, terminationDate: null, terminationReason: null };
    server.use(
      http.post(`${api}/contracts/1/reinstate`, () => HttpResponse.json(reinstated)),
      http.get(`${api}/contracts/1`, () => HttpResponse.json(reinstated)),
    );
    await userEvent.click(action("解約を取り消す"));
    const dialog = within(await screen.findByRole("dialog", { name: "解約の取り消し" }));
    await userEvent.click(dialog.getByRole("button", { name: "解約を取り消す" }));
    expect(await screen.findByText("解約を取り消しました。")).toBeVisible();
    await waitFor(() => expect(screen.queryByText("解約理由")).toBeNull());
    expect(of("POST", "/contracts/1/reinstate")).toHaveLength(1);
  });

  it("names the contract that began meanwhile", async () => {
    expectConsoleErrors();
    await openDetail(terminated);
    server.use(
      http.post(`${api}/contracts/1/reinstate`, () =>
        problem(409, "PERIOD_OVERLAPS", "契約期間が重複しています。", {
          conflicts: [{ contractId: 2, startDate: "2026-11-01", endDate: "2027-10-31" }],
        }),
      ),
    );
    await userEvent.click(action("解約を取り消す"));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "解約を取り消す" }));
    expect(await dialog.findByText("契約期間が重複しています。")).toBeVisible();
    expect(dialog.getByRole("link", { name: /2026\/11\/01〜2027\/10\/31/ })).toHaveAttribute(
      "href",
      "/admin/contracts/2/show",
    );
  });
});

describe("deleting a contract", () => {
  async function openDialog() {
    const calls = await openDetail(aContract(unused));
    await userEvent.click(action("削除する"));
    const dialog = within(await screen.findByRole("alertdialog", { name: "契約の削除" }));
    return { dialog, ...calls };
  }

  it("asks first, naming the contract, then leads back to the list", async () => {
    const { dialog, of } = await openDialog();
    expect(dialog.getByText("以下の契約を削除しますか？ この操作は元に戻せません。")).toBeVisible();
    expect(dialog.getByText("2026/04/01〜2027/03/31")).toBeVisible();
    server.use(http.delete(`${api}/contracts/1`, () => HttpResponse.json(aContract(unused))));
    await userEvent.click(dialog.getByRole("button", { name: "削除する" }));
    expect(await screen.findByText("契約を削除しました。")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 1, name: "契約" })).toBeVisible();
    expect(of("DELETE", "/contracts/1")[0]?.headers.get("If-Match")).toBe('"1"');
  });

  it("does nothing on キャンセル", async () => {
    const { dialog, of } = await openDialog();
    await userEvent.click(dialog.getByRole("button", { name: "キャンセル" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(of("DELETE", "/contracts/1")).toHaveLength(0);
  });

  it("says that it failed", async () => {
    expectConsoleErrors();
    const { dialog } = await openDialog();
    server.use(
      http.delete(`${api}/contracts/1`, () =>
        problem(409, "CONTRACT_HAS_USAGE", "利用実績のある契約は削除できません。"),
      ),
    );
    await userEvent.click(dialog.getByRole("button", { name: "削除する" }));
    expect(await dialog.findByText("契約削除に失敗しました。")).toBeVisible();
  });

  it("is disabled with its reason when anything was used", async () => {
    await openDetail(aContract());
    expect(action("削除する")).toHaveAttribute("aria-disabled", "true");
    expect(action("削除する")).toHaveAccessibleDescription(
      "利用実績があるため、削除できません。契約を終えるには、解約してください。",
    );
  });
});

describe("the usage chart", () => {
  it("shows the months of the contract, with a table of the same figures", async () => {
    const { of } = contractApi(server, [aContract()]);
    server.use(
      http.get(`${api}/contracts/1/usage`, ({ request }) => {
        const by = new URL(request.url).searchParams.get("by");
        const period = by === "day" ? "2026-11-20" : "2026-11";
        return HttpResponse.json({
          by,
          points: [{ period, transcriptCount: 12, transcriptMinutes: 80 }],
        });
      }),
    );
    openAdmin("/contracts/1/show");
    expect(
      await screen.findByRole("img", { name: "件数の推移（月別、2026年4月〜2027年3月）" }),
    ).toBeVisible();
    expect(screen.getByText("合計：12件")).toBeVisible();
    const row = screen.getByRole("row", { name: "2026年11月 12件 1時間20分", hidden: true });
    expect(row).toBeInTheDocument();

    await userEvent.click(screen.getByRole("radio", { name: "日別" }));
    await userEvent.click(screen.getByRole("radio", { name: "時間" }));
    expect(
      await screen.findByRole("img", { name: "時間の推移（日別、2026年11月）" }),
    ).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "前の月" }));
    expect(screen.getByRole("img", { name: "時間の推移（日別、2026年10月）" })).toBeVisible();
    expect(screen.getByText("1分未満は切り上げて表示しています。")).toBeVisible();
    expect(of("GET", "/contracts/1/usage").map(({ query }) => query.by)).toEqual(["month", "day"]);
  });

  it("says what went wrong and leaves the rest of the page", async () => {
    expectConsoleErrors();
    contractApi(server, [aContract()]);
    server.use(http.get(`${api}/contracts/1/usage`, () => HttpResponse.error()));
    openAdmin("/contracts/1/show");
    expect(
      await screen.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    expect(fieldOf("組織名")).toBe("デモ株式会社");
  });
});
