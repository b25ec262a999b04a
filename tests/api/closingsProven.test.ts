import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { lastDayOfMonth, tokyoMidnight } from "../../domain/text/dates.ts";
import {
  findStatementDifferences,
  verifyStatements,
} from "../../server/modules/closings/service/verifyStatements.ts";
import { recordBatch } from "../../server/modules/usage/service/openRecorder.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { CLOSINGS } from "../support/resourceRows/closings.ts";
import { aUsageEvent } from "../support/usage.ts";

const RUNS = Number(process.env.CLOSING_RUNS ?? 8);
const MONTHS = ["2026-03", "2026-04", "2026-05"] as const;
const NOW = "2026-06-03T10:00:00+09:00";
const reason = "計上漏れのため";

type Step =
  | { kind: "report"; month: number; count: number; seconds: number }
  | { kind: "adjust"; transcriptCount: number; seconds: number }
  | { kind: "close"; month: number; all: boolean };

const month = fc.nat(MONTHS.length - 1);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("report" as const),
    month,
    count: fc.integer({ min: 1, max: 3 }),
    seconds: fc.nat(90),
  }),
  fc.record({
    kind: fc.constant("adjust" as const),
    transcriptCount: fc.integer({ min: -1, max: 2 }),
    seconds: fc.integer({ min: -30, max: 30 }),
  }),
  fc.record({ kind: fc.constant("close" as const), month, all: fc.boolean() }),
);

describeDatabase("statements and the ledger", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();

  beforeAll(() => admin.get(CLOSINGS));

  const differing = async () => {
    const found: unknown[] = [];
    for await (const one of findStatementDifferences(api.db)) found.push(one);
    return found;
  };

  /** Carries a step out on a contract; what the rules refuse changes nothing. */
  async function carryOut(step: Step, organizationId: number, contractId: number): Promise<void> {
    if (step.kind === "report") {
      const day = lastDayOfMonth(MONTHS[step.month] ?? MONTHS[0]);
      const occurredAt = new Date(tokyoMidnight(day).getTime() + 3_600_000);
      const events = Array.from({ length: step.count }, () =>
        aUsageEvent({ organizationId, occurredAt, seconds: step.seconds }),
      );
      await recordBatch({ db: api.db, now: () => new Date(NOW) }, events, { patient: true });
    } else if (step.kind === "adjust") {
      const { kind: _, ...body } = step;
      await admin.post(`${CONTRACTS}/${contractId}/adjustments`, { ...body, reason });
    } else {
      const named = step.all ? {} : { contractIds: [contractId], reason };
      await admin.post(CLOSINGS, { month: MONTHS[step.month], ...named });
    }
  }

  it("are one sum after any course of reports, adjustments and closings, and each closing can be computed again", async () => {
    const anyCourse = fc.tuple(
      fc.constantFrom("2026-04-30", "2026-12-31"),
      fc.array(anyStep, { minLength: 6, maxLength: 16 }),
    );
    await fc.assert(
      fc.asyncProperty(anyCourse, async ([endDate, steps]) => {
        const organizationId = await api.anOrganization();
        const period = { startDate: "2026-03-01", endDate };
        const contractId = await aContract(api.db, { organizationId, ...period });
        for (const step of steps) await carryOut(step, organizationId, contractId);
        expect(await differing()).toEqual([]);
        expect(await verifyStatements(api.db)).toMatchObject({ difference: null, withoutRows: 0 });
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it("name the first closing that is not as it was, and the contract whose sum is not", async () => {
    const organizationId = await api.anOrganization();
    const period = { startDate: "2026-03-01", endDate: "2026-12-31" };
    const contractId = await aContract(api.db, { organizationId, ...period });
    const close = (closed: string) =>
      admin.post(CLOSINGS, { month: closed, contractIds: [contractId] });
    await carryOut({ kind: "report", month: 1, count: 2, seconds: 60 }, organizationId, contractId);
    await close("2026-04");
    await close("2026-05");
    expect(await verifyStatements(api.db)).toMatchObject({ difference: null });

    const tampered = [
      [
        "update ledger set seconds = seconds + 1",
        "the figures of 2026-04-30 are not those of the ledger",
      ],
      ["update ledger set event_id = event_id || 'x'", "its root is not that of the ledger"],
      ["update closings set transcripts = 3", "its figures are not those of the ledger"],
      ["update closings set root = sha256('') ", "its root is not that of the ledger"],
    ] as const;
    for (const [statement, what] of tampered) {
      await api.db
        .transaction()
        .execute(async (trx) => {
          const month = statement.includes("closings") ? sql`and month = '2026-04-01'` : sql``;
          await sql`${sql.raw(statement)} where contract_id = ${contractId} ${month}`.execute(trx);
          expect(await verifyStatements(trx)).toMatchObject({
            difference: { organizationId, contractId, month: "2026-04", version: 1, what },
          });
          throw new Error("roll back");
        })
        .catch((error: Error) => {
          if (error.message !== "roll back") throw error;
        });
    }

    expect(await differing()).toEqual([]);
    await sql`
      update closings set seconds = seconds + 1
      where contract_id = ${contractId} and month = '2026-05-01'`.execute(api.db);
    expect(await differing()).toMatchObject([
      { contract_id: contractId, seconds: 120, stated_seconds: 121 },
    ]);
  });
});
