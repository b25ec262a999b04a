import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped } from "../../domain/grouped.ts";

const pairs = fc.array(fc.tuple(fc.nat(5), fc.string()));

test("groups hold every value under its key, in order", () => {
  fc.assert(
    fc.property(pairs, (all) => {
      const groups = grouped(all);
      expect([...groups.values()].flat()).toHaveLength(all.length);
      for (const [key, values] of groups) {
        expect(values).toEqual(all.filter(([of]) => of === key).map(([, value]) => value));
      }
    }),
  );
});
