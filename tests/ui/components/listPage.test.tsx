import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { type GetListParams, HttpError, type RaRecord } from "react-admin";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Column } from "../../../src/components/list/column.ts";
import { DataTable } from "../../../src/components/list/DataTable.tsx";
import { ListPage } from "../../../src/components/list/ListPage.tsx";
import {
  SearchMonth,
  SearchSelect,
  SearchText,
} from "../../../src/components/list/SearchFields.tsx";
import { SearchForm } from "../../../src/components/list/SearchForm.tsx";
import { asComplete, asIncomplete, asTextField } from "./dateFields.ts";
import { renderConsole } from "./renderConsole.tsx";

const columns: readonly Column<RaRecord>[] = [
  { source: "code", sortBy: true },
  { source: "name", sortBy: "nameKana", render: ({ name }) => `${name}様` },
  { source: "note" },
];
const named: readonly Column<RaRecord>[] = [
  { source: "code" },
  { source: "name", names: true },
  { source: "note" },
];
const states = [
  { id: "OPEN", name: "受付中" },
  { id: "DONE", name: "完了" },
];

const stock = Array.from({ length: 32 }, (_, index) => ({
  id: index + 1,
  code: `A-${index + 1}`,
  name: `山田${index + 1}`,
  note: null,
}));

const getList = vi.fn();

function answer({ pagination }: GetListParams) {
  const { page, perPage } = pagination ?? { page: 1, perPage: 10 };
  const data = stock.slice((page - 1) * perPage, page * perPage);
  return Promise.resolve({ data, total: stock.length });
}

beforeEach(() => {
  localStorage.clear();
  getList.mockReset().mockImplementation((_resource, params) => answer(params));
});

const EMPTY = {
  none: "荷物はまだ登録されていません。",
  noMatch: "条件に該当する荷物はありません。別の条件をお試しください。",
};

function openList(at = "/things", basename = "/") {
  return renderConsole({
    routes: [
      {
        path: "/things",
        element: (
          <ListPage
            title="荷物"
            overview={<p>概要</p>}
            actions={<button type="button">荷物を追加</button>}
            search={
              <SearchForm>
                <SearchText source="q" />
                <SearchMonth source="month" />
                <SearchSelect source="kind" choices={states} />
              </SearchForm>
            }
          >
            <DataTable
              columns={columns}
              empty={EMPTY}
              next={<a href="/things/create">最初の荷物を追加</a>}
            />
          </ListPage>
        ),
      },
      { path: "/things/:id/show", element: <h1>詳細</h1> },
    ],
    at,
    basename,
    dataProvider: { getList },
  });
}

const rows = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);
const loaded = () => screen.findByRole("link", { name: "A-1" });
const asked = (): GetListParams => getList.mock.lastCall?.[1];

describe("the list page", () => {
  it("has title, overview, search form, actions, table and pager", async () => {
    openList();
    await loaded();
    expect(screen.getByRole("heading", { level: 1, name: "荷物" })).toBeInTheDocument();
    expect(document.title).toBe("荷物 | Knowledge Insight");
    expect(screen.getByText("概要")).toBeInTheDocument();
    expect(screen.getByRole("search", { name: "検索条件" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "荷物を追加" })).toBeInTheDocument();
    expect(rows()).toHaveLength(10);
    expect(screen.getByRole("navigation", { name: "ページ送り" })).toBeInTheDocument();
    expect(screen.getByText("32件中 1〜10件")).toBeInTheDocument();
  });

  it("asks for pages of 10", async () => {
    openList();
    await loaded();
    expect(asked().pagination).toEqual({ page: 1, perPage: 10 });
  });

  it("scrolls the table to the top when the page changes", async () => {
    const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
    openList();
    await loaded();
    expect(scroll).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "次へ" }));
    await screen.findByRole("link", { name: "A-11" });
    await waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: "start" }));
    expect(scroll.mock.contexts[0]).toContainElement(screen.getByRole("table"));
  });

  it("keeps page and sort in the URL, and reads them from there", async () => {
    const { router } = openList("/things?page=2&perPage=10&sort=code&order=DESC&filter={}");
    await screen.findByRole("link", { name: "A-11" });
    expect(asked()).toMatchObject({
      pagination: { page: 2 },
      sort: { field: "code", order: "DESC" },
    });
    await userEvent.click(screen.getByRole("button", { name: "3ページ目" }));
    await screen.findByRole("link", { name: "A-21" });
    expect(router.state.location.search).toContain("page=3");
  });

  it("goes back by 戻る to the first page, and from there to the page before", async () => {
    const { router } = openList("/things/1/show");
    await router.navigate("/things");
    await loaded();
    await userEvent.click(screen.getByRole("button", { name: "次へ" }));
    await screen.findByRole("link", { name: "A-11" });
    await router.navigate(-1);
    await loaded();
    await router.navigate(-1);
    expect(router.state.location.pathname).toBe("/things/1/show");
  });
});

