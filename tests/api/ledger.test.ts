import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, tokyoDate } from "../../domain/text/dates.ts";
import type { LedgerEntry } from "../../domain/usage/ledger.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { csvRows } from "../support/csv.ts";
import { describeDatabase } from "../support/database.ts";
import { type LedgerInput, ledgerPageOf, ledgerRows } from "../support/ledgerRows.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const NOW = "2026-11-22T09:00:00+09:00";
const FIRST = "2026-03-30";

describeDatabase("the ledger of a contract", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  let admin: ApiClient;
  let adjustedBy: string;
  let workspaces: number[];
  let organizationId: number;

  beforeAll(async () => {
    const user = await api.aUser({ organizationId: null, userName: "調整 者" });
    adjustedBy = user.userId;
    admin = api.asSystemAdmin(user);
    organizationId = await api.anOrganization();
    workspaces = [
      await aWorkspace(api, { organizationId, workspaceName: "営業部" }),
      await aWorkspace(api, { organizationId, workspaceName: "開発部" }),
    ];
  });

  let made = 0;
  const aLedger = async (inputs: readonly LedgerInput[]) => {
    made += 1;
    const owner = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId: owner });
    const contract = { organizationId: owner, contractId, adjustedBy };
    if (inputs.length > 0) await ledgerRows(api.db, contract, inputs);
    return `${CONTRACTS}/${contractId}/ledger`;
  };
  const event = (occurredAt: string, input: Partial<LedgerInput> = {}): LedgerInput => ({
    eventId: `e-${made}-${occurredAt}-${input.workspaceId}`,
    occurredAt,
    seconds: 60,
    ...input,
  });

  describe("as a list", () => {
    it("tells an event and an adjustment apart, in the order of time", async () => {
      const contractId = await aContract(api.db, { organizationId });
      await ledgerRows(api.db, { organizationId, contractId, adjustedBy }, [
        event("2026-05-02T00:30:00+09:00", { workspaceId: workspaces[0] ?? 0, seconds: 125 }),
        event("2026-05-01T10:00:00+09:00", { eventId: null, transcriptCount: -1, seconds: -90 }),
        event("2026-05-03T10:00:00+09:00", { workspaceId: 987_654 }),
      ]);
      const page = ledgerPageOf(await admin.get(`${CONTRACTS}/${contractId}/ledger`));
      expect(page).toMatchObject({ totalElements: 3, page: 0, size: 10, sort: "occurredAt,asc" });
      expect(page.content).toMatchObject([
        {
          kind: "ADJUSTMENT",
          eventId: null,
          transcriptCount: -1,
          seconds: -90,
          reason: "訂正",
          adjustedByName: "調整 者",
          workspaceId: null,
        },
        {
          kind: "EVENT",
          usageDate: "2026-05-02",
          workspaceId: workspaces[0],
          workspaceName: "営業部",
          transcriptCount: 1,
          seconds: 125,
          reason: null,
          adjustedByName: null,
        },
        { workspaceId: 987_654, workspaceName: null },
      ]);
    });

    it("begins and ends a day in Tokyo", async () => {
      const url = await aLedger([
        event("2026-05-01T23:59:59.999+09:00"),
        event("2026-05-02T00:00:00+09:00"),
        event("2026-05-02T23:59:59.999+09:00"),
        event("2026-05-03T00:00:00+09:00"),
      ]);
      const page = ledgerPageOf(
        await admin.get(`${url}?startDate=2026-05-02&endDate=2026-05-02&sort=occurredAt,desc`),
      );
      expect(page.totalElements).toBe(2);
      expect(page.content.map(({ occurredAt }) => occurredAt)).toEqual([
        "2026-05-02T14:59:59.999Z",
        "2026-05-01T15:00:00.000Z",
      ]);
    });

    it("is empty past its last page, and for a contract without use", async () => {
      const url = await aLedger([event("2026-05-01T10:00:00+09:00")]);
      expect(ledgerPageOf(await admin.get(`${url}?page=7`))).toMatchObject({
        content: [],
        totalElements: 1,
        totalPages: 1,
      });
      expect(ledgerPageOf(await admin.get(await aLedger([])))).toMatchObject({
        content: [],
        totalElements: 0,
      });
    });

    it("pages every selection in order, each row once, with its exact total", async () => {
      const places = [null, workspaces[0] ?? 0, workspaces[1] ?? 0, 987_654];
      const anyRow = fc.record({
        day: fc.nat(4),
        // Few instants, so that the id breaks ties, at both ends of the day as well.
        time: fc.constantFrom("00:00:00", "12:00:00", "23:59:59.999"),
        place: fc.constantFrom(...places),
        isEvent: fc.boolean(),
      });
      const selection = fc.record({
        size: fc.integer({ min: 1, max: 7 }),
        direction: fc.constantFrom("asc" as const, "desc" as const),
        from: fc.option(fc.nat(4), { nil: undefined }),
        days: fc.option(fc.nat(4), { nil: undefined }),
        workspaceId: fc.option(fc.constantFrom(0, ...places.slice(1).map(Number)), {
          nil: undefined,
        }),
        kind: fc.option(fc.constantFrom("EVENT" as const, "ADJUSTMENT" as const), {
          nil: undefined,
        }),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyRow, { maxLength: 40 }),
          fc.array(selection, { minLength: 3, maxLength: 3 }),
          async (rows, selections) => {
            const url = await aLedger(
              rows.map(({ day, time, place, isEvent }, n) => ({
                eventId: isEvent ? `p-${made}-${n}` : null,
                occurredAt: `${addDays(FIRST, day)}T${time}+09:00`,
                workspaceId: place,
                seconds: n,
              })),
            );
            const all = ledgerPageOf(await admin.get(`${url}?size=100`)).content;
            expect(all).toHaveLength(rows.length);
            for (const { size, direction, from, days, workspaceId, kind } of selections) {
              const startDate = from === undefined ? undefined : addDays(FIRST, from);
              const endDate = days === undefined ? undefined : addDays(startDate ?? FIRST, days);
              const wanted = inOrder(all, direction).filter(
                (entry) =>
                  (startDate === undefined || entry.usageDate >= startDate) &&
                  (endDate === undefined || entry.usageDate <= endDate) &&
                  (workspaceId === undefined || (entry.workspaceId ?? 0) === workspaceId) &&
                  (kind === undefined || entry.kind === kind),
              );
              const filters = new URLSearchParams({ sort: `occurredAt,${direction}` });
              for (const [name, value] of Object.entries({ startDate, endDate, workspaceId, kind }))
                if (value !== undefined) filters.set(name, String(value));
              const found: LedgerEntry[] = [];
              for (let page = 0; page * size <= wanted.length; page += 1) {
                const answer = await admin.get(`${url}?${filters}&page=${page}&size=${size}`);
                const { content, totalElements } = ledgerPageOf(answer);
                expect(totalElements).toBe(wanted.length);
                found.push(...content);
              }
              expect(found).toEqual(wanted);
              const file = await admin.get(`${url}/export?${filters}`);
              expect(file.headers["x-total-count"]).toBe(String(wanted.length));
              expect(csvRows(file.text).map((row) => row.明細ID)).toEqual(
                wanted.map(({ ledgerId }) => String(ledgerId)),
              );
            }
          },
        ),
        { numRuns: 8 },
      );
    });

    it.each([
      ["startDate=2026-02-30", "startDate"],
      ["startDate=2026-05-02&endDate=2026-05-01", "endDate"],
      ["workspaceId=", "workspaceId"],
      ["workspaceId=-1", "workspaceId"],
      ["kind=event", "kind"],
      ["sort=seconds,asc", "sort"],
    ])("refuses %s", async (query, field) => {
      const answer = await admin.get(`${await aLedger([])}?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: "BAD_QUERY" } });
      expect(answer.body).toHaveProperty(`errors.${field}`);
    });
  });

  it("as a CSV file has the labels as headings, and numbers as cells", async () => {
    const url = await aLedger([
      event("2026-05-01T10:00:00+09:00", { eventId: null, transcriptCount: -1, seconds: -90 }),
      event("2026-05-02T10:00:00+09:00", { eventId: "r-1", workspaceId: 987_654, seconds: 120 }),
    ]);
    const { headers, text } = await admin.get(`${url}/export?sort=occurredAt,asc`);
    expect(headers["content-disposition"]).toContain(
      encodeURIComponent(`利用明細_${tokyoDate(new Date(NOW)).replaceAll("-", "")}.csv`),
    );
    expect(csvRows(text)).toMatchObject([
      {
        種別: "調整",
        利用日: "2026/05/01",
        利用日時: "2026/05/01 10:00",
        ワークスペースID: "",
        ワークスペース: "ワークスペースなし",
        件数: "-1",
        "時間（秒）": "-90",
        調整理由: "訂正",
        調整者: "調整 者",
        イベントID: "",
      },
      {
        種別: "利用",
        ワークスペースID: "987654",
        ワークスペース: "削除されたワークスペース",
        件数: "1",
        調整者: "",
        イベントID: "r-1",
      },
    ]);
  });
});

function inOrder(entries: readonly LedgerEntry[], direction: "asc" | "desc"): LedgerEntry[] {
  const ascending = entries.toSorted(
    (a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt) || a.ledgerId - b.ledgerId,
  );
  return direction === "asc" ? ascending : ascending.toReversed();
}
