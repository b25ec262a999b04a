import { type Kysely, sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { placeOf } from "../../domain/closings/rules.ts";
import type { Tables } from "../../server/db/tables.ts";
import { recordBatch } from "../../server/modules/usage/service/openRecorder.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describePostgres } from "../support/database.ts";
import { CLOSINGS } from "../support/resourceRows/closings.ts";
import { aUsageEvent } from "../support/usage.ts";

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 5);
const NOW = "2026-06-03T10:00:00+09:00";
const may = new Date("2026-05-20T12:00:00+09:00");

describePostgres("closing a month while use is reported and adjusted", () => {
  const api = suiteApi("postgres", { now: NOW });
  const admin = api.asSystemAdmin();

  beforeAll(() => admin.get(CLOSINGS));

  it("has each row in the closing or leaves it for the next one, and loses and doubles none", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const organizationId = await api.anOrganization();
      const period = { startDate: "2026-01-01", endDate: "2026-05-31" };
      const contractId = await aContract(api.db, { organizationId, ...period });
      const now = () => new Date(NOW);
      const report = (count: number) =>
        recordBatch(
          { db: api.db, now },
          Array.from({ length: count }, () => aUsageEvent({ organizationId, occurredAt: may })),
          { patient: true },
        );
      // It counts for the last day of the contract, which lies in May.
      const adjust = () =>
        admin.post(`${CONTRACTS}/${contractId}/adjustments`, {
          transcriptCount: 1,
          seconds: 5,
          reason: "計上漏れのため",
        });
      const close = (more: object) =>
        admin.post(CLOSINGS, { month: "2026-05", contractIds: [contractId], ...more });
      await report(3);
      const reason = "計上漏れのため";
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, (_, n) => report(1 + n)),
        close({ reason }),
        ...Array.from({ length: 3 }, adjust),
        close({ reason }),
        ...Array.from({ length: 6 }, (_, n) => report(1 + n)),
      ]);
      expect(answers).toHaveLength(17);

      const closings = await closingsOf(api.db, contractId);
      expect(closings.map(({ version }) => version)).toEqual([1, 2]);
      const rows = await rowsOf(api.db, contractId);
      expect(rows).toHaveLength(3 + 21 + 3 + 21);
      for (const closing of closings) {
        const own = rows.filter(
          (row) => typeof placeOf(row, [{ ...closing, month: "2026-05" }]) !== "string",
        );
        const sum = own.reduce((total, { seconds }) => total + seconds, 0);
        expect(closing).toMatchObject({ rows: own.length, seconds: sum });
      }
    }
  });

  it("makes one version of two acts at the same moment without a reason", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const organizationId = await api.anOrganization();
      const period = { startDate: "2026-05-01", endDate: "2026-12-31" };
      const contractId = await aContract(api.db, { organizationId, ...period });
      const body = { month: "2026-05", contractIds: [contractId] };
      const answers = await Promise.all([admin.post(CLOSINGS, body), admin.post(CLOSINGS, body)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await closingsOf(api.db, contractId)).toHaveLength(1);
    }
  });
});

interface StoredClosing {
  version: number;
  boundary: number;
  rows: number;
  seconds: number;
}

async function closingsOf(db: Kysely<Tables>, contractId: number): Promise<StoredClosing[]> {
  const { rows } = await sql<StoredClosing>`
    select version, boundary, transcripts + adjusted_transcripts as rows,
      seconds + adjusted_seconds as seconds
    from closings where contract_id = ${contractId} order by version`.execute(db);
  return rows;
}

async function rowsOf(db: Kysely<Tables>, contractId: number) {
  const { rows } = await sql<{ ledgerId: number; usageDate: string; seconds: number }>`
    select ledger_id as "ledgerId", usage_date as "usageDate", seconds from ledger
    where contract_id = ${contractId}`.execute(db);
  return rows;
}
