import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALERT_FAMILIES,
  ALERT_KINDS,
  type AlertCause,
  type AlertContract,
  alertCauses,
  alertFamily,
  isStronger,
} from "../../domain/alerts/rules.ts";
import { contractStatus, effectiveEnd, usageState } from "../../domain/contracts/rules.ts";
import { addDays, daysBetween } from "../../domain/text/dates.ts";

const TODAY = "2026-04-15";
const inDays = (days: number) => addDays(TODAY, days);

const unlimited = {
  usedTranscriptCount: 0,
  usedTranscriptSeconds: 0,
  maxTranscriptCount: null,
  maxTranscriptMinutes: null,
};

const contract = (from: number, to: number, input: Partial<AlertContract> = {}): AlertContract => ({
  contractId: 1,
  startDate: inDays(from),
  endDate: inDays(to),
  terminationDate: null,
  ...unlimited,
  ...input,
});

const count = (used: number, max: number | null) => ({
  usedTranscriptCount: used,
  maxTranscriptCount: max,
});
const minutes = (used: number, max: number | null) => ({
  usedTranscriptSeconds: used * 60,
  maxTranscriptMinutes: max,
});

const kindsOf = (contracts: AlertContract[], today = TODAY) =>
  alertCauses(contracts, today).map(({ kind, contractId }) => `${kind} ${contractId}`);

