import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { DICTIONARY_ENGINES, type DictionaryEngine } from "../../../domain/files/formats.ts";
import type { DictionaryFitness } from "../../../domain/files/schemas.ts";
import { RECOGNISERS } from "../../../domain/vocabulary/rules.ts";
import { notFound } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { aDictionary } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { openStaff, staff } from "./openStaff.tsx";

const FITNESS = "GET /dictionaries/{id}/fitness";
const api = apiDouble("staff");

type Report = DictionaryFitness["engines"][number];

type Sent = DictionaryFitness["recognisers"][number];

function fitnessIs(
  total: number,
  reports: Partial<Record<DictionaryEngine, Partial<Report>>>,
  sent: Partial<Record<Sent["engine"], Partial<Sent>>> = {},
) {
  dictionariesAre(aDictionary());
  api.answer(FITNESS, () => ({
    engines: DICTIONARY_ENGINES.map((engine) => ({
      engine,
      total,
      unfit: 0,
      retagged: 0,
      misfits: [],
      ...reports[engine],
    })),
    recognisers: RECOGNISERS.map((engine) => ({
      engine,
      total,
      unfit: 0,
      entries: [],
      ...sent[engine],
    })),
  }));
}

/** The row of an engine in the matrix of these words. */
const engine = (matrix: string, name: string) =>
  within(screen.getByRole("table", { name: matrix })).getByRole("row", {
    name: new RegExp(`^${name} `),
  });
const SENT = "音声認識エンジンに渡せない単語";
const FILES = "ダウンロードした辞書で確認する単語";

/** Opens an engine in its place; what is in it. */
async function open(matrix: string, name: string, words: string) {
  await screen.findByRole("table", { name: matrix });
  const button = within(engine(matrix, name)).getByRole("button", { name });
  expect(button).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(button);
  expect(button).toHaveAttribute("aria-expanded", "true");
  const table = screen.getByRole("table", { name: words });
  return { table: within(table), cell: table.closest("td") };
}

const misfit = (entryId: number): Report["misfits"][number] => ({
  entryId,
  surface: `A|B ${entryId}`,
  reading: "えーびー",
  field: "surface",
  message: "表記に「|」を使用できないため、ダウンロードできません。",
});

it("tells per engine what it cannot take, with a link that finds the entry", async () => {
  const misfits = Array.from({ length: 8 }, (_, index) => misfit(index + 1));
  fitnessIs(1_200, { amivoice: { unfit: 8, misfits } });
  openStaff("/dictionaries/1/show", staff);
  await userEvent.click(await screen.findByRole("link", { name: "エンジンごとの確認" }));
  const { table: report, cell } = await open(FILES, "AmiVoice", "AmiVoiceで確認する単語");
  expect(engine(FILES, "AmiVoice")).toHaveTextContent("AmiVoice1,2001,192要確認 8件");
  expect(cell).toHaveTextContent("1,200件のうち8件は、そのままでは利用できません。");
  expect(report.getAllByRole("row")).toHaveLength(6);
  expect(report.getAllByRole("row")[1]).toHaveTextContent(
    "A|B 1えーびー表記表記に「|」を使用できないため、ダウンロードできません。",
  );
  const href = report.getByRole("link", { name: "A|B 1" }).getAttribute("href") ?? "";
  const { pathname, searchParams } = new URL(href, "http://console");
  expect(pathname).toBe("/dictionaries/1");
  expect(JSON.parse(searchParams.get("filter") ?? "")).toEqual({ q: "A|B 1" });
  await userEvent.click(screen.getByRole("button", { name: "残りの3件を表示" }));
  expect(report.getAllByRole("row")).toHaveLength(9);
  expect(report.getByRole("link", { name: "A|B 6" })).toHaveFocus();
  expect(engine(FILES, "Sudachi")).toHaveTextContent("Sudachi1,2001,200利用可能");
  expect(within(engine(FILES, "Sudachi")).queryByRole("button")).toBeNull();
});

it("does not call a word unusable of which only the part of speech changes", async () => {
  const message = "品詞「名詞」がないため、指定なしでダウンロードします。";
  const retagged = { ...misfit(3), field: "partOfSpeech", message } as const;
  fitnessIs(20, {
    amivoice: { unfit: 3, retagged: 3, misfits: [retagged] },
    google: { unfit: 4, retagged: 3, misfits: [misfit(1), retagged] },
  });
  openStaff("/dictionaries/1/fitness", staff);
  const amivoice = await open(FILES, "AmiVoice", "AmiVoiceで確認する単語");
  const said = "3件は、品詞を変えるか省いてダウンロードします。";
  expect(amivoice.cell).toHaveTextContent(`すべての単語を利用できます。${said}`);
  expect(engine(FILES, "AmiVoice")).toHaveTextContent("AmiVoice2020利用可能品詞の変更 3件");
  const google = await open(FILES, "Google 日本語入力", "Google 日本語入力で確認する単語");
  expect(google.cell).toHaveTextContent(`20件のうち1件は、そのままでは利用できません。${said}`);
  expect(engine(FILES, "Google 日本語入力")).toHaveTextContent("2019要確認 1件品詞の変更 3件");
});

it("tells which words find no room in a recogniser's list, and what would make room", async () => {
  const message = "登録できる単語は500件までのため、入りきりません。";
  const entries = [
    { entryId: 7, surface: "鵜飼瀬", reading: "うかいせ", reason: "FULL" as const, message },
  ];
  fitnessIs(1_200, {}, { azure: { unfit: 700, entries } });
  openStaff("/dictionaries/1/fitness", staff);
  const { table, cell } = await open(SENT, "Azure AI Speech", "Azure AI Speechに渡せない単語");
  expect(cell).toHaveTextContent("1,200件のうち700件は渡せません。");
  expect(engine(SENT, "Azure AI Speech")).toHaveTextContent("1,200500渡せない 700件");
  expect(table.getAllByRole("row")[1]).toHaveTextContent(`鵜飼瀬うかいせ${message}`);
  expect(table.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
    "単語",
    "内容",
  ]);
  expect(
    screen.getByText(/単語の強さを上げるか、使用しない単語を無効にしてください。/),
  ).toBeVisible();
  expect(engine(SENT, "Whisper")).toHaveTextContent("すべて渡せる");
});

it("says that there is nothing to check", async () => {
  fitnessIs(0, {});
  openStaff("/dictionaries/1/fitness", staff);
  await screen.findByRole("table", { name: FILES });
  expect(engine(FILES, "Kuromoji")).toHaveTextContent("有効な単語はありません。");
});

it("says so where there is no such dictionary", async () => {
  expectConsoleErrors();
  dictionariesAre();
  api.refuse(FITNESS, notFound());
  openStaff("/dictionaries/7/fitness");
  expect(await screen.findByText("該当データが見つかりませんでした。")).toBeVisible();
});
