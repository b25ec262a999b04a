import { act, renderHook } from "@testing-library/react";
import { ListFilterContext } from "react-admin";
import { expect, it, vi } from "vitest";
import { useFilterDraft } from "../../../src/components/list/searchDraft.ts";

type Filters = Record<string, string>;

/** The draft of a list whose address changes only when `follow` says so. */
function open() {
  let filterValues: Filters = {};
  const setFilters = vi.fn();
  const { result, rerender } = renderHook(() => useFilterDraft<Filters>(), {
    wrapper: ({ children }) => (
      <ListFilterContext
        value={
          {
            filterValues,
            setFilters,
            displayedFilters: {},
            hideFilter() {},
            showFilter() {},
          } as never
        }
      >
        {children}
      </ListFilterContext>
    ),
  });
  return {
    draft: () => result.current.draft,
    enter(filters: Filters) {
      act(() => {
        result.current.setDraft(filters);
        result.current.send(filters);
      });
    },
    follow(filters: Filters) {
      filterValues = filters;
      rerender();
    },
  };
}

it("keeps what was entered after an address that follows late", () => {
  const list = open();
  list.enter({ q: "か" });
  list.enter({ q: "かん" });
  list.follow({ q: "か" });
  expect(list.draft()).toEqual({ q: "かん" });
  list.follow({ q: "かん" });
  expect(list.draft()).toEqual({ q: "かん" });
});

it("follows the browser's back button", () => {
  const list = open();
  list.enter({ q: "か" });
  list.follow({ q: "か" });
  list.follow({});
  expect(list.draft()).toEqual({});
});
