import type { GetListParams } from "react-admin";
import { expect, it, vi } from "vitest";
import { contracts as texts } from "../../../src/i18n/ja/resources/contracts.ts";
import { csvHead, csvRows } from "../../../src/resources/contracts/list/contractCsv.ts";
import { exportContracts } from "../../../src/resources/contracts/list/exportContracts.ts";
import { aContract } from "../../support/records.ts";

function text(key: string): string {
  const found: unknown = key.split(".").reduce<unknown>((part, name) => Object(part)[name], texts);
  if (typeof found !== "string") throw new Error(`no text for ${key}`);
  return found;
}

const HEAD =
  "\ufeff契約ID,組織番号,組織名,ステータス,契約開始日,契約終了日,利用状況,利用件数,文字起こし上限件数," +
  "利用時間（分）,文字起こし上限時間（分）,管理者名,管理者メールアドレス,解約日,解約理由,メモ,登録日時,更新日時\r\n";

it("heads the file with a byte order mark and Japanese headings", () => {
  expect(csvHead(text)).toBe(HEAD);
});

it("writes a contract as people read it, dates in Tokyo, lines ended by CRLF", () => {
  expect(csvRows([aContract()], text)).toBe(
    "1,00000001,デモ株式会社,契約中,2026/04/01,2027/03/31,通常,120,1000,525,1200," +
      "佐藤 花子,orgadmin@example.com,,,,2026/03/20 10:00,2026/04/02 09:05\r\n",
  );
});

it("says 無制限 where there is no cap", () => {
  const row = csvRows([aContract({ maxTranscriptCount: null, maxTranscriptMinutes: null })], text);
  expect(row).toContain(",120,無制限,525,無制限,");
});

it.each(["=1+1", "+81", "-2", "@SUM(A1)", "＝1", "\t=1"])(
  "defuses a cell that begins as %j",
  (memo) => {
    expect(csvRows([aContract({ memo })], text)).toContain(`'${memo}`);
  },
);

it("quotes commas, quotes and line breaks", () => {
  const row = csvRows(
    [aContract({ organizationName: '山田,"商店"', memo: "一行目\n二行目" })],
    text,
  );
  expect(row).toContain('"山田,""商店"""');
  expect(row).toContain('"一行目\n二行目"');
});

const quietly = { text, signal: new AbortController().signal, onProgress: () => {} };

it("fetches all pages of a hundred in the list's order and tells how far it is", async () => {
  const all = Array.from({ length: 230 }, (_, index) => aContract({ contractId: index + 1 }));
  const fetchPage = vi.fn(async ({ pagination = { page: 1, perPage: 10 } }: GetListParams) => {
    const from = (pagination.page - 1) * pagination.perPage;
    const data = all.slice(from, from + pagination.perPage);
    return { data, total: 230 };
  });
  const progress: unknown[] = [];
  const { file, count } = await exportContracts({
    fetchPage,
    shown: { filter: { q: "髙橋" }, sort: { field: "endDate", order: "DESC" } },
    text,
    signal: new AbortController().signal,
    onProgress: (step) => progress.push(step),
  });
  expect(count).toBe(230);
  expect(progress).toEqual([
    { done: 100, total: 230 },
    { done: 200, total: 230 },
    { done: 230, total: 230 },
  ]);
  expect(fetchPage).toHaveBeenCalledTimes(3);
  expect(fetchPage.mock.calls[2]?.[0]).toMatchObject({
    pagination: { page: 3, perPage: 100 },
    filter: { q: "髙橋" },
    sort: { field: "endDate", order: "DESC" },
  });
  const lines = (await file.text()).split("\r\n");
  expect(lines).toHaveLength(232);
});

it("asks for no page beyond the last, where that is full", async () => {
  const all = Array.from({ length: 200 }, (_, index) => aContract({ contractId: index + 1 }));
  const fetchPage = vi.fn(async ({ pagination = { page: 1, perPage: 10 } }: GetListParams) => ({
    data: all.slice((pagination.page - 1) * 100, pagination.page * 100),
    total: 200,
  }));
  const { count } = await exportContracts({ fetchPage, shown: {}, ...quietly });
  expect(count).toBe(200);
  expect(fetchPage).toHaveBeenCalledTimes(2);
});

it("writes a contract once that moves to a later page meanwhile", async () => {
  const all = Array.from({ length: 150 }, (_, index) => aContract({ contractId: index + 1 }));
  const fetchPage = async ({ pagination = { page: 1, perPage: 10 } }: GetListParams) => {
    const data = all.slice((pagination.page - 1) * 100, pagination.page * 100);
    const [first] = all.splice(0, 1);
    if (first) all.push(first);
    return { data, total: 150 };
  };
  const { file, count } = await exportContracts({ fetchPage, shown: {}, ...quietly });
  const ids = (await file.text())
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[0]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(count).toBe(ids.length);
});

it("ends between pages when it is cancelled", async () => {
  const cancel = new AbortController();
  const fetchPage = vi.fn(async () => {
    cancel.abort();
    return { data: [], total: 1000 };
  });
  const running = exportContracts({
    fetchPage,
    shown: {},
    text,
    signal: cancel.signal,
    onProgress: () => {},
  });
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  expect(fetchPage).toHaveBeenCalledTimes(1);
});
