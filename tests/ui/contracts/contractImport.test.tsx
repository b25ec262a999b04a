import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { contractImportSentences, ROW_FIELDS } from "../../../domain/contractImports/rules.ts";
import type {
  ContractImportCheck,
  ContractImportRow,
  ContractImportSummary,
} from "../../../domain/contractImports/schemas.ts";
import { pick } from "../../../domain/fields.ts";
import { conflict, ruleBroken, unavailable } from "../../../server/problem.ts";
import { contractImports } from "../../../src/i18n/ja/contractImports.ts";
import { fileImports } from "../../../src/i18n/ja/fileImports.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { found, paged } from "../../support/doubleAnswer.ts";
import { aContract } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";

const CHECK = "POST /contract-imports/check";
const COMMIT = "POST /contract-imports";
const REVERT = "POST /contract-imports/{id}/revert";
const api = apiDouble("admin");
const at = "2026-04-15T01:00:00.000Z";

const contract = aContract({
  organizationName: "試験商事",
  maxTranscriptCount: 100,
  maxTranscriptMinutes: null,
  adminName: "山田 太郎",
  adminEmail: "yamada@example.com",
});
const values = pick(contract, ROW_FIELDS);

const rows: ContractImportRow[] = [
  {
    ...{ rowNo: 1, line: 2, verdict: "UPDATE", reason: null, cells: null, before: values },
    ...{ wrong: [], nameToRead: null },
    after: { ...values, maxTranscriptCount: null, maxTranscriptMinutes: 525, memo: "値上げ" },
  },
  {
    ...{ rowNo: 2, line: 3, verdict: "ERROR", before: null, after: null },
    reason: "組織が見つかりませんでした。",
    cells: { organizationNo: "99999999", startDate: "あした", maxTranscriptCount: "多め" },
    ...{ wrong: ["organizationNo", "startDate", "maxTranscriptCount"], nameToRead: null },
  },
];

function aCheck(given: Partial<ContractImportCheck> = {}): ContractImportCheck {
  return {
    fileName: "契約.csv",
    encoding: "cp932",
    ignoredColumns: ["ステータス", "解約日"],
    converted: { total: 25, lines: [2, 1003] },
    counts: { new: 0, update: 1, unchanged: 0, error: 1 },
    digest: "one",
    rows,
    ...given,
  };
}

const done: ContractImportSummary = {
  contractImportId: 5,
  fileName: "契約.csv",
  createdAt: at,
  createdByName: "契約 担当",
  committedAt: at,
  result: { added: 0, updated: 1, unchanged: 0, skipped: 1 },
  revertedAt: null,
  undone: null,
  revertibleUntil: "2026-04-22T01:00:00.000Z",
};

/** The API, which has this import already or answers this check. */
function importIs({ check = aCheck(), stored }: ImportIs = {}) {
  let imported = stored;
  const is = (given: Partial<ContractImportSummary> = {}) => {
    imported = { ...done, ...given };
    return imported;
  };
  contractsAre();
  api.answer("GET /contract-imports", (asked) => paged(imported ? [imported] : [])(asked));
  api.answer("GET /contract-imports/{id}", () => found(imported));
  api.answer(CHECK, () => check);
  api.answer(COMMIT, () => is());
  api.answer(REVERT, () =>
    is({ revertedAt: at, undone: { removed: 0, restored: 1 }, revertibleUntil: null }),
  );
}

interface ImportIs {
  check?: ContractImportCheck;
  stored?: ContractImportSummary;
}

const region = (name: string) => screen.findByRole("region", { name });
const press = async (name: string, within_ = screen as Pick<typeof screen, "findByRole">) =>
  userEvent.click(await within_.findByRole("button", { name }));

