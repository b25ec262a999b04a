import { beforeAll, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { latestEvent } from "../support/auditEvents.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { type LedgerInput, ledgerRows } from "../support/ledgerRows.ts";
import { CLOSINGS } from "../support/resourceRows/closings.ts";
import { PRICE, pricesOf } from "../support/resourceRows/prices.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";

const NOW = "2026-06-03T10:00:00+09:00";
const reason = "料金の登録漏れのため";

let events = 0;
const eventOn = (day: string, seconds: number): LedgerInput => {
  events += 1;
  return { eventId: `priced-${events}`, occurredAt: `${day}T10:00:00+09:00`, seconds };
};

describeDatabase("prices of contracts", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();
  let adjustedBy: string;
  beforeAll(async () => {
    adjustedBy = (await api.aUser()).userId;
  });

  async function aPricedContract(rows: LedgerInput[] = [], caps: object = {}) {
    const organizationId = await api.anOrganization();
    const period = { startDate: "2026-01-01", endDate: "2026-12-31" };
    const contractId = await aContract(api.db, { organizationId, ...period, ...caps });
    if (rows.length > 0) {
      await ledgerRows(api.db, { organizationId, contractId, adjustedBy }, rows);
    }
    return {
      organizationId,
      contractId,
      set: (prices: object[], showPrices = false, headers = {}) =>
        admin.put(pricesOf(contractId), { prices, showPrices }, headers),
      close: (month: string, more: object = {}) =>
        admin.post(CLOSINGS, { month, contractIds: [contractId], ...more }),
      statement: async (month: string, version = "") => {
        const path = `${CONTRACTS}/${contractId}/statements/${month}`;
        return Object((await admin.get(`${path}${version}`)).body);
      },
    };
  }

  it("are set all at once, in the order of their months, against the version that was read", async () => {
    const { contractId, organizationId, set } = await aPricedContract();
    const none = await admin.get(pricesOf(contractId));
    expect(none.body).toEqual({ contractId, prices: [], showPrices: false, version: 0 });
    const later = { ...PRICE, from: "2026-07", overage: { perTranscript: 1, perMinute: 2 } };
    const { status, body } = await set([later, PRICE]);
    expect(status).toBe(200);
    const written = { contractId, prices: [PRICE, later], showPrices: false, version: 1 };
    expect(body).toEqual(written);
    expect((await admin.get(pricesOf(contractId))).body).toEqual(written);
    expect(await latestEvent(api.db)).toMatchObject({
      operation: "setContractPrices",
      organization_id: organizationId,
      target_kind: "contractPrices",
      target_id: String(contractId),
      changes: [{ field: "prices", before: [], after: [PRICE, later] }],
    });
    // The same again is no change.
    expect((await set([PRICE, later])).body).toMatchObject({ version: 1 });
    const stale = await set([], false, { "if-match": '"0"' });
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ code: "STALE_VERSION", current: { version: 1 } });
    for (const wrong of [{ monthly: -1 }, { monthly: 1.5 }, { taxRate: 101 }, { from: "2026" }]) {
      expect((await set([{ ...PRICE, ...wrong }])).status).toBe(422);
    }
  });

  it("charge a statement by the price that was in force when its month was closed, whatever is set later", async () => {
    const { set, close, statement } = await aPricedContract([eventOn("2026-04-10", 61)], {
      maxTranscriptMinutes: 1,
    });
    await set([{ ...PRICE, overage: { perTranscript: 0, perMinute: 1_000 } }]);
    expect((await close("2026-04")).status).toBe(200);
    const closed = await statement("2026-04");
    expect(closed.amounts).toMatchObject({
      lines: [
        { charge: "MONTHLY", amount: 30_000 },
        { charge: "TRANSCRIPTS", amount: 100 },
        { charge: "MINUTES", quantity: 1, amount: 10 },
        { charge: "OVERAGE_MINUTES", quantity: 1, amount: 1_000 },
      ],
      subtotal: 31_110,
      tax: 3_111,
      total: 34_221,
    });
    await set([{ ...PRICE, monthly: 1 }]);
    expect(await statement("2026-04")).toEqual(closed);
    await set([]);
    expect(await statement("2026-04")).toEqual(closed);

    // Closing it again is a new version, which keeps its own; the first stays.
    await set([{ ...PRICE, from: "2026-04", monthly: 50_000 }]);
    expect((await close("2026-04", { reason })).status).toBe(200);
    expect((await statement("2026-04")).amounts).toMatchObject({ subtotal: 50_120 });
    const first = await statement("2026-04", "?version=1");
    expect(first.amounts).toEqual(closed.amounts);
  });

  it("leave statements with quantities where none is in force", async () => {
    const { set, close, statement } = await aPricedContract([eventOn("2026-04-10", 60)]);
    await close("2026-04");
    expect((await statement("2026-04")).amounts).toBeNull();
    await set([{ ...PRICE, from: "2026-06" }]);
    await close("2026-05");
    expect((await statement("2026-05")).amounts).toBeNull();
  });

  it("are shown to organization admins where the contract says so, and to keys that make invoices", async () => {
    const { contractId, organizationId, set, close } = await aPricedContract();
    await set([PRICE]);
    await close("2026-05");
    const path = `/api/v1/contracts/${contractId}/statements/2026-05`;
    const member = api.as(await api.aUser({ organizationId, isOrganizationAdmin: true }));
    const { key } = await aServiceKey(api, { scopes: ["statements.read"] });
    const amounts = { subtotal: 30_000, tax: 3_000, total: 33_000 };
    expect((await member.get(path)).body).toMatchObject({ amounts: null });
    expect((await withKey(api, key).get(path)).body).toMatchObject({ amounts });
    await set([PRICE], true);
    expect((await member.get(path)).body).toMatchObject({ amounts });
    // Nor does the log of the organization tell them.
    const log = Object((await member.get("/api/v1/audit-events")).body);
    expect(JSON.stringify(log)).not.toContain("setContractPrices");
  });
});
