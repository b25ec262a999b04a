import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { byLineOrder, headLines, NO_ROOT, rowLine } from "../../domain/closings/canonical.ts";
import {
  dayFigures,
  leftOf,
  statementNumber,
  workspaceFigures,
} from "../../domain/closings/paper.ts";
import {
  addFigures,
  type ClosedMonth,
  type CountedRow,
  closingFigures,
  closingRefusal,
  isMonthOver,
  lastMonthOver,
  NO_FIGURES,
  partOf,
  placeOf,
  statementSum,
  unusualIn,
} from "../../domain/closings/rules.ts";

const MONTHS = ["2026-08", "2026-09", "2026-10", "2026-11", "2026-12"] as const;

type Step = { kind: "row"; row: Omit<CountedRow, "ledgerId"> } | { kind: "close"; month: number };

const anyRow = fc
  .record({
    month: fc.nat(MONTHS.length - 1),
    day: fc.integer({ min: 1, max: 30 }),
    workspaceId: fc.option(fc.integer({ min: 1, max: 3 })),
    isAdjustment: fc.boolean(),
    transcripts: fc.integer({ min: -3, max: 3 }),
    seconds: fc.integer({ min: -90, max: 90 }),
  })
  .map(({ month, day, isAdjustment, workspaceId, transcripts, seconds }) => ({
    usageDate: `${MONTHS[month]}-${String(day).padStart(2, "0")}`,
    workspaceId: isAdjustment ? null : workspaceId,
    isAdjustment,
    transcripts: isAdjustment ? transcripts : 1,
    seconds: isAdjustment ? seconds : Math.abs(seconds),
  }));
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: anyRow.map((row) => ({ kind: "row" as const, row })) },
  {
    weight: 1,
    arbitrary: fc.nat(MONTHS.length - 1).map((month) => ({ kind: "close" as const, month })),
  },
);

/** Carries the steps out as the ledger and its closings do: a closed month is closed again. */
function carriedOut(steps: readonly Step[]) {
  const rows: CountedRow[] = [];
  const closed: ClosedMonth[] = [];
  let nextId = 1;
  for (const step of steps) {
    if (step.kind === "row") {
      rows.push({ ...step.row, ledgerId: nextId++ });
      continue;
    }
    const month = MONTHS[step.month] ?? MONTHS[0];
    const last = closed.at(-1)?.month ?? null;
    const refusal = closingRefusal(month, { closed: last, lastInForce: last, isAgain: true });
    if (refusal !== null) continue;
    if (last === month) closed.pop();
    closed.push({ month, boundary: nextId++ });
  }
  return { rows, closed };
}

describe("the closings of a contract", () => {
  test("carry each row once, and with what is open and what was before are the ledger", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const { rows, closed } = carriedOut(steps);
        const carriers = rows.map((row) =>
          closed.filter((one, index) => partOf(row, one, closed[index - 1] ?? null) !== null),
        );
        expect(carriers.every(({ length }) => length <= 1)).toBe(true);

        const statements = closed.map((one, index) =>
          closingFigures(
            one.month,
            rows.filter((row) => partOf(row, one, closed[index - 1] ?? null) !== null),
          ),
        );
        const beside = rows.filter((row) => typeof placeOf(row, closed) === "string");
        const sum = [...statements.map(statementSum), ...beside].reduce(addFigures, NO_FIGURES);
        expect(sum).toEqual(rows.reduce(addFigures, NO_FIGURES));
      }),
    );
  });

  test("keep figures by day and workspace that add up to their sum", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 40 }), (some) => {
        const rows = some.map((row, ledgerId) => ({ ...row, ledgerId }));
        const figures = closingFigures("2026-12", rows);
        const ofDays = figures.days
          .map(({ adjustments, ...day }) => addFigures(day, adjustments))
          .reduce(addFigures, NO_FIGURES);
        expect(ofDays).toEqual(statementSum(figures));
        const keys = figures.days.map(({ day, workspaceId }) => `${day} ${workspaceId ?? 0}`);
        expect(keys).toEqual([...new Set(keys)].sort());
      }),
    );
  });

  test("leave what comes after a closing to the next one, with its day", () => {
    const october = { month: "2026-10", boundary: 10 };
    const november = { month: "2026-11", boundary: 20 };
    const late = { ledgerId: 12, usageDate: "2026-10-31" };
    expect(placeOf(late, [october])).toBe("OPEN");
    expect(placeOf(late, [october, november])).toEqual({ month: "2026-11", part: "LATE" });
    expect(placeOf({ ledgerId: 9, usageDate: "2026-10-31" }, [october, november])).toEqual({
      month: "2026-10",
      part: "OWN",
    });
    // Version 2 of October has a later boundary, and takes it in.
    expect(placeOf(late, [{ month: "2026-10", boundary: 15 }])).toEqual({
      month: "2026-10",
      part: "OWN",
    });
  });

  test("take what was used before the first closed month for BEFORE, unless it came later", () => {
    const october = { month: "2026-10", boundary: 10 };
    const november = { month: "2026-11", boundary: 20 };
    expect(placeOf({ ledgerId: 3, usageDate: "2026-09-30" }, [october])).toBe("BEFORE");
    expect(placeOf({ ledgerId: 11, usageDate: "2026-09-30" }, [october, november])).toEqual({
      month: "2026-11",
      part: "LATE",
    });
  });
});

