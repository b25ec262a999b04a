import { addMilliseconds, subMonths } from "date-fns";
import { sql } from "kysely";
import { beforeAll, expect, it, vi } from "vitest";
import { actAsOperator, actAsSystem } from "../../server/audit/acting.ts";
import { alertHousekeeping } from "../../server/background.ts";
import { deleteOldAlerts } from "../../server/modules/alerts/queries/alerts.ts";
import {
  findTotalDifferences,
  reconcileAll,
  repairTotals,
} from "../../server/modules/ledger/service/reconcileTotals.ts";
import {
  findDifferences,
  repairUsage,
} from "../../server/modules/ledger/service/reconcileUsage.ts";
import { dropOldMonths } from "../../server/modules/usage/service/ledgerMonths.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { describeDatabase, testDatabase } from "../support/database.ts";
import { ledgerRows, sumsOf } from "../support/ledgerRows.ts";
import { perSuite } from "../support/perSuite.ts";

const MONTHS = ["2019-11", "2019-12", "2020-01"] as const;
const following = { "2019-11": "2019-12", "2019-12": "2020-01", "2020-01": "2020-02" };

describeDatabase("months of the ledger older than seven years", (engine) => {
  const database = perSuite(() => testDatabase(engine));
  const db = perSuite(() => database.db);
  let key: { organizationId: number; contractId: number };
  const log = { warn: vi.fn(), error: vi.fn() };

  beforeAll(async () => {
    for (const month of MONTHS) {
      await sql
        .raw(`
        create table ledger_${month.replace("-", "_")} partition of ledger
        for values from ('${month}-01T00:00:00+09:00') to ('${following[month]}-01T00:00:00+09:00')`)
        .execute(db);
    }
    const organizationId = await anOrganization(db);
    const year = { startDate: "2019-01-01", endDate: "2030-12-31" };
    key = { organizationId, contractId: await aContract(db, { organizationId, ...year }) };
    // The first stands before all months, in the partition for any other time.
    const times = ["2019-02-10", "2019-11-10", "2019-12-10", "2020-01-10"];
    await ledgerRows(
      db,
      key,
      times.map((day) => ({
        eventId: day,
        occurredAt: `${day}T10:00:00+09:00`,
        seconds: 60,
      })),
    );
  });

  const drop = (time: string) => dropOldMonths({ db, log, now: () => new Date(time) });
  const prove = () =>
    actAsSystem("reconcileUsage", () =>
      reconcileAll({
        db,
        log,
        config: { smtp: null },
        now: () => new Date("2026-12-10T12:00:00+09:00"),
      }),
    );
  const days = async () => {
    const { rows } = await sql<{ day: string }>`
      select usage_date as day from ledger order by 1`.execute(db);
    return rows.map(({ day }) => day);
  };
  const repair = () =>
    actAsOperator("reconcile", async () => {
      await repairUsage({ db, now: () => new Date() }, key);
      await repairTotals(db);
    });
  const differences = async () => {
    const found = [];
    for await (const difference of findDifferences(db)) found.push(difference);
    return [...found, ...[await findTotalDifferences(db)].filter(({ trendDays }) => trendDays > 0)];
  };

  it("stay while their sums are not proven, and that is logged", async () => {
    await drop("2026-12-01T00:00:00+09:00");
    expect(await days()).toHaveLength(4);
    expect(log.warn).toHaveBeenCalledWith({ month: "2019-11-01" }, expect.any(String));
  });

  it("stay up to the end of the month seven years later, and then go with all before", async () => {
    await prove();
    await drop("2026-11-30T23:59:59.999+09:00");
    expect(await days()).toHaveLength(4);
    await drop("2026-12-01T00:00:00+09:00");
    expect(await days()).toEqual(["2019-12-10", "2020-01-10"]);
    await drop("2026-12-01T00:00:00+09:00");
    expect(await days()).toHaveLength(2);
  });

  it("leave sums and counters, which no comparison takes for wrong and no repair changes", async () => {
    const sums = await sumsOf(db, key.contractId);
    expect(sums).toMatchObject({ daily: { counts: 4, seconds: 240 } });
    expect(await differences()).toEqual([]);
    await repair();
    expect(await sumsOf(db, key.contractId)).toEqual(sums);
    expect(await differences()).toEqual([]);
    await prove();
    const { rows } = await sql`select from alerts where resolved_at is null`.execute(db);
    expect(rows).toEqual([]);
  });

  it("hide no wrong sum of a month that is kept", async () => {
    await sql`update usage_daily set seconds = 99 where usage_date = '2019-12-10'`.execute(db);
    expect(await differences()).toMatchObject([{ firstDay: "2019-12-10" }]);
    await repair();
    expect(await differences()).toEqual([]);
  });
});

describeDatabase("ended alerts", (engine) => {
  const database = perSuite(() => testDatabase(engine));

  it("are deleted 36 months after their end, open ones never", async () => {
    const { db } = database;
    const organizationId = await anOrganization(db);
    const now = new Date("2026-05-01T00:00:00Z");
    const end = subMonths(now, 36);
    const alert = (kind: string, resolvedAt: Date | null) =>
      sql`
      insert into alerts (organization_id, contract_id, kind, message, raised_at, resolved_at)
      values (${organizationId}, 1, ${kind}, 'a', '2020-01-01', ${resolvedAt})`.execute(db);
    await alert("GAP", addMilliseconds(end, -1));
    await alert("ENDED", end);
    await alert("CAP_80", null);
    for (const run of Object.values(alertHousekeeping({ db, now: () => now }))) await run();
    const { rows } = await sql<{ kind: string }>`select kind from alerts order by 1`.execute(db);
    expect(rows).toEqual([{ kind: "CAP_80" }, { kind: "ENDED" }]);
    await deleteOldAlerts(db, now);
    expect((await sql`select from alerts`.execute(db)).rows).toHaveLength(1);
  });
});
