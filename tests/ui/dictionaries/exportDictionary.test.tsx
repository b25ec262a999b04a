import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { ExportLosses } from "../../../domain/files/schemas.ts";
import { lackingSentence, unfitSentence } from "../../../domain/files/sentences.ts";
import { limitReached, ruleBroken } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { openStaff, staff } from "./openStaff.tsx";

const EXPORT = "GET /dictionaries/{id}/export";
const api = apiDouble("staff");
const saved: { name: string; file: Blob }[] = [];

beforeEach(() => {
  saved.length = 0;
  let latest = new Blob();
  URL.createObjectURL = vi.fn((file: Blob) => {
    latest = file;
    return "blob:file";
  });
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, file: latest });
  });
});

const bytes = new Uint8Array([0x93, 0x8c, 0x0d, 0x0a]);
const aFile = (length = bytes.length) =>
  new HttpResponse(bytes, {
    headers: {
      "Content-Type": "text/plain; charset=shift_jis",
      "Content-Length": String(length),
      "Content-Disposition": "attachment; filename*=UTF-8''words.txt",
      "X-Total-Count": "2",
    },
  });

const character = (line: number, surface = `単語${line}😀`) => ({
  character: "😀",
  count: 1,
  entryId: line,
  surface,
  line,
});
const aWord = { entryId: 7, surface: "A|B", reading: "えーびー" };
const lossy = (characters: ExportLosses["characters"], entries: ExportLosses["entries"] = []) =>
  ruleBroken("EXPORT_LOSSY", {
    message:
      (characters.length > 0 ? lackingSentence("cp932", characters) : "") +
      (entries.length > 0 ? unfitSentence(entries.length) : ""),
    extra: {
      lackingTotal: characters.length,
      unfitTotal: entries.length,
      characters,
      entries,
    },
  });

const dialog = () => within(screen.getByRole("dialog", { name: "辞書のダウンロード" }));
const press = (name: string) => userEvent.click(dialog().getByRole("button", { name }));
const choose = (label: string, option: string) =>
  userEvent.selectOptions(dialog().getByRole("combobox", { name: label }), option);

async function openDialog() {
  dictionariesAre(aDictionary({ entryCount: 2 }));
  openStaff("/dictionaries/1", staff);
  await userEvent.click(await screen.findByRole("button", { name: "ほかの形式" }));
  await screen.findByRole("dialog", { name: "辞書のダウンロード" });
}

const asked = () => api.calls(EXPORT).map(({ query }) => query);