describe("the data table", () => {
  it.each([
    ["/things", 10],
    ["/things?perPage=25&page=1", 25],
  ])("shows one skeleton row per row of the page while %s loads", (at, size) => {
    getList.mockReturnValue(new Promise(() => {}));
    openList(at);
    expect(rows()).toHaveLength(size);
    expect(screen.getByText("読み込み中...")).toBeInTheDocument();
    expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true");
  });

  it("tells of an error with its detail, and tries again by 再読み込み", async () => {
    const message = "サーバーエラーが発生しました。管理者にお問い合わせください。";
    getList.mockRejectedValueOnce(new HttpError(message, 500, { message }));
    vi.mocked(console.error).mockImplementation(() => {});
    openList();
    const alert = within(
      await screen.findByText("エラーが発生しました。").then(() => screen.getByRole("table")),
    );
    expect(alert.getByRole("alert")).toHaveTextContent(`エラーが発生しました。${message}`);
    await userEvent.click(screen.getByRole("button", { name: "再読み込み" }));
    await loaded();
    expect(screen.queryByText("エラーが発生しました。")).toBeNull();
  });

  it("says データがありません。 and that there is nothing yet", async () => {
    getList.mockResolvedValue({ data: [], total: 0 });
    openList();
    expect(await screen.findByText("データがありません。")).toBeInTheDocument();
    expect(screen.getByText("荷物はまだ登録されていません。")).toBeInTheDocument();
    const table = within(screen.getByRole("table"));
    expect(table.getByRole("link", { name: "最初の荷物を追加" })).toBeVisible();
    expect(table.queryByRole("button", { name: "条件をクリア" })).toBeNull();
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  it("says データがありません。 and that nothing matches", async () => {
    getList.mockResolvedValue({ data: [], total: 0 });
    openList(`/things?filter=${encodeURIComponent('{"q":"xyz"}')}`);
    expect(await screen.findByText("データがありません。")).toBeInTheDocument();
    expect(
      screen.getByText("条件に該当する荷物はありません。別の条件をお試しください。"),
    ).toBeInTheDocument();
    const table = within(screen.getByRole("table"));
    expect(table.queryByRole("link", { name: "最初の荷物を追加" })).toBeNull();
    getList.mockImplementation((_resource, params) => answer(params));
    await userEvent.click(table.getByRole("button", { name: "条件をクリア" }));
    await loaded();
    expect(asked().filter).toEqual({});
    expect(screen.getByLabelText("キーワード")).toHaveValue("");
  });

  it("keeps the old rows, marked busy, while the next page loads", async () => {
    openList();
    await loaded();
    getList.mockReturnValue(new Promise(() => {}));
    await userEvent.click(screen.getByRole("button", { name: "次へ" }));
    await waitFor(() => expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true"));
    expect(screen.getByRole("link", { name: "A-1" })).toBeInTheDocument();
    expect(rows()).toHaveLength(10);
  });

  it("sorts by a header, back to front at the second press, and says so", async () => {
    openList();
    await loaded();
    const header = screen.getByRole("columnheader", { name: /^名前/ });
    expect(header).toHaveAttribute("aria-sort", "none");
    await userEvent.click(within(header).getByRole("button"));
    await waitFor(() => expect(header).toHaveAttribute("aria-sort", "ascending"));
    // The heading changes at once; what is asked for may follow one render later.
    await waitFor(() => expect(asked().sort).toEqual({ field: "nameKana", order: "ASC" }));
    await userEvent.click(within(header).getByRole("button"));
    await waitFor(() => expect(header).toHaveAttribute("aria-sort", "descending"));
    expect(screen.getByRole("columnheader", { name: "メモ" })).not.toHaveAttribute("aria-sort");
  });

  it("sorts by a choice on phones, where there are no headings", async () => {
    openList();
    await waitFor(() => expect(rows()[0]).toHaveTextContent(/^A-/));
    const choice = screen.getByLabelText("並べ替え");
    await userEvent.selectOptions(choice, "番号（降順）");
    await waitFor(() => expect(asked().sort).toEqual({ field: "code", order: "DESC" }));
    expect(choice).toHaveDisplayValue("番号（降順）");
  });

  it("renders plain values and a column's own rendering, with labels for the cards of a phone", async () => {
    openList();
    await loaded();
    const cells = within(rows()[0] ?? document.body).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual(["A-1", "山田1様", ""]);
    expect(cells.map((cell) => cell.dataset.label)).toEqual(["番号", "名前", "メモ"]);
  });

  it("links a record by its name, which heads its card on a phone", async () => {
    renderConsole({
      routes: [
        {
          path: "/things",
          element: (
            <ListPage title="荷物">
              <DataTable columns={named} />
            </ListPage>
          ),
        },
      ],
      dataProvider: { getList },
    });
    const link = await screen.findByRole("link", { name: "山田1" });
    expect(link).toHaveAttribute("href", "/things/1/show");
    expect(link.closest("td")).toHaveAttribute("data-names", "true");
    expect(screen.queryByRole("link", { name: "A-1" })).toBeNull();
  });

  it("opens the detail page from a row's link and from anywhere in the row", async () => {
    const { router } = openList();
    await userEvent.click(await loaded());
    expect(router.state.location.pathname).toBe("/things/1/show");
    await router.navigate(-1);
    await loaded();
    await userEvent.click(screen.getByText("山田2様"));
    expect(router.state.location.pathname).toBe("/things/2/show");
  });

  it("links below the base of its area", async () => {
    const { router } = openList("/admin/things", "/admin");
    const link = await loaded();
    expect(link).toHaveAttribute("href", "/admin/things/1/show");
    await userEvent.click(link);
    expect(router.state.location.pathname).toBe("/admin/things/1/show");
  });

  it("leaves a click with the control key to the browser", async () => {
    const { router } = openList();
    fireEvent.click(await loaded(), { ctrlKey: true });
    expect(router.state.location.pathname).toBe("/things");
  });
});

describe("the search form", () => {
  // Too many to be searched as they are typed.
  beforeEach(() => {
    getList.mockImplementation(async (_resource, params) => ({
      ...(await answer(params)),
      total: 500,
    }));
  });

  async function openSearch(at?: string) {
    const { router } = openList(at);
    await waitFor(() => expect(rows()[0]).toHaveTextContent(/^A-/));
    const keyword = screen.getByRole("searchbox", { name: "キーワード" });
    const filters = () =>
      JSON.parse(new URLSearchParams(router.state.location.search).get("filter") ?? "{}");
    return { keyword, filters };
  }

  it("applies its filters by 検索, without the space around a text, and only then", async () => {
    const { keyword, filters } = await openSearch();
    await userEvent.type(keyword, " 髙橋 ");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "種類" }), "完了");
    expect(filters()).toEqual({});
    await userEvent.click(screen.getByRole("button", { name: "検索" }));
    await waitFor(() => expect(filters()).toEqual({ q: "髙橋", kind: "DONE" }));
    await waitFor(() => expect(asked().filter).toEqual({ q: "髙橋", kind: "DONE" }));
  });

  it("applies them by Enter and goes back to the first page", async () => {
    const { keyword, filters } = await openSearch("/things?page=2");
    await userEvent.type(keyword, "abc{Enter}");
    await waitFor(() => expect(filters()).toEqual({ q: "abc" }));
    await waitFor(() => expect(asked().pagination).toMatchObject({ page: 1 }));
  });

  it.each([
    ["while kana are converted", { isComposing: true }],
    ["for the key that Safari marks with 229", { keyCode: 229 }],
  ])("leaves Enter to the conversion %s", async (_, key) => {
    const { keyword } = await openSearch();
    const passed = fireEvent.keyDown(keyword, { key: "Enter", ...key });
    expect(passed).toBe(false);
    expect(fireEvent.keyDown(keyword, { key: "Enter", keyCode: 13 })).toBe(true);
  });

  it("shows the filters of the URL, and clears them by 条件をクリア", async () => {
    const { keyword, filters } = await openSearch(
      `/things?filter=${encodeURIComponent('{"q":"abc","kind":"DONE"}')}`,
    );
    expect(keyword).toHaveValue("abc");
    expect(screen.getByRole("combobox", { name: "種類" })).toHaveValue("DONE");
    await userEvent.click(screen.getByRole("button", { name: "条件をクリア" }));
    await waitFor(() => expect(filters()).toEqual({}));
    expect(keyword).toHaveValue("");
  });

  it("says in its own words that a month is incomplete, and does not search without it", async () => {
    openList();
    await loaded();
    expect(screen.getByRole("search")).toHaveAttribute("novalidate");
    const month = asIncomplete(screen.getByLabelText("対象月"));
    await userEvent.click(screen.getByRole("button", { name: "検索" }));
    expect(month).toHaveAccessibleDescription("年月を最後まで入力してください。");
    expect(month).toBeInvalid();
    expect(month).toHaveFocus();
    expect(getList).toHaveBeenCalledTimes(1);
    asComplete(month);
    fireEvent.change(month, { target: { value: "2026-04" } });
    await userEvent.click(screen.getByRole("button", { name: "検索" }));
    await waitFor(() => expect(asked().filter).toEqual({ month: "2026-04" }));
    expect(month).toBeValid();
  });

  it.each([
    ["令和８年４月", "2026-04"],
    ["202604", "2026-04"],
    [" 2026/4 ", "2026-04"],
  ])("searches for %j by Enter where the browser shows a text field", async (text, filter) => {
    openList();
    await loaded();
    await userEvent.type(asTextField(screen.getByLabelText("対象月")), `${text}{Enter}`);
    await waitFor(() => expect(asked().filter).toEqual({ month: filter }));
    expect(screen.getByLabelText("対象月")).toHaveValue(filter);
  });

  it.each([
    ["来月", "年月の形式（例：2026-04）で入力してください。"],
    ["1999-12", "2000年1月から2199年12月までの年月を入力してください。"],
  ])("says what is wrong with the month %j when its field is left", async (text, sentence) => {
    openList();
    await loaded();
    const month = asTextField(screen.getByLabelText("対象月"));
    await userEvent.type(month, text);
    expect(month).toBeValid();
    await userEvent.tab();
    expect(month).toHaveAccessibleDescription(sentence);
    await userEvent.click(screen.getByRole("button", { name: "条件をクリア" }));
    expect(month).toBeValid();
    expect(month).toHaveValue("");
  });

  it("keeps the input while the table reads again", async () => {
    const { keyword } = await openSearch();
    await userEvent.type(keyword, "途中");
    await userEvent.click(screen.getByRole("button", { name: "次へ" }));
    await screen.findByRole("link", { name: "A-11" });
    expect(keyword).toHaveValue("途中");
  });
});

