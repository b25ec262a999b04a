import { describe, expect, it } from "vitest";
import { NO_TRAIL, type Trail, type Visit, visited } from "../../../src/components/trail/trail.ts";

const forms = ["/contracts/1", "/contracts/create"];
const isPassing = (path: string) => forms.includes(path);
let keys = 0;

function go(trail: Trail, to: string, visit: Partial<Visit> = {}): Trail {
  const [pathname = "", search = ""] = to.split(/(?=\?)/);
  keys += 1;
  const key = visit.key ?? `key ${keys}`;
  return visited(trail, { key, pathname, search, type: "PUSH", ...visit }, isPassing);
}

/** Where the page was opened from after one link after the other. */
function cameFrom(...pages: string[]): string | undefined {
  const [first = "", ...others] = pages;
  const start = go(NO_TRAIL, first, { type: "POP" });
  const { stops, at } = others.reduce((trail, to) => go(trail, to), start);
  return stops[at]?.from?.to;
}

describe("the way back", () => {
  it.each([
    ["to the list as it was", ["/contracts?page=2", "/contracts/1/show"], "/contracts?page=2"],
    [
      "to the list as it is now",
      [
        "/contracts?page=1",
        "/contracts/1/show",
        "/contracts?page=1",
        "/contracts?page=3",
        "/contracts/1/show",
      ],
      "/contracts?page=3",
    ],
    [
      "past the form that was saved",
      ["/contracts?page=2", "/contracts/1/show", "/contracts/1", "/contracts/1/show"],
      "/contracts?page=2",
    ],
    [
      "from the form to the record",
      ["/contracts", "/contracts/1/show", "/contracts/1", "/contracts/1/show", "/contracts/1"],
      "/contracts/1/show",
    ],
    [
      "past the form that created the record",
      ["/contracts", "/contracts/create", "/contracts/2/show"],
      "/contracts",
    ],
    [
      "from a renewed contract to the one before",
      ["/contracts", "/contracts/1/show", "/contracts/create?renew=1", "/contracts/2/show"],
      "/contracts/1/show",
    ],
    [
      "to the page that linked here",
      ["/organizations?page=2", "/organizations/3", "/contracts/1/show"],
      "/organizations/3",
    ],
    [
      "from there to where that was opened",
      ["/organizations?page=2", "/organizations/3", "/contracts/1/show", "/organizations/3"],
      "/organizations?page=2",
    ],
    [
      "to the page that linked here, whatever was opened before",
      [
        "/contracts",
        "/contracts/1/show",
        "/organizations",
        "/organizations/3",
        "/contracts/1/show",
      ],
      "/organizations/3",
    ],
    ["nowhere from a list", ["/contracts/1/show", "/organizations"], undefined],
    ["nowhere from an address that was typed", ["/contracts/1/show"], undefined],
  ])("leads %s", (_, pages, expected) => {
    expect(cameFrom(...pages)).toBe(expected);
  });

  it("follows the browser's buttons", () => {
    const list = go(NO_TRAIL, "/contracts", { type: "POP", key: "list" });
    const detail = go(list, "/contracts/1/show", { key: "detail" });
    const back = go(detail, "/contracts", { type: "POP", key: "list" });
    expect(back.at).toBe(0);
    const forth = go(back, "/contracts/1/show", { type: "POP", key: "detail" });
    expect(forth.stops[forth.at]?.from?.to).toBe("/contracts");
  });

  it("knows the conditions that a list writes into its address", () => {
    const list = go(NO_TRAIL, "/contracts", { type: "POP" });
    const written = go(list, "/contracts?page=1", { type: "REPLACE" });
    const detail = go(written, "/contracts/1/show");
    expect(detail.stops[detail.at]?.from?.to).toBe("/contracts?page=1");
  });
});
