import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aContract } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";

const api = apiDouble("admin");
const contracts = Array.from({ length: 230 }, (_, index) =>
  aContract({ contractId: index + 1, organizationName: `組織${index + 1}` }),
);
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
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T15:30:00Z") });
});

async function openList(path = "/contracts") {
  contractsAre(contracts);
  openAdmin(path);
  await screen.findByText("組織1");
}

const download = () => userEvent.click(screen.getByRole("button", { name: "CSVをダウンロード" }));

it("saves all pages of what the filters show, named by the day in Tokyo", async () => {
  await openList('/contracts?filter={"status":"ACTIVE"}&sort=endDate&order=DESC');
  const shown = api.calls("GET /contracts").length;
  await download();
  expect(await screen.findByText("230件の契約をダウンロードしました。")).toBeVisible();
  expect(
    api
      .calls("GET /contracts")
      .slice(shown)
      .map(({ query }) => query),
  ).toEqual(
    ["0", "1", "2"].map((page) => ({
      page,
      size: "100",
      sort: "endDate,desc",
      status: "ACTIVE",
    })),
  );
  expect(saved.map(({ name }) => name)).toEqual(["契約一覧_20261121.csv"]);
  const bytes = new Uint8Array((await saved[0]?.file.arrayBuffer()) ?? new ArrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes).split("\r\n")).toHaveLength(232);
});

it("tells how far it is and stops on demand", async () => {
  expectConsoleErrors();
  await openList();
  api.answer("GET /contracts", async (asked) => {
    if (asked.query.page > 0) await delay("infinite");
    return paged(contracts)(asked);
  });
  await download();
  const dialog = within(await screen.findByRole("dialog", { name: "CSVのダウンロード" }));
  expect(await dialog.findByText("データを取得しています... 100/230件")).toBeVisible();
  expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "43");
  await userEvent.click(dialog.getByRole("button", { name: "中止する" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(saved).toEqual([]);
});

it("says what went wrong and can be tried again", async () => {
  expectConsoleErrors();
  await openList();
  api.cutOff("GET /contracts", { once: true });
  await download();
  const dialog = within(await screen.findByRole("dialog"));
  expect(
    await dialog.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
  ).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "もう一度試す" }));
  expect(await screen.findByText("230件の契約をダウンロードしました。")).toBeVisible();
  expect(saved).toHaveLength(1);
});
