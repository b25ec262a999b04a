import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { pageOf } from "../../domain/paging.ts";
import { tokyoDate } from "../../domain/text/dates.ts";
import { ledgerEntry } from "../../domain/usage/ledger.ts";
import type { Tables } from "../../server/db/tables.ts";
import type { Answer } from "./apiClient.ts";

export interface LedgerInput {
  /** Null for an adjustment. */
  eventId: string | null;
  occurredAt: string;
  workspaceId?: number | null;
  transcriptCount?: number;
  seconds: number;
}

/** Inserts rows of a ledger, and keeps all sums. Adjustments are by `adjustedBy`. */
export async function ledgerRows(
  db: Kysely<Tables>,
  contract: { organizationId: number; contractId: number; adjustedBy?: string },
  inputs: readonly LedgerInput[],
): Promise<void> {
  const { organizationId, contractId, adjustedBy = null } = contract;
  await db
    .insertInto("ledger")
    .values(
      inputs.map((input) => ({
        organization_id: organizationId,
        contract_id: contractId,
        event_id: input.eventId,
        workspace_id: input.workspaceId ?? null,
        occurred_at: new Date(input.occurredAt),
        usage_date: tokyoDate(new Date(input.occurredAt)),
        transcript_count: input.transcriptCount ?? 1,
        seconds: input.seconds,
        reason: input.eventId === null ? "訂正" : null,
        adjusted_by: input.eventId === null ? adjustedBy : null,
      })),
    )
    .execute();
  await sql`
    insert into usage_course (usage_date, transcript_count, seconds)
    select usage_date, sum(n), sum(s)
    from unnest(${inputs.map(({ occurredAt }) => tokyoDate(new Date(occurredAt)))}::date[],
      ${inputs.map(({ transcriptCount = 1 }) => transcriptCount)}::bigint[],
      ${inputs.map(({ seconds }) => seconds)}::bigint[]) e (usage_date, n, s)
    group by 1`.execute(db);
  await sumUp(db, contractId);
}

/** Writes the daily sums and the counters of a contract from its ledger. */
export async function sumUp(db: Kysely<Tables>, contractId: number): Promise<void> {
  await sql`delete from usage_daily where contract_id = ${contractId}`.execute(db);
  await sql`
    insert into usage_daily (organization_id, contract_id, usage_date, workspace_id,
      transcript_count, seconds, event_rows, adjustment_rows)
    select organization_id, contract_id, usage_date, coalesce(workspace_id, 0),
      sum(transcript_count), sum(seconds), count(event_id), count(*) - count(event_id)
    from ledger where contract_id = ${contractId} group by 1, 2, 3, 4`.execute(db);
  await sql`
    update contract_usage u set transcript_count = used.transcript_count, seconds = used.seconds
    from (
      select coalesce(sum(transcript_count), 0) as transcript_count,
        coalesce(sum(seconds), 0) as seconds
      from ledger where contract_id = ${contractId}
    ) used
    where u.contract_id = ${contractId}`.execute(db);
}

const sums = z.object({ counts: z.int(), seconds: z.int(), rows: z.int() });

/** The ledger's sums of a contract three times: from its rows, its days and its counters. */
export async function sumsOf(db: Kysely<Tables>, contractId: number) {
  const read = async (from: string, rows: string) => {
    const { rows: found } = await sql`
      select coalesce(sum(transcript_count), 0)::int as counts,
        coalesce(sum(seconds), 0)::int as seconds, coalesce(sum(${sql.raw(rows)}), 0)::int as rows
      from ${sql.table(from)} where contract_id = ${contractId}`.execute(db);
    return sums.parse(found[0]);
  };
  const ledger = await read("ledger", "1");
  const daily = await read("usage_daily", "event_rows + adjustment_rows");
  const { rows: _, ...counters } = await read("contract_usage", "0");
  return { ledger, daily, counters };
}

const page = pageOf(ledgerEntry);

/** The page of a ledger in an answer; throws if it is none. */
export function ledgerPageOf({ body }: Pick<Answer, "body">) {
  return page.parse(body);
}
