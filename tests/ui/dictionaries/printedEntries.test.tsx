import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { problemSentences } from "../../../domain/problems/sentences.ts";
import { forbidden } from "../../../server/problem.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { entriesApi, openEntries } from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";

const api = entriesApi();

const words = (count: number) =>
  Array.from({ length: count }, (_, n) => anEntry({ entryId: n + 1, surface: `語${n + 1}` }));

/** As browsers print, from the shortcut or from their menu: with these events around it. */
const print = vi.fn(() => {
  fireEvent(window, new Event("beforeprint"));
});
beforeEach(() => {
  print.mockClear();
  vi.stubGlobal("print", print);
});

// Looking for roles among thousands of cells takes a minute here.
const table = () => document.querySelector<HTMLTableElement>("table[aria-label=単語の表]");
const surfaces = () =>
  [...(table()?.tBodies[0]?.rows ?? [])].map(({ cells }) => cells[0]?.textContent);
const pressPrint = () => fireEvent.keyDown(document.body, { key: "p", ctrlKey: true });
const pagesRead = () => api.calls("GET /dictionaries/{id}/entries").length;

async function open(count: number) {
  await openEntries(words(count));
  await screen.findByRole("gridcell", { name: "語1" });
}

describe("the words of a dictionary on paper", () => {
  it("are all there with their headings, and gone from the page afterwards", async () => {
    await open(60);
    expect(table()).toBeNull();
    print();
    expect(surfaces()).toEqual(words(60).map(({ surface }) => surface));
    const [head, first] = table()?.rows ?? [];
    expect(head?.parentElement?.tagName).toBe("THEAD");
    expect(head).toHaveTextContent("表記読み品詞強さ備考有効");
    expect(first).toHaveTextContent("語1しんでんず名詞2（標準）有効");
    expect(screen.queryByText(/のうち/)).toBeNull();
    fireEvent(window, new Event("afterprint"));
    expect(table()).toBeNull();
  });

  it("are read first where the shortcut prints them", async () => {
    await open(450);
    const before = pagesRead();
    expect(pressPrint()).toBe(false);
    expect(print).not.toHaveBeenCalled();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(surfaces()).toHaveLength(450);
    expect(pagesRead()).toBeGreaterThan(before);
    fireEvent(window, new Event("afterprint"));
    // The browser prints by itself what needs no reading. The stream of changes may open late, and has
    // the words read again.
    await waitFor(() => expect(pressPrint()).toBe(true));
  });

  it("say how many there are where the menu prints those that were read", async () => {
    await open(450);
    print();
    const printed = surfaces().length;
    expect(printed).toBeLessThan(450);
    expect(
      screen.getByText(`全450件のうち、はじめの${printed}件です。`, { exact: false }),
    ).toHaveTextContent("Ctrl+P（⌘P）で印刷すると、2,000件までの単語を読み込んでから印刷します。");
  });

  it("are 2,000 at most", async () => {
    await open(2_150);
    pressPrint();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(surfaces()).toHaveLength(2_000);
    expect(screen.getByText("全2,150件のうち、はじめの2,000件です。")).toBeInTheDocument();
  });

  it("are not printed by the shortcut where they cannot be read", async () => {
    await open(450);
    expectConsoleErrors();
    api.refuse("GET /dictionaries/{id}/entries", forbidden());
    pressPrint();
    expect(await screen.findByText(problemSentences.FORBIDDEN)).toBeInTheDocument();
    expect(print).not.toHaveBeenCalled();
  });
});