async function openDryRun(given: Partial<ContractImportCheck> = {}) {
  importIs({ check: aCheck(given) });
  openAdmin("/contracts/import");
  const file = new File(["組織番号,契約開始日\r\n"], "契約.csv", { type: "text/csv" });
  await userEvent.upload(
    await screen.findByLabelText("ファイルを選択", { selector: "input" }),
    file,
  );
  const dryRun = within(await region("取り込み内容の確認"));
  await dryRun.findByRole("table", { busy: false });
  return dryRun;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("an import of contracts", () => {
  it("says which rows a spreadsheet seems to have converted", async () => {
    const dryRun = await openDryRun();
    expect(dryRun.getByText("25件はExcelで変換された可能性があります。")).toBeVisible();
    expect(dryRun.getByText(/^2行目、1,003行目などを確認してください/)).toBeVisible();
  });

  it("is reached from the list, and says which columns are read", async () => {
    importIs();
    openAdmin("/contracts");
    await userEvent.click(await screen.findByRole("link", { name: "CSVを取り込む" }));
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("契約の取り込み");
    expect(screen.getByText(/必須の列は組織番号と契約開始日です。/)).toBeVisible();
    expect(await screen.findByText("取り込みはまだありません。")).toBeVisible();
  });

  it("shows before and after, and error rows as they stand in the file", async () => {
    const dryRun = await openDryRun();
    expect(dryRun.getByRole("heading", { name: "取り込み内容の確認" })).toHaveFocus();
    expect(window.location.search).toBe("?check=");
    expect(dryRun.getByText("次の列は取り込みません：ステータス、解約日")).toBeVisible();
    const changed = dryRun.getByRole("row", { name: /試験商事/ });
    expect(changed).toHaveTextContent("変更前100件変更後無制限");
    expect(changed).toHaveTextContent("変更前無制限変更後8時間45分");
    expect(changed).toHaveTextContent("値上げ");
    const wrong = dryRun.getByRole("row", { name: /99999999/ });
    expect(wrong).toHaveTextContent("誤り：あした誤り：多め");
    expect(wrong).toHaveTextContent("組織が見つかりませんでした。");
    await userEvent.click(dryRun.getByRole("radio", { name: "エラー 1" }));
    await waitFor(() => expect(dryRun.queryByRole("row", { name: /試験商事/ })).toBeNull());
  });

  it("asks about error rows, and sends the digest that was confirmed", async () => {
    const dryRun = await openDryRun();
    await press("取り込む", dryRun);
    expect(dryRun.getByRole("alert")).toHaveTextContent(
      "エラー行を修正するか、エラー行を除いて取り込んでください。",
    );
    const choice = dryRun.getByRole("checkbox", { name: /エラー行を除いて取り込む/ });
    expect(choice).toHaveFocus();
    expect(api.calls(COMMIT)).toEqual([]);
    await userEvent.click(choice);
    await press("取り込む", dryRun);
    const result = await region("取り込みの結果");
    expect(result).toHaveTextContent("更新 1件・取り込まなかった行 1件");
    expect(within(result).getByRole("heading")).toHaveFocus();
    expect(api.calls(COMMIT).map(({ body }) => body)).toEqual([
      { file: expect.any(File), digest: "one", skipErrors: "true" },
    ]);
  });

  it("shows the new state where others have changed contracts meanwhile", async () => {
    expectConsoleErrors();
    const dryRun = await openDryRun({
      counts: { new: 0, update: 1, unchanged: 0, error: 0 },
    });
    api.refuse(COMMIT, conflict("CONTRACTS_CHANGED"), { once: true });
    const counts = { new: 0, update: 2, unchanged: 0, error: 0 };
    api.answer(CHECK, () => aCheck({ digest: "two", counts }));
    await press("取り込む", dryRun);
    const notice = await screen.findByText(new RegExp(contractImportSentences.changed));
    await waitFor(() => expect(notice).toHaveFocus());
    expect(await dryRun.findByText("2件の契約を更新します。")).toBeVisible();
    await dryRun.findByRole("table", { busy: false });
    await press("取り込む", dryRun);
    await region("取り込みの結果");
    expect(api.calls(COMMIT).map(({ body }) => body)).toMatchObject([
      { digest: "one" },
      { digest: "two" },
    ]);
  });

  it("repeats a request that may have been carried out, and checks nothing again", async () => {
    expectConsoleErrors();
    const dryRun = await openDryRun({ counts: { new: 0, update: 1, unchanged: 0, error: 0 } });
    api.refuse(COMMIT, unavailable("REQUEST_IN_PROGRESS"), { once: true });
    await press("取り込む", dryRun);
    await dryRun.findByText(/同じ操作を処理しています/);
    await press("取り込む", dryRun);
    await region("取り込みの結果");
    expect(api.calls(CHECK)).toHaveLength(1);
    const keys = api.calls(COMMIT).map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  it("keeps to the file that was chosen while a refused one is checked again", async () => {
    expectConsoleErrors();
    const counts = { new: 0, update: 1, unchanged: 0, error: 0 };
    const dryRun = await openDryRun({ counts });
    let answerAgain = (_: ContractImportCheck) => {};
    api.refuse(COMMIT, conflict("CONTRACTS_CHANGED"), { once: true });
    api.answer(CHECK, () => aCheck({ fileName: "次.csv", digest: "next", counts }));
    const again = new Promise<ContractImportCheck>((resolve) => {
      answerAgain = resolve;
    });
    api.answer(CHECK, () => again, { once: true });
    await press("取り込む", dryRun);
    await waitFor(() => expect(api.calls(CHECK)).toHaveLength(2));
    const input = screen.getByLabelText(/ファイルを選択/, { selector: "input" });
    await userEvent.upload(input, new File(["組織番号"], "次.csv", { type: "text/csv" }));
    expect(await screen.findByText(contractImports.untouched("次.csv"))).toBeVisible();
    answerAgain(aCheck({ digest: "two", counts }));
    const replaced = screen.findByText(contractImports.untouched("契約.csv"), {}, { timeout: 300 });
    await expect(replaced).rejects.toThrow();
  });

  it("saves the error rows as a file that can be corrected and imported", async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = vi.fn((file: Blob) => {
      saved.push(file);
      return "blob:csv";
    });
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const dryRun = await openDryRun();
    await press("エラー行をダウンロード", dryRun);
    const lines = (await saved[0]?.text())?.trim().split("\r\n");
    expect(lines?.[0]).toMatch(/^\ufeff?組織番号,組織名,契約開始日,.*,メモ,行,理由$/);
    expect(lines?.slice(1)).toEqual(["99999999,,あした,,多め,,,,,,3,組織が見つかりませんでした。"]);
  });

  it("keeps a check while another page is open, however long", async () => {
    await openDryRun();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    await userEvent.click(screen.getByRole("link", { name: "契約一覧に戻る" }));
    await screen.findByRole("link", { name: "CSVを取り込む" });
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    window.history.back();
    expect(await screen.findByText(contractImports.untouched("契約.csv"))).toBeVisible();
  });

  it("forgets a check with a reload, and says so", async () => {
    importIs();
    openAdmin("/contracts/import?check=");
    expect(await screen.findByText(fileImports.file.missing)).toBeVisible();
  });

  it("says why a file cannot be read, and takes another", async () => {
    expectConsoleErrors();
    importIs();
    const message = "1行目：見出しに「契約開始日」がありません。";
    const extra = { file: { code: "HEADING_MISSING", line: 1 } };
    api.refuse(CHECK, ruleBroken("FILE_UNREADABLE", { message, extra }), { once: true });
    openAdmin("/contracts/import");
    const input = await screen.findByLabelText("ファイルを選択", { selector: "input" });
    await userEvent.upload(input, new File(["a"], "契約.csv", { type: "text/csv" }));
    expect(await screen.findByText(message)).toBeVisible();
    const again = screen.getByLabelText(/ファイルを選択/, { selector: "input" });
    await waitFor(() => expect(again).toHaveFocus());
  });

  it("is undone from the history", async () => {
    importIs({ stored: done });
    openAdmin("/contracts/import?import=5");
    const history = within(await region("最近の取り込み"));
    await press("契約.csvの取り込みを取り消す", history);
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/追加した契約は削除され/)).toBeVisible();
    await press("取り込みを取り消す", question);
    expect(await screen.findByText("取り込みを取り消しました。")).toBeVisible();
    expect(await region("取り込みの結果")).toHaveTextContent("元の内容に復元 1件");
    expect(await history.findByText("取り消し済み")).toBeVisible();
  });

  it("names the contracts that keep it from being undone", async () => {
    expectConsoleErrors();
    importIs({ stored: done });
    const contracts = [
      {
        ...{ contractId: 7, organizationName: "試験商事" },
        ...{ startDate: "2026-04-01", endDate: "2027-03-31", reason: "USED" as const },
      },
    ];
    api.refuse(REVERT, conflict("UNDO_REFUSED", { extra: { contracts } }));
    openAdmin("/contracts/import?import=5");
    await press("取り込みを取り消す", within(await region("取り込みの結果")));
    const question = within(await screen.findByRole("alertdialog"));
    await press("取り込みを取り消す", question);
    expect(await question.findByRole("alert")).toHaveTextContent(
      contractImportSentences.undoRefused,
    );
    const stored = within(question.getByRole("region", { name: "取り消しを妨げている契約" }));
    expect(stored.getByRole("link", { name: "試験商事" })).toHaveAttribute(
      "href",
      expect.stringContaining("/contracts/7/show"),
    );
    expect(stored.getByText("利用実績あり")).toBeVisible();
    expect(question.queryByRole("button", { name: "取り込みを取り消す" })).toBeNull();
  });
});
