import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minutesUsed } from "../../domain/contracts/rules.ts";
import {
  type ChargedContract,
  changingState,
  decideUsage,
  ownId,
  type RecordedEvent,
  type UsageEvent,
  type UsageFacts,
} from "../../domain/usage/rules.ts";

const NOW = new Date("2026-04-15T12:00:00+09:00");

const anEvent = (changes: Partial<UsageEvent> = {}): UsageEvent => ({
  eventId: "e",
  organizationId: 1,
  workspaceId: null,
  vocabularyRevision: null,
  occurredAt: new Date("2026-04-15T11:00:00+09:00"),
  seconds: 60,
  ...changes,
});

const aContract = (changes: Partial<ChargedContract> = {}): ChargedContract => ({
  organizationId: 1,
  contractId: 11,
  startDate: "2026-04-01",
  lastDate: "2026-04-30",
  transcriptCount: 0,
  seconds: 0,
  maxTranscriptCount: null,
  maxTranscriptMinutes: null,
  ...changes,
});

const decide = (events: readonly UsageEvent[], facts: Partial<UsageFacts> = {}) =>
  decideUsage(events, {
    contracts: [aContract()],
    recorded: [],
    hasWorkspace: () => true,
    hasRevision: () => true,
    isLost: () => false,
    now: NOW,
    ...facts,
  });

describe("a reported event", () => {
  it("counts for the contract that covers its date in Tokyo", () => {
    const contracts = [
      aContract({ contractId: 11, lastDate: "2026-04-14" }),
      aContract({ contractId: 12, startDate: "2026-04-15" }),
      aContract({ contractId: 13, organizationId: 2 }),
    ];
    const at = (time: string) => anEvent({ eventId: time, occurredAt: new Date(time) });
    expect(
      decide([at("2026-04-14T14:59:59.999Z"), at("2026-04-14T15:00:00.000Z")], { contracts }),
    ).toEqual([
      { result: "recorded", contractId: 11 },
      { result: "recorded", contractId: 12 },
    ]);
  });

  it("finds no contract before, between and after them", () => {
    const contracts = [
      aContract({ lastDate: "2026-04-10" }),
      aContract({ contractId: 12, startDate: "2026-04-12", lastDate: "2026-04-13" }),
    ];
    const on = (date: string) => anEvent({ eventId: date, occurredAt: new Date(date) });
    const events = ["2026-03-31", "2026-04-11", "2026-04-14"].map(on);
    expect(decide(events, { contracts })).toEqual(Array(3).fill({ result: "no_contract" }));
  });

  it("is a duplicate once it is in the ledger, even if its contract or workspace is gone", () => {
    const recorded: RecordedEvent[] = [{ ...anEvent(), contractId: 9 }];
    const facts = { recorded, contracts: [], hasWorkspace: () => false };
    expect(decide([anEvent()], facts)).toEqual([{ result: "duplicate", contractId: 9 }]);
  });

  it.each([
    ["workspace", { workspaceId: 5 }],
    ["time", { occurredAt: new Date("2026-04-15T11:00:00.001+09:00") }],
    ["length", { seconds: 61 }],
  ])("is a conflict if its id was recorded with another %s", (_, change) => {
    const recorded: RecordedEvent[] = [{ ...anEvent(), contractId: 11 }];
    expect(decide([anEvent(change)], { recorded })).toEqual([
      { result: "conflict", contractId: 11 },
    ]);
  });

  it("is another event if its id was recorded for another organization", () => {
    const contracts = [aContract(), aContract({ organizationId: 2, contractId: 21 })];
    const recorded: RecordedEvent[] = [{ ...anEvent({ organizationId: 2 }), contractId: 21 }];
    expect(decide([anEvent(), anEvent({ organizationId: 2 })], { contracts, recorded })).toEqual([
      { result: "recorded", contractId: 11 },
      { result: "duplicate", contractId: 21 },
    ]);
    const both = [anEvent(), anEvent({ organizationId: 2 }), anEvent({ seconds: 61 })];
    expect(decide(both, { contracts })).toEqual([
      { result: "recorded", contractId: 11 },
      { result: "recorded", contractId: 21 },
      { result: "conflict", contractId: 11 },
    ]);
  });

  it("is recognised within its own report", () => {
    const events = [anEvent(), anEvent(), anEvent({ seconds: 61 })];
    expect(decide(events).map(({ result }) => result)).toEqual([
      "recorded",
      "duplicate",
      "conflict",
    ]);
  });

  it("is rejected more than 5 minutes ahead, and taken until then", () => {
    const ahead = (ms: number) => anEvent({ occurredAt: new Date(NOW.getTime() + ms) });
    expect(decide([ahead(300_001)])).toEqual([{ result: "rejected", reason: "FUTURE" }]);
    expect(decide([ahead(300_000)])).toMatchObject([{ result: "recorded" }]);
  });

  it("is rejected more than 90 days ago unless it is known, and taken until then", () => {
    const contracts = [aContract({ startDate: "2020-01-01" })];
    const ago = (ms: number) => anEvent({ occurredAt: new Date(NOW.getTime() - ms) });
    const window = 90 * 24 * 60 * 60_000;
    expect(decide([ago(window + 1)], { contracts })).toEqual([
      { result: "rejected", reason: "PAST" },
    ]);
    expect(decide([ago(window)], { contracts })).toMatchObject([{ result: "recorded" }]);
    const recorded = [{ ...ago(2 * window), contractId: 9 }];
    expect(decide([ago(2 * window)], { contracts, recorded })).toEqual([
      { result: "duplicate", contractId: 9 },
    ]);
  });

  it("repeats its own row, whatever else was recorded with its id", () => {
    const later = { ...anEvent({ occurredAt: new Date(NOW.getTime() + 1) }), contractId: 9 };
    const own = { ...anEvent(), contractId: 9 };
    for (const recorded of [
      [later, own],
      [own, later],
    ]) {
      expect(decide([anEvent()], { recorded })).toEqual([{ result: "duplicate", contractId: 9 }]);
    }
    expect(decide([anEvent()], { recorded: [later] })).toMatchObject([{ result: "conflict" }]);
  });

  it("is rejected beyond 24 hours, which no repeat makes shorter", () => {
    const of = (seconds: number) => decide([anEvent({ seconds })]);
    expect(of(86_401)).toEqual([{ result: "rejected", reason: "SECONDS" }]);
    expect(of(86_400)).toMatchObject([{ result: "recorded" }]);
    const recorded: RecordedEvent[] = [{ ...anEvent({ seconds: 86_401 }), contractId: 9 }];
    expect(decide([anEvent({ seconds: 86_401 })], { recorded })).toEqual([
      { result: "duplicate", contractId: 9 },
    ]);
  });

  it("is rejected with a workspace that is not the organization's", () => {
    const facts = { hasWorkspace: ({ workspaceId }: UsageEvent) => workspaceId !== 7 };
    const events = [anEvent({ workspaceId: 7 }), anEvent({ workspaceId: 8 })];
    expect(decide(events, facts)).toMatchObject([
      { result: "rejected", reason: "WORKSPACE" },
      { result: "recorded" },
    ]);
  });

  it("may fill a cap to the last second, and not beyond", () => {
    const contracts = [aContract({ seconds: 30, maxTranscriptMinutes: 1 })];
    const of = (seconds: number) => decide([anEvent({ seconds })], { contracts });
    expect(of(30)).toMatchObject([{ result: "recorded" }]);
    expect(of(31)).toEqual([{ result: "quota_exceeded", contractId: 11 }]);
  });

  it("that does not fit leaves room for a shorter one after it", () => {
    const contracts = [aContract({ maxTranscriptMinutes: 1 })];
    const events = [anEvent({ eventId: "a", seconds: 61 }), anEvent({ eventId: "b", seconds: 60 })];
    expect(decide(events, { contracts }).map(({ result }) => result)).toEqual([
      "quota_exceeded",
      "recorded",
    ]);
  });
});

