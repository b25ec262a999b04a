import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Known,
  overlapsOf,
  type PlannedRow,
  planContracts,
} from "../../domain/contractImports/plan.ts";
import type { ContractField } from "../../domain/contractImports/rules.ts";
import { undoOverlaps, undoRefusal } from "../../domain/contractImports/schemas.ts";
import { editErrors } from "../../domain/contracts/edit.ts";
import { contractStatus, effectiveEnd, periodsOverlap } from "../../domain/contracts/rules.ts";
import type { Contract } from "../../domain/contracts/schemas.ts";
import type { StagedRow } from "../../domain/imports/rows.ts";
import { addDays } from "../../domain/text/dates.ts";
import { aContract as aRecord } from "../support/records.ts";

const TODAY = "2026-04-15";
const NUMBER = "10000001";
const BASE = "2026-01-01";

function aContract(input: Partial<Contract> & { contractId: number }): Contract {
  const contract = aRecord({
    organizationName: "組織",
    organizationNo: NUMBER,
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    maxTranscriptCount: 100,
    maxTranscriptMinutes: null,
    usedTranscriptCount: 0,
    usedTranscriptMinutes: 0,
    ...input,
  });
  return { ...contract, status: contractStatus(contract, TODAY) };
}

function knownOf(contracts: readonly Contract[]): Known {
  const organization = {
    organizationId: 1,
    organizationName: "組織",
    contracts: new Map(contracts.map((one) => [one.startDate, one])),
    periods: contracts.map((one) => ({
      contractId: one.contractId,
      startDate: one.startDate,
      endDate: effectiveEnd(one),
    })),
  };
  return { organizations: new Map([[NUMBER, organization]]), owners: new Map() };
}

/** Contracts of one organization, none of which overlaps another, over 60 days. */
const someContracts = fc
  .array(
    fc.record({ gap: fc.nat(4), days: fc.nat(8), cut: fc.option(fc.nat(8)), used: fc.nat(2) }),
    {
      maxLength: 6,
    },
  )
  .map((parts) => {
    let day = 0;
    return parts.map(({ gap, days, cut, used }, index) => {
      const startDate = addDays(BASE, day + gap);
      const endDate = addDays(startDate, days);
      const terminationDate = cut === null ? null : addDays(startDate, Math.min(cut, days));
      day += gap + days + 1;
      return aContract({
        ...{ contractId: index + 1, startDate, endDate, terminationDate },
        usedTranscriptCount: used,
      });
    });
  });

const someRows = fc.array(
  fc.record({
    start: fc.nat(60),
    days: fc.integer({ min: -2, max: 12 }),
    cap: fc.constantFrom("", "無制限", "1", "50"),
  }),
  { maxLength: 8 },
);

const staged = (rows: { start: number; days: number; cap: string }[]): StagedRow<ContractField>[] =>
  rows.map(({ start, days, cap }, index) => {
    const startDate = addDays(BASE, start);
    return {
      rowNo: index + 1,
      line: index + 2,
      cells: {
        ...{ organizationNo: NUMBER, startDate, endDate: addDays(startDate, days) },
        ...{ maxTranscriptCount: cap, maxTranscriptMinutes: "無制限" },
        ...{ adminName: "佐藤", adminEmail: "b@example.com" },
      },
      reason: null,
      wrong: [],
    };
  });

const written = ({ verdict }: PlannedRow) => verdict === "NEW" || verdict === "UPDATE";

/** The valid days of all contracts once the rows are written. */
function periodsAfter(contracts: readonly Contract[], rows: readonly PlannedRow[]) {
  const changed = new Map(rows.filter(written).map((row) => [row.after?.startDate, row]));
  const left = contracts.filter(({ startDate }) => !changed.has(startDate));
  return [
    ...left,
    ...[...changed.values()].flatMap(({ before, after }) =>
      after ? [{ ...before, ...after }] : [],
    ),
  ].map((one) => ({
    startDate: one.startDate,
    endDate: effectiveEnd({ terminationDate: null, ...one }),
  }));
}

const isClear = (periods: { startDate: string; endDate: string }[]) =>
  periods.every((one, n) => periods.slice(n + 1).every((other) => !periodsOverlap(one, other)));

