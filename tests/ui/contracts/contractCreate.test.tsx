import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Organization } from "../../../domain/organizations/schemas.ts";
import { conflict } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aContract, anOrganization } from "../../support/records.ts";
import { asIncomplete, asTextField } from "../components/dateFields.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";

const api = apiDouble("admin");
const field = (name: string) => screen.getByRole("textbox", { name });
const submit = () => userEvent.click(screen.getByRole("button", { name: "契約を追加" }));

const takahashi = anOrganization({ organizationId: 3, organizationName: "髙橋商事" });

function organizations(...found: readonly Organization[]) {
  api.answer("GET /organizations", paged(found));
}

async function fillNew(given: { email?: string } = {}) {
  await screen.findByRole("heading", { name: "契約の追加" });
  await userEvent.type(field("組織名"), "ＡＢＣ商事");
  await userEvent.type(field("管理者名"), "髙橋 花子");
  await userEvent.type(field("管理者メールアドレス"), given.email ?? "hanako@example.com");
  await userEvent.type(screen.getByLabelText(/^開始月/), "2027-04");
  await userEvent.type(screen.getByLabelText(/^終了月/), "2028-02");
  await userEvent.type(field("文字起こし上限件数"), "１，０００");
  await userEvent.click(screen.getByRole("checkbox", { name: "時間を無制限にする" }));
}