describe("the search of a small list", () => {
  const asked = () => getList.mock.calls.map(([, params]) => params.filter);
  const passing = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  });
  afterEach(() => void vi.useRealTimers());

  async function openSmall(total: number, at?: string) {
    getList.mockImplementation(async (_resource, params) => ({ ...(await answer(params)), total }));
    openList(at);
    await loaded();
  }

  it("follows what is typed, once the typing rests", async () => {
    await openSmall(200);
    const keyword = screen.getByLabelText("キーワード");
    for (const value of ["山", "山田", "山田 "]) fireEvent.change(keyword, { target: { value } });
    await passing(400);
    await waitFor(() => expect(asked().at(-1)).toEqual({ q: "山田" }));
    expect(asked()).not.toContainEqual({ q: "山" });
    expect(keyword).toHaveValue("山田 ");
  });

  it("waits for the end of a composition", async () => {
    await openSmall(32);
    const keyword = screen.getByLabelText("キーワード");
    fireEvent.compositionStart(keyword);
    fireEvent.change(keyword, { target: { value: "やま" } });
    await passing(2000);
    expect(asked()).toEqual([{}]);
    fireEvent.change(keyword, { target: { value: "山" } });
    fireEvent.compositionEnd(keyword);
    await passing(400);
    await waitFor(() => expect(asked()).toEqual([{}, { q: "山" }]));
  });

  it("waits for 検索 in a larger list", async () => {
    await openSmall(201);
    const keyword = screen.getByLabelText("キーワード");
    fireEvent.change(keyword, { target: { value: "山田" } });
    await passing(2000);
    expect(asked()).toEqual([{}]);
  });

  it("gives way to conditions that come from elsewhere, also to those that it has set before", async () => {
    await openSmall(32);
    const keyword = screen.getByLabelText("キーワード");
    fireEvent.change(keyword, { target: { value: "山田" } });
    await passing(400);
    fireEvent.click(await screen.findByRole("button", { name: "「キーワード：山田」を外す" }));
    await waitFor(() => expect(keyword).toHaveValue(""));
    await passing(2000);
    expect(asked().at(-1)).toEqual({});
  });

  it("has no form where all records fit one page, unless a condition is set", async () => {
    await openSmall(10);
    expect(screen.queryByRole("search")).toBeNull();
    expect(screen.getByLabelText("並べ替え")).toBeInTheDocument();
    cleanup();
    await openSmall(10, `/things?filter=${encodeURIComponent('{"kind":"DONE"}')}`);
    const form = within(screen.getByRole("search"));
    fireEvent.click(form.getByRole("button", { name: "「種類：完了」を外す" }));
    await waitFor(() => expect(asked().at(-1)).toEqual({}));
    await passing(400);
    expect(screen.getByRole("search")).toBeInTheDocument();
  });
});

