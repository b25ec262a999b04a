import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextPage } from "../../../src/login/signIn.ts";

const origin = "https://ki.example.com";
const next = (address: string) => nextPage(`?next=${encodeURIComponent(address)}`, origin);

describe("the page after sign-in", () => {
  it.each(["/", "/admin", "/admin/contracts?page=2&filter=%7B%7D", "/dictionaries/3#entries"])(
    "is the one that was wanted: %s",
    (page) => {
      expect(next(page)).toBe(page);
    },
  );

  it.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/..//evil.example/x",
    "https://evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "",
    "/app/login",
    "/app/login?next=/",
    "/login",
    "/admin/login",
    "/app/../app/login",
  ])("is never another origin's nor the sign-in page itself: %j", (address) => {
    expect(next(address)).toBeUndefined();
  });

  it("is none when none was named", () => {
    expect(nextPage("", origin)).toBeUndefined();
    expect(nextPage("?reason=expired", origin)).toBeUndefined();
  });

  it("stays on this origin, whatever is written there", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "/",
        "\\",
        ".",
        "..",
        "//",
        "@",
        ":",
        "evil.example",
        "a",
        "?",
        "#",
        "\t",
        "\n",
        "%2f",
        "%5c",
        "http:",
        " ",
      ),
    );
    const address = fc.oneof(
      pieces.map((all) => `/${all.join("")}`),
      pieces.map((all) => all.join("")),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(address, (text) => {
        const page = next(text);
        if (page === undefined) return;
        expect(new URL(page, origin).origin).toBe(origin);
        expect(new URL(page, `${origin}/app/login`).origin).toBe(origin);
      }),
      { numRuns: 2000 },
    );
  });
});
