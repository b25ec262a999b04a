import fc from "fast-check";
import { expect, it } from "vitest";
import { tokyoDate } from "../../domain/text/dates.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { type LedgerInput, ledgerRows } from "../support/ledgerRows.ts";

const NOW = "2026-11-22T00:30:00+09:00";

interface Caps {
  maxTranscriptCount?: number;
  maxTranscriptMinutes?: number;
}

describeDatabase("caps that are being typed", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();

  const check = (organizationId: number, caps: Caps) => {
    const query = new URLSearchParams({ organizationId: String(organizationId) });
    for (const [name, value] of Object.entries(caps)) query.set(name, String(value));
    return admin.get(`${CONTRACTS}/cap-check?${query}`);
  };
  const used = async (inputs: readonly Omit<LedgerInput, "eventId">[]) => {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId });
    const rows = inputs.map((input, n) => ({ ...input, eventId: `e${n}` }));
    await ledgerRows(api.db, { organizationId, contractId }, rows);
    return organizationId;
  };

  it("tell how many transcripts of the last 12 months they would have refused, and since when", async () => {
    const organizationId = await used([
      { occurredAt: "2025-11-22T23:59:00+09:00", seconds: 600 },
      { occurredAt: "2025-11-23T00:00:00+09:00", seconds: 60 },
      { occurredAt: "2026-02-14T23:58:00+09:00", seconds: 60 },
      { occurredAt: "2026-02-14T23:59:00+09:00", seconds: 120 },
      { occurredAt: "2026-11-22T00:10:00+09:00", seconds: 30 },
    ]);
    const months = { from: "2025-11-23", to: "2026-11-22", transcriptCount: 4 };
    const answer = async (caps: Caps) => (await check(organizationId, caps)).body;
    expect(await answer({ maxTranscriptCount: 2 })).toEqual({
      ...months,
      refusedCount: 2,
      firstDate: "2026-02-14",
    });
    expect(await answer({ maxTranscriptCount: 4 })).toEqual({
      ...months,
      refusedCount: 0,
      firstDate: null,
    });
    expect(await answer({ maxTranscriptMinutes: 4 })).toMatchObject({
      refusedCount: 1,
      firstDate: "2026-11-22",
    });
    expect(await answer({ maxTranscriptCount: 3, maxTranscriptMinutes: 1 })).toMatchObject({
      refusedCount: 3,
      firstDate: "2026-02-14",
    });
    expect(await answer({})).toMatchObject({ refusedCount: 0, firstDate: null });
  });

  it("count all contracts of the organization, and no other's", async () => {
    const organizationId = await api.anOrganization();
    for (const [n, startDate] of ["2026-01-01", "2026-06-01"].entries()) {
      const endDate = `${startDate.slice(0, 8)}28`;
      const contractId = await aContract(api.db, { organizationId, startDate, endDate });
      const occurredAt = `${startDate}T10:00:00+09:00`;
      await ledgerRows(api.db, { organizationId, contractId }, [
        { eventId: `c${n}`, occurredAt, seconds: 60 },
      ]);
    }
    await used([{ occurredAt: "2026-01-01T09:00:00+09:00", seconds: 60 }]);
    expect((await check(organizationId, { maxTranscriptCount: 1 })).body).toMatchObject({
      transcriptCount: 2,
      refusedCount: 1,
      firstDate: "2026-06-01",
    });
  });

  it("are compared as a contract would, whatever was used when", async () => {
    const uses = fc.array(
      fc.record({ minute: fc.nat(3 * 1_440 - 1), seconds: fc.integer({ min: 1, max: 300 }) }),
      { minLength: 1, maxLength: 12 },
    );
    const cap = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(uses, cap, cap, async (all, count, minutes) => {
        const begin = Date.parse("2026-05-01T00:00:00+09:00");
        const events = all
          .map(({ minute, seconds }, n) => ({
            occurredAt: new Date(begin + minute * 60_000 + n).toISOString(),
            seconds,
          }))
          .toSorted((one, other) => (one.occurredAt < other.occurredAt ? -1 : 1));
        const organizationId = await used(events);
        let sum = 0;
        const first = events.findIndex(({ seconds }, n) => {
          sum += seconds;
          return n + 1 > (count ?? 99) || sum > (minutes ?? 99) * 60;
        });
        const firstDate =
          first < 0 ? null : tokyoDate(new Date(events[first]?.occurredAt ?? Number.NaN));
        const caps = {
          ...(count === undefined ? {} : { maxTranscriptCount: count }),
          ...(minutes === undefined ? {} : { maxTranscriptMinutes: minutes }),
        };
        expect((await check(organizationId, caps)).body).toMatchObject({
          refusedCount: first < 0 ? 0 : events.length - first,
          firstDate,
        });
      }),
      { numRuns: 25 },
    );
  });

  it("are zeros without use, and refused where they are no caps", async () => {
    expect((await check(await api.anOrganization(), { maxTranscriptCount: 1 })).body).toMatchObject(
      {
        transcriptCount: 0,
        refusedCount: 0,
        firstDate: null,
      },
    );
    expect((await check(1, { maxTranscriptCount: 0 })).status).toBe(400);
    expect((await check(1, { maxTranscriptMinutes: 10_000_000 })).status).toBe(400);
  });
});
