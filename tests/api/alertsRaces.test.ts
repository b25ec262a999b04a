import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { transactOn } from "../../server/db/transact.ts";
import { insertRequests, requestAlerts } from "../../server/modules/alerts/queries/alerts.ts";
import { evaluateAlerts } from "../../server/modules/alerts/service/evaluateAlerts.ts";
import { alertsIn } from "../support/alertRequests.ts";
import { suiteApi } from "../support/api.ts";
import { aContract } from "../support/contractRows.ts";
import { describePostgres } from "../support/database.ts";
import { gate } from "../support/gate.ts";
import { urlOf } from "../support/postgresTemplate.ts";

const year = { startDate: "2026-01-01", endDate: "2026-12-31" };

describePostgres("copies of the API that evaluate alerts at once", () => {
  const api = suiteApi("postgres", { now: "2026-04-15T12:00:00+09:00" });
  let copy: Database;

  beforeAll(async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db);
    const server = process.env.TEST_DATABASE_URL ?? "";
    copy = await openDatabase({ kind: "postgres", url: urlOf(server, rows[0]?.name ?? "") });
  });
  afterAll(() => copy.close());

  const waiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
    return rows.length;
  };

  it("raise one alert, in twenty simultaneous evaluations of two copies", async () => {
    const organizationId = await api.anOrganization();
    await aContract(api.db, {
      organizationId,
      ...year,
      maxTranscriptCount: 100,
      usedTranscriptCount: 80,
    });
    const { config } = api;
    const { now } = api.clock;
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        evaluateAlerts({ db: n % 2 === 0 ? api.db : copy.db, now, config }, organizationId),
      ),
    );
    expect(await alertsIn(api.asSystemAdmin(), organizationId)).toEqual(["open CAP_80"]);
  });

  it("never miss a change that was requested while an earlier request waited", async () => {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, {
      organizationId,
      ...year,
      maxTranscriptCount: 100,
    });
    await transactOn(api.db)(async (trx) => requestAlerts(trx, organizationId));
    const { passed, open } = gate();
    const asked = gate();
    const change = copy.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("contract_usage")
        .set({ transcript_count: 80 })
        .where("contract_id", "=", contractId)
        .execute();
      await insertRequests(trx, [organizationId]);
      asked.open();
      await passed;
    });
    await asked.passed;
    const evaluation = evaluateAlerts({ ...api, now: api.clock.now }, organizationId);
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000 });
    open();
    await Promise.all([change, evaluation]);
    expect(await alertsIn(api.asSystemAdmin(), organizationId)).toEqual(["open CAP_80"]);
  });
});