describe("the rows of the page before", () => {
  const frame = () => screen.getByRole("table").parentElement?.parentElement;

  it("are dimmed while the next page takes its time, and no longer", async () => {
    openList();
    await loaded();
    let arrive = () => {};
    getList.mockImplementation(async (_resource, params) => {
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return answer(params);
    });
    fireEvent.click(screen.getByRole("button", { name: "次へ" }));
    expect(frame()).not.toHaveAttribute("data-stale");
    await waitFor(() => expect(frame()).toHaveAttribute("data-stale"));
    expect(screen.getByRole("link", { name: "A-1" })).toBeVisible();
    arrive();
    await screen.findByRole("link", { name: "A-11" });
    expect(frame()).not.toHaveAttribute("data-stale");
  });
});

describe("a page that cannot be read", () => {
  const message = "サーバーエラーが発生しました。管理者にお問い合わせください。";
  const error = new HttpError(message, 500, { message });
  const next = () => userEvent.click(screen.getByRole("button", { name: "次へ" }));
  const linksInRows = () => within(screen.getByRole("table")).queryAllByRole("link");

  beforeEach(() => void vi.mocked(console.error).mockImplementation(() => {}));

  it("shows the error instead of the rows of the page before, and stays where it is", async () => {
    const { router } = openList();
    await loaded();
    getList.mockRejectedValue(error);
    await next();
    expect(await screen.findByText(message)).toBeVisible();
    expect(linksInRows()).toEqual([]);
    expect(screen.queryByText(/件中/)).toBeNull();
    expect(screen.getByRole("button", { name: "2ページ目" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    expect(router.state.location.search).toContain("page=2");
    getList.mockImplementation((_resource, params) => answer(params));
    await userEvent.click(screen.getByRole("button", { name: "再読み込み" }));
    await screen.findByRole("link", { name: "A-11" });
  });

  it("keeps its error, without the rows of the page before, while it is read again", async () => {
    openList();
    await loaded();
    getList.mockRejectedValue(error);
    await next();
    await screen.findByText(message);
    getList.mockReturnValue(new Promise(() => {}));
    await userEvent.click(screen.getByRole("button", { name: "再読み込み" }));
    await waitFor(() => expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true"));
    expect(screen.getByText(message)).toBeVisible();
    expect(linksInRows()).toEqual([]);
  });

  it("is left by the pager for one that can be read", async () => {
    openList();
    await loaded();
    getList.mockRejectedValueOnce(error);
    await next();
    await screen.findByText(message);
    await userEvent.click(screen.getByRole("button", { name: "3ページ目" }));
    await screen.findByRole("link", { name: "A-21" });
    expect(screen.queryByText(message)).toBeNull();
  });

  it("shows neither rows nor a number of another filter", async () => {
    openList();
    await loaded();
    getList.mockRejectedValue(error);
    await userEvent.type(screen.getByLabelText("キーワード"), "山田{Enter}");
    expect(await screen.findByText(message)).toBeVisible();
    expect(linksInRows()).toEqual([]);
    expect(screen.queryByText(/32件/)).toBeNull();
    expect(screen.queryByRole("navigation", { name: "ページ送り" })).toBeNull();
  });

  it("keeps its own rows below the error of a later read", async () => {
    const { queryClient } = openList();
    await loaded();
    getList.mockRejectedValue(error);
    void queryClient.invalidateQueries();
    expect(await screen.findByText(message)).toBeVisible();
    expect(linksInRows()).toHaveLength(10);
  });

  it("gives way to the last page when it has no rows any more", async () => {
    const { router } = openList("/things?page=9&perPage=10&sort=code&order=ASC&filter={}");
    await screen.findByRole("link", { name: "A-31" });
    expect(router.state.location.search).toContain("page=4");
  });
});

describe("rows whose elements serve other records after a page change", () => {
  function Mark({ code }: { code: string }) {
    const [marked, setMarked] = useState(false);
    return (
      <button type="button" aria-pressed={marked} onClick={() => setMarked(true)}>
        {`${code}に印`}
      </button>
    );
  }
  const marked: readonly Column<RaRecord>[] = [
    { source: "code" },
    { source: "mark", render: ({ code }) => <Mark key={code} code={code} /> },
  ];
  const openMarked = () =>
    renderConsole({
      routes: [
        {
          path: "/things",
          element: (
            <ListPage title="荷物">
              <DataTable
                columns={marked}
                rowActions={({ code }) => <Mark code={`操作${code}`} />}
              />
            </ListPage>
          ),
        },
      ],
      at: "/things",
      dataProvider: { getList },
    });

  it("show the state of no other record", async () => {
    const user = userEvent.setup();
    openMarked();
    await loaded();
    await user.click(screen.getByRole("button", { name: "A-1に印" }));
    await user.click(screen.getByRole("button", { name: "操作A-1に印" }));
    const [first] = rows();
    await user.click(screen.getByRole("button", { name: "次へ" }));
    const other = await screen.findByRole("button", { name: "A-11に印" });
    expect(other).toHaveAttribute("aria-pressed", "false");
    expect(screen.getByRole("button", { name: "操作A-11に印" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    expect(rows()[0]).toBe(first);
  });

  it("keep the focus on their record when another comes before it", async () => {
    openMarked();
    const link = await screen.findByRole("link", { name: "A-2" });
    link.focus();
    const before = { id: 99, code: "A-0", name: "新", note: null };
    getList.mockResolvedValue({ data: [before, ...stock.slice(0, 9)], total: 33 });
    fireEvent.click(screen.getByRole("button", { name: "3ページ目" }));
    await screen.findByRole("link", { name: "A-0" });
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "A-2" }));
  });
});
