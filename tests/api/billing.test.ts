import { sql } from "kysely";
import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../domain/billing/fields.ts";
import { suiteApi } from "../support/api.ts";
import { latestEvent, storedEvents } from "../support/auditEvents.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import {
  BILLING_FILES,
  BILLING_SETTINGS,
  billingPartner,
} from "../support/resourceRows/billing.ts";
import { CLOSINGS } from "../support/resourceRows/closings.ts";
import { PRICE, pricesOf } from "../support/resourceRows/prices.ts";

const NOW = "2026-12-03T10:00:00+09:00";
const reason = "料金の誤りのため";

describeDatabase("files for accounting programs", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();

  /** Closes a month of a new contract, which has a price unless it says otherwise. */
  async function aClosedMonth(month: string, { monthly = 10_000 as number | null } = {}) {
    const organizationId = await api.anOrganization();
    const period = { startDate: "2026-01-01", endDate: "2026-12-31" };
    const contractId = await aContract(api.db, { organizationId, ...period });
    const price = (yen: number) =>
      admin.put(pricesOf(contractId), {
        prices: [{ ...PRICE, monthly: yen }],
        showPrices: false,
      });
    if (monthly !== null) expect((await price(monthly)).status).toBe(200);
    const close = (more = {}) =>
      admin.post(CLOSINGS, { month, contractIds: [contractId], ...more });
    expect((await close()).status).toBe(200);
    const number = `${month.replace("-", "")}-${contractId}-1`;
    return { organizationId, contractId, number, price, closeAgain: () => close({ reason }) };
  }

  const asked = (month: string, format: string, more = "") =>
    `?month=${month}&format=${format}${more}`;
  const preview = async (month: string, format: string, more = "") => {
    const answer = await admin.get(`${BILLING_FILES}/preview${asked(month, format, more)}`);
    expect(answer.status).toBe(200);
    return Object(answer.body);
  };
  const download = (month: string, format: string, more = "") =>
    admin.get(`${BILLING_FILES}${asked(month, format, more)}`);
  const numbersIn = (text: string) => [...new Set(text.match(/\d{6}-\d+-\d+/g))];

  it("have each closing once, again on demand, and are kept with what is in them", async () => {
    const month = "2026-02";
    const one = await aClosedMonth(month);
    const first = await download(month, "freee");
    expect(first.status).toBe(200);
    expect(numbersIn(first.text)).toEqual([one.number]);
    const event = await latestEvent(api.db);
    expect(event).toMatchObject({
      operation: "exportBillingFile",
      target_kind: "billingFile",
      counts: { statements: 1 },
    });
    expect(event?.changes).toContainEqual({
      field: "closings",
      before: null,
      after: [one.number],
    });
    const { rows } = await sql`
      select b.contract_id, b.version, f.format from billed_closings b
      join billing_files f on f.file_id = b.file_id where f.file_id = ${event?.target_id}`.execute(
      api.db,
    );
    expect(rows).toEqual([{ contract_id: one.contractId, version: 1, format: "freee" }]);

    const second = await download(month, "freee");
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: "FILE_WRITTEN" });
    // It is in no file of another format yet.
    expect((await preview(month, "misoca")).counts).toEqual({ ready: 1, refused: 0, written: 0 });

    // What is closed later is what the next file has.
    const other = await aClosedMonth(month);
    expect(await preview(month, "freee")).toMatchObject({
      counts: { ready: 1, refused: 0, written: 1 },
      yen: 11_000,
      files: [{ month, format: "freee", statements: 1 }],
    });
    expect(numbersIn((await download(month, "freee")).text)).toEqual([other.number]);
    const again = await download(month, "freee", "&again=true");
    expect(numbersIn(again.text)).toEqual([one.number, other.number]);

    // A month that is closed again is a new statement; the preview tells that the other is in a file.
    await one.price(20_000);
    await one.closeAgain();
    const next = one.number.replace(/-1$/, "-2");
    const { statements } = await preview(month, "freee");
    expect(statements).toContainEqual(
      expect.objectContaining({ number: next, isWritten: false, isEarlierWritten: true }),
    );
    expect(numbersIn((await download(month, "freee")).text)).toEqual([next]);
  });

  it("name before what cannot be written, and hold the others", async () => {
    const month = "2026-03";
    const unpriced = await aClosedMonth(month, { monthly: null });
    const formula = await aClosedMonth(month);
    await admin.put(billingPartner(formula.organizationId), { partnerName: "=甲", subAccount: "" });
    expect((await download(month, "yayoi")).body).toMatchObject({ code: "NOTHING_TO_WRITE" });
    const good = await aClosedMonth(month);
    await admin.put(billingPartner(good.organizationId), {
      partnerName: "乙",
      subAccount: "乙支店",
    });

    const shown = await preview(month, "yayoi");
    expect(shown).toMatchObject({
      encoding: "cp932",
      counts: { ready: 1, refused: 2, written: 0 },
      statements: [
        { number: unpriced.number, rows: [], faults: [{ code: "NO_PRICE" }] },
        {
          number: formula.number,
          rows: [],
          faults: [{ code: "FORMULA", text: "=甲 2026/03 基本料金" }],
        },
        { number: good.number, faults: [], partnerName: "乙", subAccount: "乙支店" },
      ],
    });
    const file = await download(month, "yayoi");
    expect(file.headers["content-type"]).toBe("text/plain; charset=shift_jis");
    expect(file.headers["x-total-count"]).toBe("1");
    expect(shown.statements[2].rows).toHaveLength(1);
    // Without a price the general file has quantities; what is mended goes into the next file.
    expect((await preview(month, "csv")).counts).toMatchObject({ ready: 2, refused: 1 });
    await admin.put(billingPartner(formula.organizationId), { partnerName: "甲", subAccount: "" });
    expect((await preview(month, "yayoi")).counts).toEqual({ ready: 1, refused: 1, written: 1 });
  });

  it("keep nothing for a HEAD", async () => {
    const month = "2026-04";
    await aClosedMonth(month);
    const before = (await storedEvents(api.db)).length;
    const url = `${BILLING_FILES}${asked(month, "csv")}`;
    const head = await admin.send("HEAD", url);
    expect(head.status).toBe(200);
    expect((await storedEvents(api.db)).length).toBe(before);
    expect((await preview(month, "csv")).counts).toMatchObject({ ready: 1, written: 0 });
  });

  it("call things as they are mapped, against the version that was read", async () => {
    const month = "2026-05";
    const { organizationId } = await aClosedMonth(month);
    const read = await admin.get(BILLING_SETTINGS);
    expect(read.body).toEqual({ ...DEFAULT_SETTINGS, version: 0 });
    const items = { ...DEFAULT_SETTINGS.items, MONTHLY: "月額基本料" };
    const body = { ...DEFAULT_SETTINGS, items, dueMonths: 2, dueDay: 10 };
    const set = await admin.put(BILLING_SETTINGS, body, { "if-match": '"0"' });
    expect(set.body).toEqual({ ...body, version: 1 });
    expect((await admin.put(BILLING_SETTINGS, body)).body).toMatchObject({ version: 1 });
    const stale = await admin.put(BILLING_SETTINGS, body, { "if-match": '"0"' });
    expect(stale.body).toMatchObject({ code: "STALE_VERSION", current: { version: 1 } });
    const { text } = await download(month, "freee");
    expect(text).toContain("月額基本料");
    expect(text).toContain("2026/07/10");

    const url = billingPartner(organizationId);
    const partner = { partnerName: "甲商店", subAccount: "甲" };
    expect((await admin.put(url, partner, { "if-match": '"0"' })).status).toBe(200);
    expect((await admin.put(url, partner, { "if-match": '"0"' })).status).toBe(412);
    expect((await admin.get(url)).body).toMatchObject({ ...partner, version: 1 });
    // Statements that were written keep nothing of it; the file made again has it.
    expect((await download(month, "freee", "&again=true")).text).toContain("甲商店");
  });
});
