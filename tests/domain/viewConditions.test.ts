import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { userEndpoints } from "../../domain/api/users.ts";
import { viewedLists } from "../../domain/api/views.ts";
import { knownConditions } from "../../domain/views/conditions.ts";
import type { ViewConditions } from "../../domain/views/schemas.ts";

const lists = Object.entries(viewedLists).flatMap(([area, ofArea]) =>
  Object.entries(ofArea).map(([list, { query }]) => [`${list} of ${area}`, query] as const),
);

const names = ["q", "status", "role", "startMonth", "endMonth", "page", "size", "sort", "colour"];
const values = ["", "ACTIVE", "2026-04", "2026-03", "staff", "1", "updatedAt,desc", "?"];
const anyConditions = fc.record({
  filters: fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values)),
  sort: fc.constantFrom(null, "createdAt,desc", "organizationNo,asc", "colour,asc"),
  size: fc.constantFrom(null, 10, 100),
}) satisfies fc.Arbitrary<ViewConditions>;

describe.each(lists)("conditions of %s", (_, query) => {
  it("are those that the list accepts, and the others by their names", () => {
    fc.assert(
      fc.property(anyConditions, (stored) => {
        const { conditions, dropped } = knownConditions(query, stored);
        const { filters, sort } = conditions;
        expect(query.safeParse({ ...filters, ...(sort ? { sort } : {}) }).success).toBe(true);
        for (const [name, value] of Object.entries(stored.filters)) {
          if (!dropped.includes(name)) expect(filters[name]).toBe(value);
        }
        expect(stored.sort === null || sort === stored.sort || dropped.includes("sort")).toBe(true);
        expect(knownConditions(query, conditions)).toEqual({ conditions, dropped: [] });
      }),
      { numRuns: 100 },
    );
  });

  it("are all of those that it knows", () => {
    const stored = { filters: {}, sort: null, size: 50 } as const;
    expect(knownConditions(query, stored)).toEqual({ conditions: stored, dropped: [] });
  });
});

it("of users keep the organization", () => {
  const stored = { filters: { organizationId: "2", role: "staff" }, sort: null, size: null };
  expect(knownConditions(userEndpoints["GET /users"].query, stored)).toEqual({
    conditions: stored,
    dropped: [],
  });
});