describe("a month of a contract", () => {
  it("is over from the 1st of the next month on", () => {
    expect(isMonthOver("2026-10", "2026-10-31")).toBe(false);
    expect(isMonthOver("2026-10", "2026-11-01")).toBe(true);
  });

  it.each([
    [null, null, false, null],
    ["2026-10", "2026-10", false, null],
    ["2026-11", "2026-10", false, "MONTH_CLOSED"],
    ["2026-11", "2026-10", true, null],
    ["2026-12", "2026-11", true, "LATER_MONTH_CLOSED"],
    ["2026-09", "2026-10", false, "EARLIER_MONTH_OPEN"],
    // The contract ended in September: nothing of October is missing.
    ["2026-09", "2026-09", false, null],
  ] as const)(
    "with %s closed, and in force up to %s before, can be closed (again: %s) unless %s",
    (closed, lastInForce, isAgain, refusal) => {
      expect(closingRefusal("2026-11", { closed, lastInForce, isAgain })).toBe(refusal);
    },
  );

  const usual = {
    month: { transcripts: 10, seconds: 600 },
    before: [{ transcripts: 10, seconds: 600 }],
    adjustmentsOfOtherMonth: 0,
    webhookPaused: false,
  };

  it("is unusual without use, and from twice the mean of the months before on", () => {
    expect(unusualIn(usual)).toEqual([]);
    expect(unusualIn({ ...usual, month: NO_FIGURES })).toEqual(["NO_USE"]);
    const before = [
      { transcripts: 4, seconds: 600 },
      { transcripts: 6, seconds: 600 },
    ];
    expect(unusualIn({ ...usual, before })).toEqual(["TWICE_USUAL"]);
    const more = [...before, { transcripts: 6, seconds: 600 }];
    expect(unusualIn({ ...usual, before: more })).toEqual([]);
    expect(unusualIn({ ...usual, month: { transcripts: 1, seconds: 1_200 } })).toEqual([
      "TWICE_USUAL",
    ]);
    expect(unusualIn({ ...usual, before: [NO_FIGURES] })).toEqual([]);
    expect(unusualIn({ ...usual, before: [] })).toEqual([]);
  });

  it("is unusual with an adjustment of another month and with a paused receiver", () => {
    expect(unusualIn({ ...usual, adjustmentsOfOtherMonth: 1, webhookPaused: true })).toEqual([
      "ADJUSTMENT_OF_OTHER_MONTH",
      "WEBHOOK_PAUSED",
    ]);
  });
});

const page = readFileSync(join(import.meta.dirname, "../../docs/product/closings.md"), "utf8");
const block = (language: string) => page.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";