describe("a contract with a new organization", () => {
  it("is sent with the first and last day of the months, and tells of the invitation", async () => {
    const created = aContract({ contractId: 9, adminEmail: "hanako@example.com" });
    contractsAre([created]);
    api.answer("POST /contracts", () => created);
    openAdmin("/contracts/create");
    await fillNew();
    await submit();
    expect(await screen.findByText("契約を追加しました。")).toBeVisible();
    expect(
      await screen.findByRole("heading", { name: "デモ株式会社 2026/04〜2027/03" }),
    ).toBeVisible();
    expect(window.location.pathname).toBe("/admin/contracts/9/show");
    expect(screen.getByText("hanako@example.comに招待メールを送信しました。")).toBeVisible();
    const [sent] = api.calls("POST /contracts");
    expect(sent?.body).toEqual({
      organizationName: "ＡＢＣ商事",
      organizationNameKana: null,
      adminName: "髙橋 花子",
      adminNameKana: null,
      adminEmail: "hanako@example.com",
      startDate: "2027-04-01",
      endDate: "2028-02-29",
      maxTranscriptCount: 1000,
      maxTranscriptMinutes: null,
      memo: "",
    });
    expect(sent?.headers.get("Idempotency-Key")).toBeTruthy();
  });

  it("keeps all input and marks the address when the address exists", async () => {
    expectConsoleErrors();
    contractsAre();
    api.refuse("POST /contracts", conflict("EMAIL_EXISTS"));
    openAdmin("/contracts/create");
    await fillNew();
    await submit();
    await waitFor(() => expect(field("管理者メールアドレス")).toBeInvalid());
    expect(field("管理者メールアドレス")).toHaveAccessibleDescription(
      expect.stringContaining("メールアドレスが重複しています。"),
    );
    expect(screen.getAllByText("メールアドレスが重複しています。")).toHaveLength(1);
    expect(
      screen.getByText("入力内容に不備があります。", { selector: "[role=alert]" }),
    ).toBeVisible();
    await waitFor(() => expect(field("管理者メールアドレス")).toHaveFocus());
    expect(field("組織名")).toHaveValue("ＡＢＣ商事");
    await submit();
    await waitFor(() => expect(api.calls("POST /contracts")).toHaveLength(2));
    const keys = api.calls("POST /contracts").map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("warns of an address that exists while it is typed", async () => {
    contractsAre();
    api.answer("POST /contracts/check", () => ({
      conflicts: [],
      warnings: [{ code: "EMAIL_EXISTS" }],
    }));
    openAdmin("/contracts/create");
    await screen.findByRole("heading", { name: "契約の追加" });
    await userEvent.type(field("管理者メールアドレス"), "hanako@example.com");
    expect(await screen.findByText("このメールアドレスはすでに登録されています。")).toBeVisible();
    const asked = api.calls("POST /contracts/check");
    expect(asked.at(-1)?.body).toMatchObject({ adminEmail: "hanako@example.com" });
    expect(asked.length).toBeLessThan(4);
  });

  it("names every missing field at once, in the order of the page, and focuses the first", async () => {
    contractsAre();
    openAdmin("/contracts/create");
    await screen.findByRole("heading", { name: "契約の追加" });
    await submit();
    await screen.findByText("組織名を入力してください。");
    for (const label of [
      "管理者名",
      "管理者メールアドレス",
      "開始月",
      "終了月",
      "文字起こし上限件数",
      "文字起こし上限時間（分）",
    ]) {
      expect(screen.getByText(`${label}を入力してください。`)).toBeVisible();
    }
    expect(screen.getByText("入力内容に不備があります。")).toBeVisible();
    await waitFor(() => expect(field("組織名")).toHaveFocus());
    expect(api.calls("POST /contracts")).toHaveLength(0);
  });

  it("says of months that they are in the wrong order", async () => {
    contractsAre();
    openAdmin("/contracts/create");
    await fillNew();
    await userEvent.clear(screen.getByLabelText(/^終了月/));
    await userEvent.type(screen.getByLabelText(/^終了月/), "2027-03");
    await submit();
    expect(await screen.findByText("終了月は開始月以降の年月を入力してください。")).toBeVisible();
  });

  it("says which months there are to choose from", async () => {
    contractsAre();
    openAdmin("/contracts/create");
    await fillNew();
    await userEvent.clear(screen.getByLabelText(/^終了月/));
    await userEvent.type(screen.getByLabelText(/^終了月/), "2200-03");
    await submit();
    expect(
      await screen.findByText("2000年1月から2199年12月までの年月を入力してください。"),
    ).toBeVisible();
  });

  it("tells an incomplete date or month from an empty one", async () => {
    contractsAre();
    openAdmin("/contracts/create");
    await screen.findByRole("heading", { name: "契約の追加" });
    asIncomplete(screen.getByLabelText(/^終了月/));
    await submit();
    expect(await screen.findByText("年月を最後まで入力してください。")).toBeVisible();
    await userEvent.click(screen.getByRole("radio", { name: "日付で指定" }));
    asIncomplete(screen.getByLabelText(/^契約終了日/));
    await submit();
    expect(
      await screen.findByText("日付を最後まで入力してください。存在しない日付は入力できません。"),
    ).toBeVisible();
    expect(api.calls("POST /contracts")).toHaveLength(0);
  });

  it("takes a written month where the browser shows a text field, by Enter as well", async () => {
    const created = aContract();
    contractsAre([created]);
    api.answer("POST /contracts", () => created);
    openAdmin("/contracts/create");
    await fillNew();
    const [start, end] = [screen.getByLabelText(/^開始月/), screen.getByLabelText(/^終了月/)];
    for (const input of [start, end]) {
      asTextField(input);
      await userEvent.clear(input);
    }
    await userEvent.type(end, "R10.2");
    await userEvent.type(start, "令和９年４月");
    expect(end).toHaveValue("2028-02");
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(api.calls("POST /contracts")[0]?.body).toMatchObject({
        startDate: "2027-04-01",
        endDate: "2028-02-29",
      }),
    );
  });

  it("says how a month is written where it cannot be read", async () => {
    contractsAre();
    openAdmin("/contracts/create");
    await screen.findByRole("heading", { name: "契約の追加" });
    const start = asTextField(screen.getByLabelText(/^開始月/));
    await userEvent.clear(start);
    await userEvent.type(start, "来月");
    await userEvent.tab();
    expect(await screen.findByText("年月の形式（例：2026-04）で入力してください。")).toBeVisible();
    expect(start).toHaveValue("来月");
  });

  it("can be given by day", async () => {
    const created = aContract();
    contractsAre([created]);
    api.answer("POST /contracts", () => created);
    openAdmin("/contracts/create");
    await fillNew();
    await userEvent.click(screen.getByRole("radio", { name: "日付で指定" }));
    expect(screen.getByLabelText(/^契約開始日/)).toHaveValue("2027-04-01");
    fireEvent.change(screen.getByLabelText(/^契約終了日/), { target: { value: "2028-02-15" } });
    await submit();
    await waitFor(() =>
      expect(api.calls("POST /contracts")[0]?.body).toMatchObject({
        startDate: "2027-04-01",
        endDate: "2028-02-15",
      }),
    );
    await screen.findByRole("heading", { name: "デモ株式会社 2026/04〜2027/03" });
  });

  it("goes back from days to months by filling the months up", async () => {
    contractsAre();
    openAdmin("/contracts/create");
    await fillNew();
    await userEvent.click(screen.getByRole("radio", { name: "日付で指定" }));
    fireEvent.change(screen.getByLabelText(/^契約終了日/), { target: { value: "2028-02-15" } });
    await userEvent.click(screen.getByRole("radio", { name: "月で指定" }));
    expect(screen.getByLabelText(/^終了月/)).toHaveValue("2028-02");
    expect(screen.getByText("2027/04/01〜2028/02/29（335日間）")).toBeVisible();
  });

  it("takes caps as they are shown, and shows the number when the field is left", async () => {
    contractsAre();
    openAdmin("/contracts/create");
    await screen.findByRole("heading", { name: "契約の追加" });
    const [count, minutes] = [field("文字起こし上限件数"), field("文字起こし上限時間（分）")];
    await userEvent.type(count, "1,200件");
    await userEvent.type(minutes, "8時間45分");
    expect(screen.getByText("8時間45分")).toBeVisible();
    await userEvent.tab();
    expect(count).toHaveValue("1,200");
    expect(minutes).toHaveValue("525");
    await userEvent.clear(minutes);
    await userEvent.type(minutes, "８：４５");
    await userEvent.tab();
    expect(minutes).toHaveValue("525");
  });

  it("says at the field what a cap cannot be read from", async () => {
    contractsAre();
    openAdmin("/contracts/create");
    await screen.findByRole("heading", { name: "契約の追加" });
    const [count, minutes] = [field("文字起こし上限件数"), field("文字起こし上限時間（分）")];
    await userEvent.type(count, "12,00");
    await userEvent.type(minutes, "半日");
    await userEvent.tab();
    await waitFor(() =>
      expect(count).toHaveAccessibleDescription("文字起こし上限件数は整数で入力してください。"),
    );
    expect(minutes).toHaveAccessibleDescription(
      "文字起こし上限時間は、分（例：525）か時間（例：8時間45分）で入力してください。",
    );
    expect(minutes).toHaveValue("半日");
  });

  it("brings back the cap that stood there when 無制限 is taken back", async () => {
    contractsAre();
    openAdmin("/contracts/create");
    await screen.findByRole("heading", { name: "契約の追加" });
    await userEvent.type(field("文字起こし上限件数"), "500");
    const unlimited = screen.getByRole("checkbox", { name: "件数を無制限にする" });
    await userEvent.click(unlimited);
    expect(field("文字起こし上限件数")).toBeDisabled();
    await userEvent.click(unlimited);
    expect(field("文字起こし上限件数")).toHaveValue("500");
  });

  it("says that the network is down and loses nothing", async () => {
    expectConsoleErrors();
    contractsAre();
    api.cutOff("POST /contracts");
    openAdmin("/contracts/create");
    await fillNew();
    await submit();
    expect(
      await screen.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    expect(field("組織名")).toHaveValue("ＡＢＣ商事");
  });
});

describe("a contract for an existing organization", () => {
  const latest = aContract({
    organizationId: 3,
    organizationName: "髙橋商事",
    adminEmail: "takahashi@example.com",
  });

  async function choose(keyword: string) {
    await screen.findByRole("heading", { name: "契約の追加" });
    await userEvent.click(screen.getByRole("radio", { name: "既存の組織" }));
    const box = screen.getByRole("combobox", { name: "組織" });
    await userEvent.type(box, keyword);
    await screen.findByRole("option", { name: /髙橋商事/ });
    await userEvent.keyboard("{Enter}");
    return box;
  }

  it("is found by keyboard, and brings its admin, caps and the next period", async () => {
    contractsAre([latest]);
    organizations(takahashi);
    openAdmin("/contracts/create");
    const box = await choose("高橋");
    expect(box).toHaveValue("髙橋商事");
    expect(api.calls("GET /organizations").at(-1)?.query.q).toBe("高橋");
    await waitFor(() => expect(field("管理者名")).toHaveValue("佐藤 花子"));
    expect(field("管理者メールアドレス")).toHaveValue("takahashi@example.com");
    expect(screen.getByLabelText(/^開始月/)).toHaveValue("2027-04");
    expect(screen.getByLabelText(/^終了月/)).toHaveValue("2028-03");
    expect(field("文字起こし上限件数")).toHaveValue("1,000");
    expect(api.calls("POST /contracts")).toHaveLength(0);
  });

  it("keeps what the person typed before choosing", async () => {
    contractsAre([latest]);
    organizations(takahashi);
    openAdmin("/contracts/create");
    await screen.findByRole("heading", { name: "契約の追加" });
    await userEvent.type(field("管理者名"), "田中 次郎");
    await choose("高橋");
    await waitFor(() => expect(field("管理者メールアドレス")).toHaveValue("takahashi@example.com"));
    expect(field("管理者名")).toHaveValue("田中 次郎");
  });

  it("has to be chosen", async () => {
    contractsAre();
    organizations();
    openAdmin("/contracts/create");
    await screen.findByRole("heading", { name: "契約の追加" });
    await userEvent.click(screen.getByRole("radio", { name: "既存の組織" }));
    await submit();
    expect(await screen.findByText("組織を選択してください。")).toBeVisible();
  });

  it("says so when no organization matches", async () => {
    contractsAre();
    organizations();
    openAdmin("/contracts/create");
    await screen.findByRole("heading", { name: "契約の追加" });
    await userEvent.click(screen.getByRole("radio", { name: "既存の組織" }));
    await userEvent.type(screen.getByRole("combobox", { name: "組織" }), "無い");
    expect(await screen.findByText("該当する候補はありません。")).toBeVisible();
  });

  const inTheWay = { contractId: 77, startDate: "2027-06-01", endDate: "2027-08-31" };

  it("names the contract in the way while the period is typed, with a link to it", async () => {
    contractsAre([latest]);
    organizations(takahashi);
    api.answer("POST /contracts/check", () => ({ conflicts: [inTheWay], warnings: [] }));
    openAdmin("/contracts/create");
    await choose("高橋");
    expect(await screen.findByText("契約期間が重複しています。")).toBeVisible();
    expect(screen.getByText("開始月を2027年9月以降にしてください。")).toBeVisible();
    const link = within(screen.getByRole("list", { name: "重複している契約" })).getByRole("link");
    expect(link).toHaveTextContent("2027/06/01〜2027/08/31の契約");
    expect(link).toHaveAttribute("href", "/admin/contracts/77/show");
  });

  it("warns of a gap", async () => {
    contractsAre([latest]);
    organizations(takahashi);
    api.answer("POST /contracts/check", () => ({
      conflicts: [],
      warnings: [{ code: "GAP_BEFORE", startDate: "2027-04-01", endDate: "2027-04-30" }],
    }));
    openAdmin("/contracts/create");
    await choose("高橋");
    expect(
      await screen.findByText("契約期間に空白（2027/04/01〜2027/04/30）があります。"),
    ).toBeVisible();
  });

  it("names the contract in the way when the server refuses the period", async () => {
    contractsAre([latest]);
    organizations(takahashi);
    expectConsoleErrors();
    api.refuse(
      "POST /contracts",
      conflict("PERIOD_OVERLAPS", { extra: { conflicts: [inTheWay] } }),
    );
    openAdmin("/contracts/create");
    await choose("高橋");
    await waitFor(() => expect(field("管理者名")).toHaveValue("佐藤 花子"));
    await submit();
    expect(
      await screen.findByText("契約期間が重複しています。", { selector: "[role=alert]" }),
    ).toBeVisible();
    expect(await screen.findByRole("link", { name: /2027\/06\/01〜2027\/08\/31/ })).toBeVisible();
    expect(screen.getAllByText("契約期間が重複しています。")).toHaveLength(1);
    expect(field("管理者名")).toHaveValue("佐藤 花子");
  });
});

describe("a renewal", () => {
  it("begins with the organization, its caps and the next period", async () => {
    const before = aContract({ contractId: 5, organizationId: 3, organizationName: "髙橋商事" });
    contractsAre([before]);
    organizations(takahashi);
    const created = aContract({ contractId: 6 });
    api.answer("POST /contracts", () => {
      contractsAre([before, created]);
      return created;
    });
    openAdmin("/contracts/create?renew=5");
    expect(await screen.findByRole("combobox", { name: "組織" })).toHaveValue("髙橋商事");
    expect(screen.getByLabelText(/^開始月/)).toHaveValue("2027-04");
    const terms = screen.getByRole("region", { name: "現在の契約" });
    expect(terms).toHaveTextContent("2026/04/01〜2027/03/31");
    expect(terms).toHaveTextContent("120/1,000件");
    expect(terms).toHaveTextContent("8時間45分/20時間");
    await userEvent.click(screen.getByRole("button", { name: "次期契約を作成" }));
    expect(await screen.findByText("契約を追加しました。")).toBeVisible();
    expect(api.calls("POST /contracts")[0]?.body).toEqual({
      organizationId: 3,
      organizationName: "髙橋商事",
      adminName: "佐藤 花子",
      adminNameKana: null,
      adminEmail: "orgadmin@example.com",
      startDate: "2027-04-01",
      endDate: "2028-03-31",
      maxTranscriptCount: 1000,
      maxTranscriptMinutes: 1200,
      memo: "",
    });
  });

  it("proposes the period after the latest contract where there is a successor already", async () => {
    const before = aContract({ contractId: 5 });
    const successor = aContract({
      contractId: 6,
      startDate: "2027-04-01",
      endDate: "2027-09-30",
      adminName: "後任 太郎",
    });
    contractsAre([successor, before]);
    organizations(takahashi);
    openAdmin("/contracts/create?renew=5");
    expect(await screen.findByLabelText(/^開始月/)).toHaveValue("2027-10");
    expect(screen.getByLabelText(/^終了月/)).toHaveValue("2028-03");
    expect(field("管理者名")).toHaveValue("佐藤 花子");
  });

  it("proposes the days up to the next contract where it is to fill the gap", async () => {
    const before = aContract({ contractId: 5 });
    const next = aContract({ contractId: 6, startDate: "2027-06-01", endDate: "2027-12-31" });
    contractsAre([next, before]);
    organizations(takahashi);
    openAdmin("/contracts/create?renew=5&gap");
    expect(await screen.findByLabelText(/^開始月/)).toHaveValue("2027-04");
    expect(screen.getByLabelText(/^終了月/)).toHaveValue("2027-05");
  });

  it("shows what the running contract has, from whichever contract it begins", async () => {
    const running = aContract({ contractId: 5, maxTranscriptCount: 777 });
    const next = aContract({
      contractId: 6,
      status: "UPCOMING",
      startDate: "2027-04-01",
      endDate: "2028-03-31",
    });
    contractsAre([next, running]);
    organizations(takahashi);
    openAdmin("/contracts/create?renew=6");
    expect(await screen.findByRole("region", { name: "現在の契約" })).toHaveTextContent(
      "120/777件",
    );
  });

  it("shows what the last contract had where none is running", async () => {
    contractsAre([aContract({ contractId: 5, status: "EXPIRED" })]);
    organizations(takahashi);
    openAdmin("/contracts/create?renew=5");
    expect(await screen.findByRole("region", { name: "更新前の契約" })).toHaveTextContent(
      "120/1,000件",
    );
  });

  it("leads back to the list where the contract to renew is missing", async () => {
    expectConsoleErrors();
    contractsAre([]);
    openAdmin("/contracts/create?renew=5");
    expect(await screen.findByText("該当データが見つかりませんでした。")).toBeVisible();
    expect(screen.getByRole("link", { name: "契約一覧に戻る" })).toHaveAttribute(
      "href",
      "/admin/contracts",
    );
  });
});
