import { describe, expect, it } from "vitest";
import { eventsOf, resultsOf, usageReport } from "../../domain/usage/events.ts";
import { workspaceLabel } from "../../domain/usage/ledgerLabels.ts";

const event = {
  eventId: "event-1",
  organizationId: 1,
  workspaceId: 2,
  occurredAt: "2026-04-01T09:00:00+09:00",
  seconds: 60,
};
const isTaken = (given: object) =>
  usageReport.safeParse({ events: [{ ...event, ...given }] }).success;

describe("an event of a report", () => {
  it.each([
    { occurredAt: "2026-04-01T00:00:00Z" },
    { occurredAt: "2000-01-01T00:00:00+09:00" },
    { occurredAt: "2199-12-31T23:59:59.999+09:00" },
    { eventId: "!".repeat(128) },
    { workspaceId: null },
    { workspaceId: undefined },
    { seconds: 0 },
  ])("is taken with %j", (given) => expect(isTaken(given)).toBe(true));

  it.each([
    { occurredAt: "2026-04-01T09:00:00" },
    { occurredAt: "2026-04-01" },
    { occurredAt: "1999-12-31T23:59:59+09:00" },
    { occurredAt: "2200-01-01T00:00:00+09:00" },
    { eventId: "" },
    { eventId: "!".repeat(129) },
    { eventId: "イベント" },
    { eventId: "a b" },
    { workspaceId: 0 },
    { organizationId: 0 },
    { seconds: -1 },
    { seconds: 1.5 },
    { other: 1 },
  ])("is refused with %j", (given) => expect(isTaken(given)).toBe(false));

  it("is counted at its instant, without a workspace and a revision unless it names them", () => {
    const { workspaceId, ...without } = event;
    const occurredAt = new Date("2026-04-01T00:00:00.000Z");
    const vocabularyRevision = 3;
    const events = [{ ...event, vocabularyRevision }, without];
    expect(eventsOf(usageReport.parse({ events }))).toEqual([
      { ...event, workspaceId, vocabularyRevision, occurredAt },
      { ...event, workspaceId: null, vocabularyRevision: null, occurredAt },
    ]);
  });

  it("is answered in its place, with its verdict", () => {
    const events = eventsOf({ events: [event, { ...event, eventId: "event-2" }] });
    expect(
      resultsOf(events, [
        { result: "recorded", contractId: 7 },
        { result: "rejected", reason: "FUTURE" },
      ]),
    ).toEqual({
      results: [
        { eventId: "event-1", result: "recorded", contractId: 7 },
        { eventId: "event-2", result: "rejected", reason: "FUTURE" },
      ],
    });
  });
});

describe("the workspace of a row of the ledger", () => {
  it.each([
    [{ workspaceId: 1, workspaceName: "営業部" }, "営業部"],
    [{ workspaceId: 1, workspaceName: null }, "削除されたワークスペース"],
    [{ workspaceId: null, workspaceName: null }, "ワークスペースなし"],
  ])("%j is called %s", (row, label) => expect(workspaceLabel(row)).toBe(label));
});