describe("a change of the usage state", () => {
  it.each([
    [79, 1, true],
    [78, 1, false],
    [80, 19, false],
    [80, 20, true],
    [99, 1, true],
  ])("from %i transcripts of 100 by %i more: %s", (transcriptCount, more, changes) => {
    const contracts = [aContract({ transcriptCount, maxTranscriptCount: 100 })];
    const events = Array.from({ length: more }, () => ({ contractId: 11, seconds: 1 }));
    expect(changingState(contracts, events)).toEqual(changes ? contracts : []);
  });
});

describe("any report", () => {
  const anyEvents = fc.array(
    fc.record({
      eventId: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
      organizationId: fc.constantFrom(1, 2),
      workspaceId: fc.constantFrom(null, 1),
      vocabularyRevision: fc.constantFrom(null, 3),
      occurredAt: fc.date({
        min: new Date("2026-04-13T00:00:00Z"),
        max: new Date("2026-04-16T00:00:00Z"),
        noInvalidDate: true,
      }),
      seconds: fc.nat(200),
    }),
  );
  const anyCap = fc.option(fc.integer({ min: 1, max: 8 }));
  const anyContracts = fc
    .tuple(anyCap, anyCap, fc.nat(60))
    .map(([count, minutes, seconds]) => [
      aContract({ maxTranscriptCount: count, maxTranscriptMinutes: minutes, seconds }),
      aContract({ contractId: 21, organizationId: 2, maxTranscriptCount: count }),
    ]);

  it("takes no contract over a cap, and counts each id of an organization once", () => {
    fc.assert(
      fc.property(anyEvents, anyContracts, (events, contracts) => {
        const verdicts = decide(events, { contracts });
        expect(verdicts).toHaveLength(events.length);
        const counted = events.filter((_, place) => verdicts[place]?.result === "recorded");
        expect(new Set(counted.map(ownId)).size).toBe(counted.length);
        for (const contract of contracts) {
          const own = counted.filter((event) => event.organizationId === contract.organizationId);
          const seconds = own.reduce((sum, event) => sum + event.seconds, contract.seconds);
          expect(own.length).toBeLessThanOrEqual(contract.maxTranscriptCount ?? Infinity);
          expect(minutesUsed(seconds)).toBeLessThanOrEqual(
            contract.maxTranscriptMinutes ?? Infinity,
          );
        }
      }),
    );
  });

  it("sent again as it was, records nothing new of what was recorded", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const first = decide(events);
        const recorded = events.flatMap((event, place) => {
          const verdict = first[place];
          return verdict?.result === "recorded"
            ? [{ ...event, contractId: verdict.contractId }]
            : [];
        });
        const again = decide(events, { recorded });
        again.forEach((verdict, place) => {
          if (first[place]?.result === "recorded") expect(verdict.result).toBe("duplicate");
        });
        expect(again.some(({ result }) => result === "recorded")).toBe(false);
      }),
    );
  });
});
