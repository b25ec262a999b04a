import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { beginEdit, button, cursor, entriesApi, openEntries, pointAt } from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";

entriesApi();

const three = [
  anEntry({ entryId: 1, note: "循環器" }),
  anEntry({ entryId: 2, surface: "褥瘡", reading: "じょくそう", note: "皮膚科" }),
  anEntry({ entryId: 3, surface: "寛解", reading: "かんかい" }),
];

async function edit() {
  const { records } = await openEntries(three);
  await beginEdit();
  return records;
}

/** Pastes what a spreadsheet has copied, in both of its forms. */
function paste(text: string, html = "") {
  const getData = (type: string) => (type === "text/html" ? html : text);
  fireEvent.paste(cursor(), { clipboardData: { getData } });
}

/** Copies what is chosen, or the active cell. */
function copied(): string {
  let text = "";
  const setData = (_: string, data: string) => {
    text = data;
  };
  fireEvent.copy(cursor(), { clipboardData: { setData } });
  return text;
}

describe("cells of a spreadsheet", () => {
  it("stay in their rows where one between them is blank", async () => {
    const records = await edit();
    await pointAt("循環器");
    paste("一\n\n三\n");
    await screen.findByText("3件を貼り付けました。");
    expect(records.all().map(({ note }) => note)).toEqual(["一", "", "三"]);
  });

  it("may begin with a quotation mark", async () => {
    const records = await edit();
    await userEvent.click(button("単語を追加"));
    paste('"速報\tそくほう\n続報\tぞくほう\n"終報\tしゅうほう\n');
    await screen.findByText("3件を貼り付けました。");
    expect(records.all().slice(3)).toMatchObject([
      { surface: '"速報', reading: "そくほう" },
      { surface: "続報", reading: "ぞくほう" },
      { surface: '"終報', reading: "しゅうほう" },
    ]);
  });

  it("leave the cursor in the column into which they were pasted, also where Home led to a new row's first", async () => {
    await edit();
    await userEvent.click(button("単語を追加"));
    await userEvent.keyboard("{Home}");
    const before = cursor().getAttribute("aria-label");
    paste("続報\tぞくほう\n");
    await screen.findByText("1件を貼り付けました。");
    expect(cursor()).toHaveAccessibleName(before ?? "");
  });

  it("may be a quotation mark and what follows it, alone", async () => {
    const records = await edit();
    await pointAt("循環器");
    paste('"速報\n');
    await waitFor(() => expect(records.all()[0]?.note).toBe('"速報'));
    expect(screen.queryByText(/処理に失敗しました/)).toBeNull();
  });

  it("come back as they were copied from the table, quotation marks and all", async () => {
    const records = await edit();
    await pointAt("循環器");
    paste('"引用"');
    await waitFor(() => expect(records.all()[0]?.note).toBe('"引用"'));
    await pointAt('"引用"');
    const text = copied();
    expect(text).toBe('"引用"');
    await pointAt("皮膚科");
    paste(text);
    await waitFor(() => expect(records.all()[1]?.note).toBe('"引用"'));
  });

  it("have a space for a line break, alone as well", async () => {
    const records = await edit();
    await userEvent.click(button("単語を追加"));
    paste('"会議\n室"\tかいぎしつ\n');
    await screen.findByText("1件を貼り付けました。");
    expect(records.all()[3]).toMatchObject({ surface: "会議 室", reading: "かいぎしつ" });
    await pointAt("循環器");
    paste('"循環\n器"\n');
    await waitFor(() => expect(records.all()[0]?.note).toBe("循環 器"));
  });

  it("fill new rows that could not be saved, each in its place", async () => {
    expectConsoleErrors();
    const records = await edit();
    await userEvent.click(button("単語を追加"));
    paste("嚥下\n浮腫\n誤嚥\n");
    await screen.findByText("保存していない入力が3件あります。");
    await pointAt("嚥下");
    await userEvent.keyboard("{ArrowRight}");
    paste("えんげ\n\nごえん\n");
    await screen.findByText("保存していない入力が1件あります。");
    expect(records.all().slice(3)).toMatchObject([
      { surface: "嚥下", reading: "えんげ" },
      { surface: "誤嚥", reading: "ごえん" },
    ]);
  });

  it("that were merged are told", async () => {
    await edit();
    await pointAt("循環器");
    paste("循環器\n\n", `<table><tr><td rowspan=2>循環器</td></tr><tr></tr></table>`);
    expect(await screen.findByText(/^結合されたセルがあります。/)).toBeVisible();
  });

  it("over which Excel lets a long text run are not merged", async () => {
    await edit();
    await pointAt("循環器");
    paste(
      "長い文\t\n短文\t\n",
      `<table><tr><td colspan=2 style='mso-ignore:colspan'>長い文</td></tr></table>`,
    );
    await screen.findByText("2件を貼り付けました。");
    expect(screen.queryByText(/^結合されたセル/)).toBeNull();
  });
});
