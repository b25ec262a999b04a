import { expect, it } from "vitest";
import { Lookups } from "../../server/db/prepared.ts";
import { gate } from "../support/gate.ts";

/** Lookups over a query that reads the rows when its gate opens. */
function slowLookups() {
  const queries: { keys: string[]; open: () => void; fail: () => void }[] = [];
  const lookups = new Lookups<string, string>(async (keys) => {
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

it("finds what is asked for together, and while a query runs, with one query each", async () => {
  const { lookups, queries } = slowLookups();
  const first = ["a", "b", "a"].map((key) => lookups.find(key));
  await expect.poll(() => queries.length).toBe(1);
  const rest = ["c", "d", "c", "missing"].map((key) => lookups.find(key));
  await new Promise(setImmediate);
  expect(queries.map(({ keys }) => keys)).toEqual([["a", "b"]]);
  queries[0]?.open();
  expect(await Promise.all(first)).toEqual(["row of a", "row of b", "row of a"]);
  expect(queries[1]?.keys).toEqual(["c", "d", "missing"]);
  queries[1]?.open();
  expect(await Promise.all(rest)).toEqual(["row of c", "row of d", "row of c", undefined]);
});

it("never answers from a query that was sent before the question", async () => {
  const { lookups, queries } = slowLookups();
  void lookups.find("a");
  await expect.poll(() => queries.length).toBe(1);
  const later = lookups.find("a");
  queries[0]?.open();
  await expect.poll(() => queries.length).toBe(2);
  expect(queries[1]?.keys).toEqual(["a"]);
  queries[1]?.open();
  expect(await later).toBe("row of a");
});

it("rejects everybody who waited with the error, and goes on", async () => {
  const { lookups, queries } = slowLookups();
  const first = lookups.find("a");
  await expect.poll(() => queries.length).toBe(1);
  queries[0]?.fail();
  await expect(first).rejects.toThrow("away");
  const next = lookups.find("a");
  await expect.poll(() => queries.length).toBe(2);
  queries[1]?.open();
  expect(await next).toBe("row of a");
});