describe("an import of contracts", () => {
  it("never leaves periods that overlap, nor one that ends before it starts", () => {
    fc.assert(
      fc.property(someContracts, someRows, (contracts, rows) => {
        const plan = planContracts(staged(rows), knownOf(contracts));
        const after = periodsAfter(contracts, plan);
        expect(isClear(after)).toBe(true);
        expect(after.every(({ startDate, endDate }) => startDate <= endDate)).toBe(true);
      }),
    );
  });

  it("changes a contract only as its form would", () => {
    fc.assert(
      fc.property(someContracts, someRows, (contracts, rows) => {
        for (const { verdict, before, after } of planContracts(staged(rows), knownOf(contracts))) {
          if (verdict !== "UPDATE" || !before || !after) continue;
          const { endDate, maxTranscriptCount, adminName } = after;
          const changes = Object.fromEntries(
            Object.entries({ endDate, maxTranscriptCount, adminName }).filter(
              ([field, value]) => value !== Reflect.get(before, field),
            ),
          );
          expect(editErrors(before, changes).errors).toEqual({});
          expect(after.startDate).toBe(before.startDate);
        }
      }),
    );
  });

  it("refuses no row whose days are free", () => {
    fc.assert(
      fc.property(someContracts, someRows, (contracts, rows) => {
        const plan = planContracts(staged(rows), knownOf(contracts));
        const wanted = planContracts(staged(rows), { ...knownOf([]) }).filter(written);
        for (const row of plan.filter(({ reason }) => reason?.includes("重複") ?? false)) {
          const { startDate = "", endDate = "" } = row.cells;
          const others = [
            ...contracts.map((one) => ({ ...one, endDate: effectiveEnd(one) })),
            ...wanted.flatMap(({ after }) => after ?? []),
            ...staged(rows).map(({ cells }) => ({
              startDate: cells.startDate ?? "",
              endDate: cells.endDate ?? "",
            })),
          ].filter((one) => one.startDate !== startDate);
          expect(others.some((one) => periodsOverlap(one, { startDate, endDate }))).toBe(true);
        }
      }),
    );
  });

  it("finds exactly the growing periods that overlap another", () => {
    const extent = fc.record({ start: fc.nat(40), days: fc.nat(10), grows: fc.boolean() });
    fc.assert(
      fc.property(fc.array(extent, { maxLength: 12 }), (all) => {
        const extents = all.map(({ start, days, grows }, id) => {
          const startDate = addDays(BASE, start);
          return { id, startDate, endDate: addDays(startDate, days), grows };
        });
        const found = overlapsOf(extents);
        const expected = extents.filter(
          (one) =>
            one.grows && extents.some((other) => other !== one && periodsOverlap(one, other)),
        );
        expect(new Set(found.map(([{ id }]) => id))).toEqual(new Set(expected.map(({ id }) => id)));
        for (const [one, other] of found) expect(periodsOverlap(one, other)).toBe(true);
      }),
    );
  });

  it("is undone to what was there", () => {
    fc.assert(
      fc.property(someContracts, someRows, (contracts, rows) => {
        const plan = planContracts(staged(rows), knownOf(contracts)).filter(written);
        for (const { before, after } of plan) {
          if (!before || !after) continue;
          const contract = aContract({ ...before, ...after });
          const change = {
            contractId: before.contractId,
            before: { endDate: before.endDate, maxTranscriptCount: before.maxTranscriptCount },
            after: { endDate: after.endDate, maxTranscriptCount: after.maxTranscriptCount },
            version: contract.version,
          };
          const found = { contract, isUsed: false, isEmailTaken: false };
          const refusal = undoRefusal(change, found);
          // A cap that was below the use from the first, or a contract that ended with the import.
          expect([null, "USED", "CLOSED"]).toContain(refusal);
          const later = { ...contract, version: contract.version + 1 };
          expect(undoRefusal(change, { ...found, contract: later })).toBe(refusal ?? "CHANGED");
        }
        const changes = new Map(
          plan.flatMap(({ before, after }) =>
            before && after
              ? [
                  [
                    before.contractId,
                    {
                      contractId: before.contractId,
                      before: { endDate: before.endDate },
                      after: { endDate: after.endDate },
                      version: null,
                    },
                  ] as const,
                ]
              : [],
          ),
        );
        const now = new Map(
          contracts.map((one) => {
            const row = plan.find(({ before }) => before?.contractId === one.contractId);
            return [one.contractId, { ...one, ...row?.after }] as const;
          }),
        );
        const periods = [...now.values()].map((one) => ({ ...one, endDate: effectiveEnd(one) }));
        // Those that the import added are deleted, so their days are free again.
        expect(undoOverlaps({ periods }, changes, now)).toEqual([]);
      }),
    );
  });
});