const head = z.object({
  organizationId: z.int(),
  contractId: z.int(),
  month: z.string(),
  version: z.int(),
  boundary: z.int(),
  form: z.int(),
});
const row = z.object({
  organizationId: z.int(),
  contractId: z.int(),
  eventId: z.string().nullable(),
  ledgerId: z.int(),
  occurredAt: z.string(),
  workspaceId: z.int().nullable(),
  transcripts: z.int(),
  seconds: z.int(),
});
const anyLine = fc.record({
  organizationId: fc.nat(),
  contractId: fc.nat(),
  eventId: fc.option(fc.stringMatching(/^[\x21-\x7e]{1,128}$/)),
  ledgerId: fc.nat(),
  occurredAt: fc.constantFrom("2026-10-01T00:00:00.000000Z", "2026-10-01T00:00:00.000001Z"),
  workspaceId: fc.option(fc.nat()),
  transcripts: fc.integer(),
  seconds: fc.integer(),
});

describe("the canonical form of a month", () => {
  it("has the root of the example in docs/product/closings.md, as anybody can compute it", () => {
    const [first = "", before, ...lines] = block("jsonl").trim().split("\n");
    expect(before).toBe(NO_ROOT);
    const rows = lines.map((line) => row.parse(JSON.parse(line)));
    const text =
      headLines(head.parse(JSON.parse(first)), null) +
      rows.toSorted(byLineOrder).map(rowLine).join("");
    expect(text).toBe(block("jsonl"));
    expect(createHash("sha256").update(text).digest("hex")).toBe(block("text").trim());
  });

  it("is canonical JSON (RFC 8785), whatever a row holds", () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        expect(rowLine(line)).toBe(`${canonicalize(line)}\n`);
      }),
    );
  });

  it("has its lines in one order, however the rows come", () => {
    const unique = fc.uniqueArray(anyLine, { selector: ({ ledgerId }) => ledgerId });
    fc.assert(
      fc.property(unique, (rows) => {
        expect(rows.toReversed().sort(byLineOrder)).toEqual(rows.toSorted(byLineOrder));
      }),
    );
  });
});

describe("what stands on a statement", () => {
  const day = (given: object) => ({
    day: "2026-10-01",
    workspaceId: null as number | null,
    transcripts: 0,
    seconds: 0,
    adjustments: NO_FIGURES,
    late: false,
    ...given,
  });
  const days = [
    day({ day: "2026-09-30", late: true, workspaceId: 2, transcripts: 1, seconds: 7 }),
    day({ transcripts: 1, seconds: 10 }),
    day({ workspaceId: 2, transcripts: 2, seconds: 20 }),
    day({ day: "2026-10-02", workspaceId: 2, transcripts: 3, seconds: 30 }),
    day({ day: "2026-10-03", adjustments: { transcripts: -1, seconds: -5 } }),
  ];

  it("sums the days of the month by workspace, without adjustments and what came late", () => {
    expect(
      workspaceFigures(days).map(({ workspaceId, transcripts, seconds }) => [
        workspaceId,
        transcripts,
        seconds,
      ]),
    ).toEqual([
      [null, 1, 10],
      [2, 5, 50],
    ]);
  });

  it("sums the workspaces of a day, those of the month and those that came late apart", () => {
    expect(dayFigures(days, "OWN")).toEqual([
      { day: "2026-10-01", transcripts: 3, seconds: 30, adjustments: NO_FIGURES },
      { day: "2026-10-02", transcripts: 3, seconds: 30, adjustments: NO_FIGURES },
      {
        day: "2026-10-03",
        transcripts: 0,
        seconds: 0,
        adjustments: { transcripts: -1, seconds: -5 },
      },
    ]);
    expect(dayFigures(days, "LATE")).toMatchObject([{ day: "2026-09-30", transcripts: 1 }]);
  });

  it("tells what is left of each cap, and nothing without one", () => {
    const used = { transcripts: 12, seconds: 61 };
    expect(leftOf({ transcripts: 10, minutes: 2 }, used)).toEqual({ transcripts: -2, seconds: 59 });
    expect(leftOf({ transcripts: null, minutes: null }, used)).toEqual({
      transcripts: null,
      seconds: null,
    });
  });

  it("has a number of its month, contract and version", () => {
    expect(statementNumber({ month: "2026-10", contractId: 123, version: 2 })).toBe("202610-123-2");
    expect(lastMonthOver("2026-11-01")).toBe("2026-10");
  });
});
