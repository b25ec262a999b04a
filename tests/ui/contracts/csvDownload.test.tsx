import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { limitReached, unauthenticated } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { csvFile } from "../../support/doubleAnswer.ts";
import { gate } from "../../support/gate.ts";
import { aContract, aUser } from "../../support/records.ts";
import { usersAre } from "../admin/adminRecords.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";

const EXPORT = "GET /contracts/export";
const FILE = "契約一覧_20261122.csv";
const CUT = "ダウンロードが途中で中断されました。もう一度お試しください。";
const api = apiDouble("admin");
const contracts = Array.from({ length: 230 }, (_, index) =>
  aContract({ contractId: index + 1, organizationName: `組織${index + 1}` }),
);
const rows = contracts.map(({ organizationName }) => organizationName);
const saved: { name: string; file: Blob }[] = [];

beforeEach(() => {
  saved.length = 0;
  let latest = new Blob();
  URL.createObjectURL = vi.fn((file: Blob) => {
    latest = file;
    return "blob:csv";
  });
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, file: latest });
  });
});

async function openList(path = "/contracts") {
  contractsAre(contracts);
  openAdmin(path);
  await screen.findByText("組織1");
}

const download = () => userEvent.click(screen.getByRole("button", { name: "CSVをダウンロード" }));
const dialogNow = async () =>
  within(await screen.findByRole("dialog", { name: "CSVのダウンロード" }));
const press = async (name: string) =>
  userEvent.click((await dialogNow()).getByRole("button", { name }));

it("saves what the filters show in one request, byte by byte, under the server's name", async () => {
  await openList('/contracts?filter={"status":"ACTIVE"}&sort=endDate&order=DESC');
  api.answer(EXPORT, () => csvFile(FILE, rows));
  const lists = api.calls("GET /contracts").length;
  await download();
  expect(await screen.findByText("230件をダウンロードしました。")).toBeVisible();
  expect(api.calls(EXPORT).map(({ query }) => query)).toEqual([
    { sort: "endDate,desc", status: "ACTIVE" },
  ]);
  expect(api.calls("GET /contracts")).toHaveLength(lists);
  expect(saved.map(({ name }) => name)).toEqual([FILE]);
  const bytes = new Uint8Array((await saved[0]?.file.arrayBuffer()) ?? new ArrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe(`組織名\r\n${rows.join("\r\n")}\r\n`);
});

it("counts rows, not lines: a cell may hold several, and quotes", async () => {
  await openList();
  api.answer(EXPORT, () => csvFile(FILE, ['"一行目\n""二"", 行目\n"', "次"]));
  await download();
  expect(await screen.findByText("2件をダウンロードしました。")).toBeVisible();
  expect(saved).toHaveLength(1);
});

it("tells how far it is of what the server counts, and stops on demand", async () => {
  expectConsoleErrors();
  await openList();
  const signals: AbortSignal[] = [];
  const rest = gate();
  api.answer(EXPORT, ({ signal }) => {
    signals.push(signal);
    return csvFile(FILE, rows.slice(0, 100), { total: 200, rest: () => rest.passed });
  });
  await download();
  const dialog = await dialogNow();
  expect(await dialog.findByText("データを取得しています... 100/200件")).toBeVisible();
  expect(dialog.getByRole("progressbar")).toMatchObject({ value: 100, max: 200 });
  await press("中止する");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]));
  rest.open();
  expect(saved).toEqual([]);
});

it("says what the server refuses, and can be tried again", async () => {
  expectConsoleErrors();
  await openList();
  api.answer(EXPORT, () => csvFile(FILE, rows));
  api.refuse(EXPORT, limitReached("OVERLOADED", "server", 5), { once: true });
  await download();
  expect(
    await (await dialogNow()).findByText("現在アクセスが集中しています。5秒後にお試しください。"),
  ).toBeVisible();
  await press("もう一度試す");
  expect(await screen.findByText("230件をダウンロードしました。")).toBeVisible();
  expect(saved).toHaveLength(1);
});

it("says that the server was not reached", async () => {
  expectConsoleErrors();
  await openList();
  api.cutOff(EXPORT);
  await download();
  expect(
    await (await dialogNow()).findByText(
      "ネットワークエラーが発生しました。通信環境をご確認ください。",
    ),
  ).toBeVisible();
});

it.each([
  ["the connection breaks in the middle", () => Promise.reject(new Error("cut"))],
  ["the answer ends before its last row", () => Promise.resolve()],
])("saves no part of a file: %s", async (_, rest) => {
  expectConsoleErrors();
  await openList();
  api.answer(EXPORT, () => csvFile(FILE, rows.slice(0, 100), { total: 230, rest }));
  await download();
  expect(await (await dialogNow()).findByText(CUT)).toBeVisible();
  expect(saved).toEqual([]);
});

it("saves nothing when the session has ended", async () => {
  expectConsoleErrors();
  await openList();
  api.refuse(EXPORT, unauthenticated());
  await download();
  await waitFor(() => expect(api.calls(EXPORT)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(saved).toEqual([]);
});

it("has nothing to offer for an empty list", async () => {
  contractsAre([]);
  openAdmin("/contracts");
  await screen.findByText("データがありません。");
  expect(screen.getByRole("button", { name: "CSVをダウンロード" })).toHaveAccessibleDescription(
    "条件に該当するデータがないため、ダウンロードできません。",
  );
});

it("is offered for users as well", async () => {
  usersAre(aUser());
  api.answer("GET /users/export", () => csvFile("利用者一覧_20261122.csv", ["佐藤"]));
  openAdmin('/users?filter={"status":"ACTIVE"}');
  await screen.findByText("佐藤 花子");
  await download();
  expect(await screen.findByText("1件をダウンロードしました。")).toBeVisible();
  expect(saved.map(({ name }) => name)).toEqual(["利用者一覧_20261122.csv"]);
  expect(api.calls("GET /users/export").map(({ query }) => query)).toEqual([
    { sort: "userName,asc", status: "ACTIVE" },
  ]);
});