it("saves the file byte by byte, in the format and the encoding that were chosen", async () => {
  api.answer(EXPORT, () => aFile());
  await openDialog();
  expect(dialog().getByRole("combobox", { name: "文字コード" })).toHaveValue("utf-8-bom");
  await choose("形式", "Microsoft IME");
  expect(dialog().getByRole("combobox", { name: "文字コード" })).toHaveValue("utf-16le");
  expect(dialog().getByText(/^強さは出力されません。/)).toBeVisible();
  await choose("文字コード", "Shift_JIS（CP932）");
  await press("ダウンロード");
  expect(await screen.findByText("2件をダウンロードしました。")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked()).toEqual([{ format: "msime", encoding: "cp932", lossy: "false" }]);
  expect(saved.map(({ name }) => name)).toEqual(["words.txt"]);
  expect(new Uint8Array((await saved[0]?.file.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
});

it("saves what loses nothing by one press", async () => {
  api.answer(EXPORT, () => aFile());
  dictionariesAre(aDictionary({ entryCount: 2 }));
  openStaff("/dictionaries/1", staff);
  await userEvent.click(await screen.findByRole("button", { name: "CSVをダウンロード" }));
  expect(await screen.findByText("2件をダウンロードしました。")).toBeVisible();
  expect(asked()).toEqual([{ format: "csv", encoding: "utf-8-bom", lossy: "false" }]);
});

it("shows the first 20 characters that would be lost, and replaces them on demand", async () => {
  expectConsoleErrors();
  const lacking = Array.from({ length: 23 }, (_, index) => character(index + 2));
  api.answer(EXPORT, ({ query }) => {
    if (query.lossy === "false") throw lossy(lacking);
    return aFile();
  });
  await openDialog();
  await choose("文字コード", "Shift_JIS（CP932）");
  await press("ダウンロード");
  expect(await dialog().findByRole("alert")).toHaveTextContent(lackingSentence("cp932", lacking));
  const table = dialog().getByRole("table", { name: "表せない文字" });
  expect(within(table).getAllByRole("row")).toHaveLength(21);
  expect(within(table).getAllByRole("row")[1]).toHaveTextContent("2行目😀単語2😀");
  expect(dialog().getByText("ほか3件")).toBeVisible();
  const inUtf8 = dialog().getByRole("button", { name: "UTF-8でダウンロード" });
  await waitFor(() => expect(inUtf8).toHaveFocus());
  expect(saved).toEqual([]);
  await press("置き換えてダウンロード");
  expect(await screen.findByText("2件をダウンロードしました。")).toBeVisible();
  expect(asked().at(-1)).toEqual({ format: "csv", encoding: "cp932", lossy: "true" });
  expect(saved).toHaveLength(1);
});

it("downloads in UTF-8 instead", async () => {
  expectConsoleErrors();
  api.answer(EXPORT, ({ query }) => {
    if (query.encoding === "cp932") throw lossy([character(2)]);
    return aFile();
  });
  await openDialog();
  await choose("文字コード", "Shift_JIS（CP932）");
  await press("ダウンロード");
  await dialog().findByRole("alert");
  await press("UTF-8でダウンロード");
  expect(await screen.findByText("2件をダウンロードしました。")).toBeVisible();
  expect(asked().at(-1)).toEqual({ format: "csv", encoding: "utf-8-bom", lossy: "false" });
});

it("names the entries that the format cannot hold, and leaves them out on demand", async () => {
  expectConsoleErrors();
  api.answer(EXPORT, ({ query }) => {
    if (query.lossy === "false") throw lossy([], [aWord]);
    return aFile();
  });
  await openDialog();
  await choose("形式", "AmiVoice");
  await press("ダウンロード");
  expect(await dialog().findByRole("alert")).toHaveTextContent(unfitSentence(1));
  expect(dialog().getByRole("table", { name: "表せない単語" })).toHaveTextContent("A|Bえーびー");
  expect(dialog().queryByRole("button", { name: /UTF-8/ })).toBeNull();
  await press("除いてダウンロード");
  expect(await screen.findByText("2件をダウンロードしました。")).toBeVisible();
  expect(asked().at(-1)).toEqual({ format: "amivoice", encoding: "utf-8", lossy: "true" });
});

it("saves no part of a file, says what the server refuses, and can be tried again", async () => {
  expectConsoleErrors();
  api.answer(EXPORT, () => aFile(9));
  api.refuse(EXPORT, limitReached("OVERLOADED", "server", 5), { once: true });
  await openDialog();
  await press("ダウンロード");
  expect(
    await dialog().findByText("現在アクセスが集中しています。5秒後にお試しください。"),
  ).toBeVisible();
  await press("もう一度試す");
  expect(
    await dialog().findByText("ダウンロードが途中で中断されました。もう一度お試しください。"),
  ).toBeVisible();
  expect(saved).toEqual([]);
});

it("has nothing to download of a dictionary without entries", async () => {
  dictionariesAre(aDictionary({ entryCount: 0 }));
  openStaff("/dictionaries/1");
  for (const name of ["CSVをダウンロード", "ほかの形式"]) {
    const button = await screen.findByRole("button", { name });
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAccessibleDescription(
      "単語が登録されていないため、ダウンロードできません。",
    );
  }
});
