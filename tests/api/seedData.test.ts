import { describe, expect, it } from "vitest";
import { demoDictionaries } from "../../demo/dictionaries.ts";
import { demoEntries } from "../../demo/entries.ts";
import { type DemoOrganization, demoOrganizations } from "../../demo/organizations.ts";
import { usageEvents } from "../../demo/usage.ts";
import {
  CONTRACT_STATUSES,
  contractStatus,
  effectiveEnd,
  minutesUsed,
  periodsOverlap,
  USAGE_STATES,
  usageState,
} from "../../domain/contracts/rules.ts";
import { DICTIONARY_CATEGORIES } from "../../domain/dictionaries/rules.ts";
import { entryCreate } from "../../domain/entries/schemas.ts";
import { addDays } from "../../domain/text/dates.ts";

/** Every day of a little over two years, including a leap day. */
const days = Array.from({ length: 800 }, (_, number) => addDays("2027-01-01", number));

const contractsOf = (organizations: readonly DemoOrganization[]) =>
  organizations.flatMap(({ contracts }) => contracts);

describe("the demo data", () => {
  it("has every status and every usage state on any day", () => {
    for (const today of days) {
      const contracts = contractsOf(demoOrganizations(today));
      const statuses = new Set(contracts.map((contract) => contractStatus(contract, today)));
      expect([...statuses].sort(), today).toEqual([...CONTRACT_STATUSES].sort());
      const states = new Set(
        contracts.map(({ usedTranscriptMinutes, ...contract }) =>
          usageState({ ...contract, usedTranscriptSeconds: usedTranscriptMinutes * 60 }),
        ),
      );
      expect([...states].sort(), today).toEqual([...USAGE_STATES].sort());
    }
  });

  it("leaves デモ株式会社 3 transcripts and 525 minutes of a current contract on any day", () => {
    for (const today of days) {
      const contract = demoOrganizations(today)[0]?.contracts[0];
      if (!contract) throw new Error("no contract");
      expect(contractStatus(contract, today)).toBe("ACTIVE");
      expect(Number(contract.maxTranscriptCount) - contract.usedTranscriptCount).toBe(3);
      expect(Number(contract.maxTranscriptMinutes) - contract.usedTranscriptMinutes).toBe(525);
    }
  });

  it("has no contracts of one organization that overlap", () => {
    const period = (contract: DemoOrganization["contracts"][number]) => ({
      startDate: contract.startDate,
      endDate: effectiveEnd(contract),
    });
    for (const today of days) {
      for (const { contracts } of demoOrganizations(today)) {
        for (const [index, one] of contracts.entries()) {
          for (const other of contracts.slice(index + 1)) {
            expect(periodsOverlap(period(one), period(other)), today).toBe(false);
          }
        }
      }
    }
  });

  it("has transcripts that add up to the usage, within the contract and before today", () => {
    for (const today of days.filter((_, index) => index % 37 === 0)) {
      for (const [seed, contract] of contractsOf(demoOrganizations(today)).entries()) {
        const events = usageEvents(contract, today, seed);
        expect(events).toHaveLength(contract.usedTranscriptCount);
        const seconds = events.reduce((sum, event) => sum + event.seconds, 0);
        expect(minutesUsed(seconds)).toBe(contract.usedTranscriptMinutes);
        for (const event of events) {
          expect(event.seconds).toBeGreaterThan(0);
          expect(event.usageDate >= contract.startDate).toBe(true);
          expect(event.usageDate <= effectiveEnd(contract)).toBe(true);
          expect(event.usageDate < today).toBe(true);
        }
      }
    }
  });

  it("is the same whenever it is made for the same day", () => {
    const make = () =>
      contractsOf(demoOrganizations("2026-11-21")).map((contract, seed) =>
        usageEvents(contract, "2026-11-21", seed),
      );
    expect(make()).toEqual(make());
  });

  it("has the dictionaries of the spec's mock data", () => {
    const dictionaries = demoDictionaries();
    expect(dictionaries).toHaveLength(32);
    expect(dictionaries.slice(0, 6).map(({ dictionaryName }) => dictionaryName)).toEqual([
      "一般辞書テスト1",
      "一般辞書テスト2",
      "組織辞書テスト1",
      "組織辞書テスト2",
      "業務辞書テスト1",
      "業務辞書テスト2",
    ]);
    for (const { category, dictionaryName, createdAt, updatedAt } of dictionaries) {
      expect(DICTIONARY_CATEGORIES).toContain(category);
      expect(dictionaryName.length).toBeGreaterThan(0);
      expect(createdAt >= new Date("2024-01-01T00:00:00Z")).toBe(true);
      expect(updatedAt >= createdAt).toBe(true);
      expect(updatedAt <= new Date("2024-06-01T00:00:00Z")).toBe(true);
    }
    for (const { category, dictionaryName } of dictionaries.slice(0, 6)) {
      expect(dictionaryName.startsWith(category)).toBe(true);
    }
  });

  it("has entries in each dictionary, which the API would take, and about 300 in one", () => {
    const counts = demoDictionaries().map(({ dictionaryName }) => {
      const entries = demoEntries(dictionaryName);
      expect(entries.length, dictionaryName).toBeGreaterThan(4);
      for (const entry of entries) expect(entryCreate.parse(entry)).toEqual(entry);
      const written = entries.map(({ surface, reading }) => `${surface}/${reading}`);
      expect(new Set(written).size, dictionaryName).toBe(entries.length);
      return entries.length;
    });
    expect(Math.max(...counts)).toBe(306);
  });
});
