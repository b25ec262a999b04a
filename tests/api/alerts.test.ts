import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { transactOn } from "../../server/db/transact.ts";
import { requestAlerts } from "../../server/modules/alerts/queries/alerts.ts";
import {
  evaluateAlerts,
  evaluateDay,
  evaluateRequests,
} from "../../server/modules/alerts/service/evaluateAlerts.ts";
import {
  raiseReconcileAlerts,
  resolveReconcileAlert,
} from "../../server/modules/alerts/service/raiseAlerts.ts";
import { ALERTS, alertsIn, alertsOf } from "../support/alertRequests.ts";
import { suiteAnnounced, withOrganization } from "../support/announced.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, contractOf, newContract } from "../support/contractRequests.ts";
import { aContract, type ContractInput } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";

const NOON = "2026-04-15T12:00:00+09:00";
const year = { startDate: "2026-01-01", endDate: "2026-12-31" };

describeDatabase("alerts", (engine) => {
  const api = suiteApi(engine, { now: NOON });
  const admin = api.asSystemAdmin();
  let organizationId: number;
  const heard = suiteAnnounced(api, withOrganization);

  const anOrganization = async () => {
    api.clock.set(NOON);
    organizationId = await api.anOrganization("通知株式会社");
  };
  const ofContract = (input: Partial<ContractInput>) =>
    aContract(api.db, { organizationId, ...year, ...input });
  const deps = () => ({ db: api.db, now: api.clock.now, config: api.config });
  const evaluate = () => evaluateAlerts(deps(), organizationId);
  const alerts = () => alertsIn(admin, organizationId);
  const use = (contractId: number, count: number) =>
    api.db
      .updateTable("contract_usage")
      .set({ transcript_count: count })
      .where("contract_id", "=", contractId)
      .execute();
  const requested = async () => {
    const rows = await api.db
      .selectFrom("alert_requests")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .execute();
    return rows.length > 0;
  };

  describe("of a cap", () => {
    beforeAll(anOrganization);
    let contractId: number;

    it("fire once, with the figures of now", async () => {
      contractId = await ofContract({ maxTranscriptCount: 100, usedTranscriptCount: 80 });
      await evaluate();
      await use(contractId, 85);
      await evaluate();
      const [alert, ...others] = alertsOf(
        await admin.get(`${ALERTS}?organizationId=${organizationId}`),
      );
      expect(others).toEqual([]);
      expect(alert).toEqual({
        alertId: expect.any(Number),
        kind: "CAP_80",
        label: "上限接近",
        organizationId,
        organizationName: "通知株式会社",
        contractId,
        webhookId: null,
        serviceKeyId: null,
        message: "残り15件です（85%を利用）。",
        raisedAt: new Date(NOON).toISOString(),
        resolvedAt: null,
        readAt: null,
      });
    });

    it("are resolved when the cause is gone, and keep what they said at first", async () => {
      await admin.patch(`${CONTRACTS}/${contractId}`, { maxTranscriptCount: 200 });
      expect(await requested()).toBe(true);
      await evaluate();
      expect(await requested()).toBe(false);
      const [alert] = alertsOf(await admin.get(`${ALERTS}?organizationId=${organizationId}`));
      expect(alert).toMatchObject({
        message: "残り20件です（80%を利用）。",
        resolvedAt: new Date(NOON).toISOString(),
      });
    });

    it("fire again, and 100 % resolves 80 %", async () => {
      await use(contractId, 160);
      await evaluate();
      expect(await alerts()).toEqual(["open CAP_80", "over CAP_80"]);
      await use(contractId, 200);
      await evaluate();
      expect(await alerts()).toEqual(["open CAP_100", "over CAP_80", "over CAP_80"]);
    });

    it("are requested by an adjustment of the use", async () => {
      const adjustment = { transcriptCount: -1, seconds: 0, reason: "誤計上" };
      expect((await admin.post(`${CONTRACTS}/${contractId}/adjustments`, adjustment)).status).toBe(
        201,
      );
      expect(await requested()).toBe(true);
    });

    it("are announced to the organization", async () => {
      await heard();
      await use(contractId, 170);
      await evaluate();
      const changes = (await heard()).filter((change) => change.includes("resource/alerts/"));
      expect(changes).toEqual([
        expect.stringMatching(`^${organizationId} created resource/alerts/\\d+$`),
        expect.stringMatching(`^${organizationId} updated resource/alerts/\\d+$`),
      ]);
    });
  });

  describe("of a contract", () => {
    beforeAll(anOrganization);

    it("are requested by create, edit of a date, termination, reinstatement and deletion", async () => {
      const made = await admin.post(
        CONTRACTS,
        newContract({ organizationName: "通知株式会社", organizationId, endDate: "2026-05-14" }),
      );
      const url = `${CONTRACTS}/${contractOf(made).contractId}`;
      expect(await requested()).toBe(true);
      await evaluate();
      expect(await alerts()).toEqual(["open ENDING_30"]);

      await admin.patch(url, { memo: "メモ" });
      expect(await requested()).toBe(false);
      await admin.patch(url, { endDate: "2026-06-14" });
      await evaluate();
      expect(await alerts()).toEqual(["open ENDING_60", "over ENDING_30"]);

      await admin.post(`${url}/terminate`, { terminationDate: "2026-04-20", reason: "統合" });
      await evaluate();
      expect(await alerts()).toEqual(["over ENDING_30", "over ENDING_60"]);

      await admin.post(`${url}/reinstate`);
      await evaluate();
      expect(await alerts()).toEqual(["open ENDING_60", "over ENDING_30", "over ENDING_60"]);

      await admin.delete(url);
      await evaluate();
      expect(await alerts()).toEqual(["over ENDING_30", "over ENDING_60", "over ENDING_60"]);
    });

    it("are resolved by a next contract, which may leave a gap", async () => {
      await ofContract({ startDate: "2025-05-01", endDate: "2026-04-30" });
      await evaluate();
      await ofContract({ startDate: "2026-06-01", endDate: "2027-05-31" });
      await evaluate();
      const open = await admin.get(`${ALERTS}?organizationId=${organizationId}&open=true`);
      expect(alertsOf(open).map(({ kind, message }) => [kind, message])).toEqual([
        ["GAP", "契約期間に空白（2026/05/01〜2026/05/31）があります。"],
      ]);
    });

    it("are evaluated by whoever looks for requests, although another organization fails", async () => {
      const failing = organizationId;
      await ofContract({ startDate: "2028-01-01", endDate: "2028-12-31" });
      await anOrganization();
      await ofContract({ maxTranscriptCount: 100, usedTranscriptCount: 80 });
      const ids = [failing, organizationId];
      await transactOn(api.db)(async (trx) => requestAlerts(trx, ...ids));
      await transactOn(api.db)(async (trx) => requestAlerts(trx, ...ids));
      await sql`
        create function refuse_alerts() returns trigger language plpgsql as $$
        begin raise exception 'refused'; end $$`.execute(api.db);
      await sql`
        create trigger refused before insert on alerts for each row
        when (new.organization_id = ${sql.lit(failing)}) execute function refuse_alerts()`.execute(
        api.db,
      );
      await expect(evaluateRequests(deps())).rejects.toThrow("refused");
      expect(await alerts()).toEqual(["open CAP_80"]);
      expect(await requested()).toBe(false);
      await sql`drop trigger refused on alerts`.execute(api.db);
      await evaluateRequests(deps());
      expect((await alertsIn(admin, failing)).filter((one) => one === "open GAP")).toHaveLength(2);
    });
  });

  describe("of a day", () => {
    beforeAll(anOrganization);

    it("change at midnight in Tokyo", async () => {
      await ofContract({ endDate: "2026-05-15" });
      api.clock.set("2026-04-14T23:59:59+09:00");
      await evaluateDay(deps(), 0);
      expect(await alerts()).toEqual(["open ENDING_60"]);
      api.clock.set("2026-04-15T00:00:00+09:00");
      await evaluateDay(deps(), 0);
      expect(await alerts()).toEqual(["open ENDING_30", "over ENDING_60"]);
      api.clock.set("2026-05-15T00:00:00+09:00");
      await evaluateDay(deps(), 0);
      expect(await alerts()).toEqual(["open ENDING_7", "over ENDING_30", "over ENDING_60"]);
      api.clock.set("2026-05-16T00:00:00+09:00");
      await evaluateDay(deps(), 0);
      expect((await alerts()).filter((one) => one.startsWith("open"))).toEqual(["open ENDED"]);
      api.clock.set("2026-06-15T00:00:00+09:00");
      await evaluateDay(deps(), 0);
      expect((await alerts()).filter((one) => one.startsWith("open"))).toEqual([]);
    });

    it("include caps, should an evaluation have been missed", async () => {
      await anOrganization();
      await ofContract({ maxTranscriptCount: 100, usedTranscriptCount: 100 });
      await evaluateDay(deps(), 0);
      expect(await alerts()).toEqual(["open CAP_100"]);
    });

    it("are looked at in batches, one job after the other", async () => {
      const organizationIds: number[] = [];
      for (let n = 0; n < 5; n += 1) {
        await anOrganization();
        organizationIds.push(organizationId);
        await ofContract({ endDate: "2026-04-20" });
      }
      const [first = 0] = organizationIds;
      await evaluateDay(deps(), first - 1, 2);
      const raised = await Promise.all(organizationIds.map((id) => alertsIn(admin, id)));
      expect(raised.map(({ length }) => length)).toEqual([1, 1, 0, 0, 0]);
      const { rows } = await sql`
        select data from pgboss.job where name = 'alertsOfDay' order by created_on`.execute(api.db);
      expect(rows.at(-1)).toEqual({ data: { after: organizationIds[1] } });
    });
  });

  describe("of a reconciliation", () => {
    beforeAll(anOrganization);

    it("are raised once, left alone by evaluations, resolved, and kept from the organization", async () => {
      const contractId = await ofContract({});
      const key = { organizationId, contractId };
      const at = api.clock.now();
      await heard();
      for (let n = 0; n < 2; n += 1) {
        await api.db.transaction().execute((trx) => raiseReconcileAlerts(trx, deps(), [key], at));
      }
      await evaluate();
      expect(await alerts()).toEqual(["open RECONCILE"]);
      await api.db.transaction().execute((trx) => resolveReconcileAlert(trx, key, at));
      expect(await alerts()).toEqual(["over RECONCILE"]);
      const changes = (await heard()).filter((change) => change.includes("resource/alerts/"));
      expect(changes.map((change) => change.split(" ").slice(0, 2))).toEqual([
        ["null", "created"],
        ["null", "updated"],
      ]);
    });
  });
});
