import { expect, it } from "vitest";
import { Lookups } from "../../server/db/lookups.ts";
import { gate } from "../support/gate.ts";

/** Lookups over a query that reads the rows when its gate opens. */
function slowLookups() {
  const queries: { keys: string[]; open: () => void; fail: () => void }[] = [];
  const lookups = new Lookups<string>(async (keys) => {
    const { passed, open } = gate();
    let failing = false;
    const fail = () => {
      failing = true;
      open();
    };
    queries.push({ keys, open, fail });
    await passed;
    if (failing) throw new Error("away");
    return new Map(keys.filter((key) => key !== "missing").map((key) => [key, `row of ${key}`]));
  });
  return { lookups, queries };
}

it("finds what is asked for while queries run with one further query", async () => {
  const { lookups, queries } = slowLookups();
  const first = lookups.find("a");
  const second = lookups.find("a");
  const rest = ["b", "c", "b", "missing"].map((key) => lookups.find(key));
  expect(queries.map(({ keys }) => keys)).toEqual([["a"], ["a"]]);
  queries[0]?.open();
  expect(await first).toBe("row of a");
  expect(queries[2]?.keys).toEqual(["b", "c", "missing"]);
  queries[2]?.open();
  expect(await Promise.all(rest)).toEqual(["row of b", "row of c", "row of b", undefined]);
  queries[1]?.open();
  expect(await second).toBe("row of a");
});

it("never answers from a query that was sent before the question", async () => {
  const { lookups, queries } = slowLookups();
  void lookups.find("a");
  void lookups.find("b");
  const later = lookups.find("a");
  queries[1]?.open();
  await expect.poll(() => queries.length).toBe(3);
  expect(queries[2]?.keys).toEqual(["a"]);
  queries[2]?.open();
  expect(await later).toBe("row of a");
});

it("rejects everybody who waited with the error, and goes on", async () => {
  const { lookups, queries } = slowLookups();
  const first = lookups.find("a");
  queries[0]?.fail();
  await expect(first).rejects.toThrow("away");
  const next = lookups.find("a");
  queries[1]?.open();
  expect(await next).toBe("row of a");
});
