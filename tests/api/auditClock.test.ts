import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { actAsSystem } from "../../server/audit/acting.ts";
import { sealFinishedDays } from "../../server/audit/service/seals.ts";
import { verifyAudit } from "../../server/audit/service/verifyAudit.ts";
import { describeVerified } from "../../server/commands/reportLines.ts";
import { seals } from "../../server/doctor/dataChecks.ts";
import { readDatabase } from "../../server/metrics/readings.ts";
import { suiteApi } from "../support/api.ts";
import { describePostgres } from "../support/database.ts";
import { type DatabaseClock, heldDatabaseClock } from "../support/databaseClock.ts";
import { perSuite } from "../support/perSuite.ts";
import { recordAlone } from "../support/recordAlone.ts";

const AHEAD = 7;
const OTHER = 8;

/** What the page tells an operator to run. */
const page = readFileSync(join(import.meta.dirname, "../../docs/operations/incidents.md"), "utf8");
const [, takeBack = ""] = page.split("## A clock ran ahead")[1]?.split("```sql\n") ?? [];
const [statement = ""] = takeBack.split("```");

describePostgres("a clock that ran ahead", () => {
  let clock: DatabaseClock;
  const api = suiteApi("postgres", {
    database: async (real) => {
      clock = await heldDatabaseClock(real, "2026-05-01T09:00:00+09:00");
      return real;
    },
  });
  const db = perSuite(() => api.db);

  /** It ran for a night of another century, while one organization worked. */
  beforeEach(async () => {
    await sql`truncate audit_events`.execute(db);
    await sql`truncate audit_seals`.execute(db);
    await clock.set("2026-05-01T09:00:00+09:00");
    await event(AHEAD);
    await event(OTHER);
    await clock.set("2099-08-01T09:00:00+09:00");
    await event(AHEAD);
    await clock.set("2099-08-02T00:30:00+09:00");
    await seal();
    await clock.set("2026-05-12T09:00:00+09:00");
    await event(AHEAD);
    await event(OTHER);
    await clock.set("2026-05-13T00:30:00+09:00");
  });

  const event = (organizationId: number) =>
    actAsSystem("test", () =>
      recordAlone(db, { organizationId, target: { kind: "contract", id: 1, name: "契約" } }),
    );
  const seal = () =>
    actAsSystem("sealAudit", () => sealFinishedDays({ db, log: { warn: () => {} } }));
  const verified = (now: string) =>
    verifyAudit(db, { now: new Date(`${now}T12:00:00+09:00`), retentionMonths: 36 });
  const sealedDays = async (organizationId: number) => {
    const { rows } = await sql<{ day: string }>`
      select day from audit_seals where organization_id = ${organizationId} order by day`.execute(
      db,
    );
    return rows.map(({ day }) => day);
  };

  it("stops the seals of no other organization, and is no reason to be told of none that is late", async () => {
    expect((await readDatabase(db)).sealAge).toBeGreaterThan(0);
    await seal();
    expect((await readDatabase(db)).sealAge).toBe(0);
    expect(await sealedDays(OTHER)).toEqual(["2026-05-01", "2026-05-12"]);
    expect(await sealedDays(AHEAD)).toEqual(["2026-05-01", "2099-08-01"]);
  });

  it("is named by verification and by doctor: what is sealed and not over, and what has not begun", async () => {
    await seal();
    const found = await verified("2026-05-13");
    expect(found).toMatchObject({
      difference: null,
      future: [
        { organizationId: AHEAD, day: "2099-08-01", isSealed: true },
        { organizationId: AHEAD, day: "2099-08-02", isSealed: false },
      ],
    });
    expect(describeVerified(found).join("\n")).toMatch(
      /organization 7, 2099-08-01: it is sealed and not over.*\norganization 7, 2099-08-02: it has events/,
    );
    const { config, database, identity } = api;
    const now = () => new Date("2026-05-13T12:00:00+09:00");
    const log = { warn: () => {}, error: () => {} };
    const findings: string[] = [];
    for await (const { what, advice } of seals.find({ config, database, db, identity, now, log })) {
      findings.push(`${what}: ${advice}`);
    }
    expect(findings).toEqual([
      expect.stringMatching(
        /organization 7, 2099-08-01: a day to come has a seal: a clock ran ahead/,
      ),
      expect.stringMatching(/organization 7, 2099-08-02: a day to come has events: a clock ran/),
    ]);
  });

  it("is over once its seal is taken back as docs/operations/incidents.md says", async () => {
    expect(statement).toMatch(/delete/i);
    await sql.raw(statement).execute(db);
    await event(AHEAD);
    await clock.set("2026-05-14T00:30:00+09:00");
    await seal();
    expect(await sealedDays(AHEAD)).toEqual(["2026-05-01", "2026-05-13"]);
    expect(await verified("2026-05-14")).toMatchObject({ difference: null });
    await clock.set("2099-08-03T00:30:00+09:00");
    await seal();
    expect(await sealedDays(AHEAD)).toEqual([
      "2026-05-01",
      "2026-05-13",
      "2099-08-01",
      "2099-08-02",
    ]);
    expect(await verified("2099-08-10")).toMatchObject({ difference: null, future: [] });
  });
});
