import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Pager, pageWindow } from "../../../src/components/list/Pager.tsx";
import { renderIn } from "./renderConsole.tsx";

const numbers = () =>
  screen.getAllByRole("button", { name: /ページ目$/ }).map((button) => button.textContent);

describe("the pager", () => {
  it.each([
    [0, 10],
    [9, 10],
    [10, 10],
  ])("is absent for %i elements on pages of %i", (total, size) => {
    renderIn(<Pager page={0} size={size} total={total} onPage={() => {}} />);
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  it("appears as soon as the elements exceed the page", () => {
    renderIn(<Pager page={0} size={10} total={11} onPage={() => {}} />);
    expect(screen.getByRole("navigation", { name: "ページ送り" })).toBeInTheDocument();
    expect(numbers()).toEqual(["1", "2"]);
  });

  it.each([
    [0, ["1", "2", "3", "4", "5"]],
    [2, ["1", "2", "3", "4", "5"]],
    [3, ["2", "3", "4", "5", "6"]],
    [7, ["6", "7", "8", "9", "10"]],
    [9, ["6", "7", "8", "9", "10"]],
  ])("shows zero-based page %i one-based, among five buttons", (page, expected) => {
    renderIn(<Pager page={page} size={10} total={100} onPage={() => {}} />);
    expect(numbers()).toEqual(expected);
    expect(screen.getByRole("button", { current: "page" })).toHaveTextContent(String(page + 1));
  });

  it("disables 前へ on the first page and 次へ on the last", () => {
    const { unmount } = renderIn(<Pager page={0} size={10} total={20} onPage={() => {}} />);
    expect(screen.getByRole("button", { name: "前へ" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "次へ" })).toBeEnabled();
    unmount();
    renderIn(<Pager page={1} size={10} total={20} onPage={() => {}} />);
    expect(screen.getByRole("button", { name: "前へ" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "次へ" })).toBeDisabled();
  });

  it("asks for zero-based pages", async () => {
    const user = userEvent.setup();
    const onPage = vi.fn();
    renderIn(<Pager page={2} size={10} total={100} onPage={onPage} />);
    await user.click(screen.getByRole("button", { name: "前へ" }));
    await user.click(screen.getByRole("button", { name: "次へ" }));
    await user.click(screen.getByRole("button", { name: "5ページ目" }));
    expect(onPage.mock.calls).toEqual([[1], [3], [4]]);
  });

  it("always offers the current page, at most five in a row, none beyond the ends", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), fc.nat(), (pages, seed) => {
        const page = seed % pages;
        const window = pageWindow(page, pages);
        expect(window).toHaveLength(Math.min(5, pages));
        expect(window).toContain(page);
        expect(window[0]).toBeGreaterThanOrEqual(0);
        expect(window.at(-1)).toBeLessThan(pages);
        expect(window.every((each, index) => each === (window[0] ?? 0) + index)).toBe(true);
      }),
    );
  });
});