describe("the causes for alerts", () => {
  it.each<[string, AlertContract[], string[]]>([
    ["nothing to tell", [contract(-10, 100)], []],
    ["no contract", [], []],
    ["79 of 100", [contract(-10, 100, count(79, 100))], []],
    ["80 of 100", [contract(-10, 100, count(80, 100))], ["CAP_80 1"]],
    ["99 of 100", [contract(-10, 100, count(99, 100))], ["CAP_80 1"]],
    ["100 of 100", [contract(-10, 100, count(100, 100))], ["CAP_100 1"]],
    ["101 of 100", [contract(-10, 100, count(101, 100))], ["CAP_100 1"]],
    ["much of no cap", [contract(-10, 100, count(101, null))], []],
    ["minutes alone", [contract(-10, 100, minutes(480, 600))], ["CAP_80 1"]],
    ["a cap of a contract to come", [contract(1, 100, count(100, 100))], []],
    ["a cap of a contract that is over", [contract(-100, -40, count(100, 100))], []],
    [
      "a cap on the last day, with a successor",
      [contract(-10, 0, count(80, 100)), contract(1, 90, { contractId: 2 })],
      ["CAP_80 1"],
    ],
    ["61 days left", [contract(-10, 61)], []],
    ["60 days left", [contract(-10, 60)], ["ENDING_60 1"]],
    ["31 days left", [contract(-10, 31)], ["ENDING_60 1"]],
    ["30 days left", [contract(-10, 30)], ["ENDING_30 1"]],
    ["7 days left", [contract(-10, 7)], ["ENDING_7 1"]],
    ["the last day", [contract(-10, 0)], ["ENDING_7 1"]],
    ["a day after the end", [contract(-10, -1)], ["ENDED 1"]],
    ["30 days after the end", [contract(-90, -30)], ["ENDED 1"]],
    ["31 days after the end", [contract(-90, -31)], []],
    ["an end soon, but not begun", [contract(1, 7)], []],
    ["a successor the next day", [contract(-10, 7), contract(8, 90, { contractId: 2 })], []],
    [
      "a successor ten days later",
      [contract(-10, 7), contract(18, 90, { contractId: 2 })],
      ["GAP 1"],
    ],
    ["the last day of a gap", [contract(-90, -5), contract(1, 90, { contractId: 2 })], ["GAP 1"]],
    ["a gap that is over", [contract(-90, -5), contract(0, 90, { contractId: 2 })], []],
    [
      "a successor that ends soon as well",
      [contract(-90, -5), contract(-4, 30, { contractId: 2 })],
      ["ENDING_30 2"],
    ],
    [
      "the gap of two consecutive contracts only",
      [contract(40, 50, { contractId: 3 }), contract(-10, 7), contract(20, 39, { contractId: 2 })],
      ["GAP 1"],
    ],
    ["a termination to come", [contract(-10, 90, { terminationDate: inDays(3) })], []],
    ["a past termination", [contract(-10, 90, { terminationDate: inDays(-3) })], []],
    [
      "a termination before the next contract",
      [contract(-10, 90, { terminationDate: inDays(3) }), contract(10, 90, { contractId: 2 })],
      ["GAP 1"],
    ],
  ])("%s", (_, contracts, expected) => {
    expect(kindsOf(contracts)).toEqual(expected);
  });

  /** Contracts of one organization: their periods never overlap. */
  const anyContracts = fc
    .array(
      fc.record({
        gap: fc.oneof(fc.constant(0), fc.nat(40)),
        length: fc.nat(90),
        ended: fc.option(fc.nat(90), { freq: 3 }),
        used: fc.nat(120),
        max: fc.option(fc.constant(100)),
        usedMinutes: fc.nat(120),
        maxMinutes: fc.option(fc.constant(100)),
      }),
      { maxLength: 6 },
    )
    .map((parts) => {
      let day = inDays(-150);
      return parts.map(({ gap, length, ended, used, max, usedMinutes, maxMinutes }, index) => {
        const startDate = addDays(day, gap);
        const endDate = addDays(startDate, length);
        const terminationDate = ended === null ? null : addDays(startDate, Math.min(ended, length));
        day = addDays(terminationDate ?? endDate, 1);
        return {
          contractId: index + 1,
          startDate,
          endDate,
          terminationDate,
          ...count(used, max),
          ...minutes(usedMinutes, maxMinutes),
        };
      });
    });
  const anyDay = fc.integer({ min: -200, max: 200 }).map(inDays);

  it("are one per contract and family, whatever the order of the contracts", () => {
    fc.assert(
      fc.property(anyContracts, anyDay, (contracts, today) => {
        const kinds = kindsOf(contracts, today);
        const families = alertCauses(contracts, today).map(
          ({ kind, contractId }) => `${alertFamily(kind)} ${contractId}`,
        );
        expect(new Set(families).size).toBe(families.length);
        expect(kindsOf(contracts.toReversed(), today).toSorted()).toEqual(kinds.toSorted());
      }),
    );
  });

  it("concern the caps of running contracts as their usage state says", () => {
    fc.assert(
      fc.property(anyContracts, anyDay, (contracts, today) => {
        const kinds = kindsOf(contracts, today);
        for (const one of contracts) {
          const running = ["ACTIVE", "EXPIRING"].includes(contractStatus(one, today));
          const state = usageState(one);
          expect(kinds.includes(`CAP_80 ${one.contractId}`)).toBe(running && state === "WARNING");
          expect(kinds.includes(`CAP_100 ${one.contractId}`)).toBe(
            running && (state === "REACHED" || state === "EXCEEDED"),
          );
        }
      }),
    );
  });

  it("never ask for the successor of a terminated contract or of one that has one", () => {
    fc.assert(
      fc.property(anyContracts, anyDay, (contracts, today) => {
        const last = contracts.at(-1);
        for (const { kind, contractId } of alertCauses(contracts, today)) {
          if (alertFamily(kind) !== "end") continue;
          expect(contractId).toBe(last?.contractId);
          expect(last?.terminationDate).toBeNull();
        }
      }),
    );
  });

  it("grow stronger until the contract is over, and end 30 days after it", () => {
    fc.assert(
      fc.property(anyContracts, anyDay, (contracts, today) => {
        for (const one of contracts) {
          const of = (day: string) =>
            alertCauses(contracts, day).find(
              ({ kind, contractId }) =>
                contractId === one.contractId && alertFamily(kind) === "end",
            );
          const [now, next] = [of(today), of(addDays(today, 1))];
          if (now && next) expect(isStronger(now, next)).toBe(false);
          const after = daysBetween(effectiveEnd(one), today);
          if (now) expect(now.kind === "ENDED").toBe(after > 0);
          if (now) expect(after).toBeLessThanOrEqual(30);
        }
      }),
    );
  });

  it("tell of a gap exactly while a day of it is to come, today included", () => {
    fc.assert(
      fc.property(anyContracts, anyDay, (contracts, today) => {
        const gaps = alertCauses(contracts, today).filter(({ kind }) => kind === "GAP");
        const expected = contracts.filter((one, index) => {
          const next = contracts[index + 1];
          if (!next) return false;
          const free = daysBetween(effectiveEnd(one), next.startDate) > 1;
          return free && next.startDate > today;
        });
        expect(gaps.map(({ contractId }) => contractId)).toEqual(
          expected.map(({ contractId }) => contractId),
        );
      }),
    );
  });
});

describe("kinds of alerts", () => {
  it("each belong to one family", () => {
    expect(Object.values(ALERT_FAMILIES).flat().toSorted()).toEqual(ALERT_KINDS.toSorted());
  });

  it("are stronger than those before them, in one family of one contract", () => {
    const ending: AlertCause = { kind: "ENDING_60", contractId: 1 };
    expect(isStronger({ kind: "ENDING_7", contractId: 1 }, ending)).toBe(true);
    expect(isStronger({ kind: "ENDED", contractId: 1 }, ending)).toBe(true);
    expect(isStronger(ending, ending)).toBe(false);
    expect(isStronger({ kind: "ENDED", contractId: 2 }, ending)).toBe(false);
    expect(isStronger({ kind: "GAP", contractId: 1 }, ending)).toBe(false);
    expect(isStronger(ending, { kind: "CAP_80", contractId: 1 })).toBe(false);
  });
});
