import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import {
  CONTRACT_SORTS,
  type ContractSort,
  contractStatus,
  minutesUsed,
  usageState,
} from "../../domain/contractRules.ts";
import { contractCounts, contractPage } from "../../server/db/contractOrder.ts";
import type { Tables } from "../../server/db/tables.ts";

const plainKeys: Record<ContractSort, string> = {
  contractId: "c.contract_id",
  organizationNo: 'o.organization_no collate "C"',
  organizationName: "o.name_key",
  startDate: "c.start_date",
  endDate: "c.end_date",
  updatedAt: "c.updated_at",
};

/** Pages of every order, both ways, are what a plain ORDER BY of all contracts gives. */
export async function expectPagesInOrder(db: Kysely<Tables>): Promise<void> {
  for (const field of CONTRACT_SORTS) {
    const plain = await plainOrder(db, field);
    for (const direction of ["asc", "desc"] as const) {
      const ids = direction === "asc" ? plain : plain.toReversed();
      for (const [offset, limit] of windowsOf(ids.length)) {
        const { rows, total } = await contractPage<{ contract_id: number }>(
          db,
          { sort: { field, direction }, offset, limit },
          { columns: sql`c.contract_id`, joins: sql`` },
        );
        const page = rows.map(({ contract_id }) => contract_id);
        const where = `${field} ${direction} ${offset}+${limit}`;
        expect({ where, total, page }).toEqual({
          where,
          total: ids.length,
          page: ids.slice(offset, offset + limit),
        });
      }
    }
  }
}

async function plainOrder(db: Kysely<Tables>, field: ContractSort): Promise<number[]> {
  const { rows } = await sql<{ contract_id: number }>`
    select c.contract_id from contracts c join organizations o using (organization_id)
    order by ${sql.raw(plainKeys[field])}, c.contract_id`.execute(db);
  return rows.map(({ contract_id }) => contract_id);
}

/** First, last and past-the-end pages, some in between, and everything at once. */
function windowsOf(total: number): [offset: number, limit: number][] {
  const within = [0, 0.2, 0.5, 0.7].map((share): [number, number] => [
    Math.floor(total * share),
    10,
  ]);
  return [...within, [Math.max(0, total - 5), 10], [total + 20, 10], [0, total + 1]];
}

/** The counts are those of the domain's rules applied to each contract. */
export async function expectCountsByRules(db: Kysely<Tables>, today: string): Promise<void> {
  const contracts = await db
    .selectFrom("contracts as c")
    .leftJoin("contract_usage as u", (join) =>
      join
        .onRef("u.organization_id", "=", "c.organization_id")
        .onRef("u.contract_id", "=", "c.contract_id"),
    )
    .select(["start_date", "end_date", "termination_date", "transcript_count", "seconds"])
    .select(["c.max_transcript_count", "c.max_transcript_minutes", "u.usage_state"])
    .execute();
  const expected = {
    total: contracts.length,
    status: { TERMINATED: 0, EXPIRED: 0, UPCOMING: 0, EXPIRING: 0, ACTIVE: 0 },
    usageState: { NORMAL: 0, WARNING: 0, REACHED: 0, EXCEEDED: 0 },
  };
  for (const row of contracts) {
    const state = usageState({
      usedTranscriptCount: row.transcript_count ?? 0,
      usedTranscriptMinutes: minutesUsed(row.seconds ?? 0),
      maxTranscriptCount: row.max_transcript_count,
      maxTranscriptMinutes: row.max_transcript_minutes,
    });
    const status = contractStatus(
      { startDate: row.start_date, endDate: row.end_date, terminationDate: row.termination_date },
      today,
    );
    expect(row.usage_state ?? "NORMAL").toBe(state);
    expected.usageState[state] += 1;
    expected.status[status] += 1;
  }
  expect(await contractCounts(db, today)).toEqual(expected);
}
