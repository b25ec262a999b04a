import { type Insertable, sql, type Transaction } from "kysely";
import type { DemoContract } from "../../demo/contracts.ts";
import { signedOn, writtenAt } from "../../demo/dates.ts";
import type { DemoOrganization } from "../../demo/organizations.ts";
import { usageEvents } from "../../demo/usage.ts";
import { grouped } from "../../domain/grouped.ts";
import { adminNameColumns } from "../db/listPage.ts";
import type { LedgerTable, Tables } from "../db/tables.ts";

/** A statement has at most 65,535 parameters. */
const EVENTS_AT_ONCE = 2_000;

interface OwnedContract {
  organization: DemoOrganization;
  contract: DemoContract;
}

/** The main contract of an organization has the organization's place among the ids. */
export async function writeContracts(
  trx: Transaction<Tables>,
  organizations: readonly DemoOrganization[],
  today: string,
): Promise<void> {
  const owned = [
    ...organizations.flatMap((each) => ownedContracts(each).slice(0, 1)),
    ...organizations.flatMap((each) => ownedContracts(each).slice(1)),
  ];
  const rows = await trx
    .insertInto("contracts")
    .values(owned.map((each) => contractRow(each, today)))
    .returning(["organization_id", "contract_id"])
    .execute();
  const workspaces = await workspacesOf(trx);
  const events = rows.flatMap((key, index) => {
    const contract = owned[index]?.contract;
    if (!contract) return [];
    const places = workspaces.get(key.organization_id) ?? [];
    return eventRows(contract, { ...key, places, today, seed: index + 1 });
  });
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
    const some = events.slice(from, from + EVENTS_AT_ONCE);
    await trx.insertInto("ledger").values(some).execute();
  }
  await sumUp(trx);
}

function ownedContracts(organization: DemoOrganization): OwnedContract[] {
  return organization.contracts.map((contract) => ({ organization, contract }));
}

function contractRow({ organization, contract }: OwnedContract, today: string) {
  const { userName, userNameKana, email } = organization.admin;
  return {
    organization_id: organization.organizationId,
    admin_email: email,
    ...adminNameColumns(userName, userNameKana),
    start_date: contract.startDate,
    end_date: contract.endDate,
    max_transcript_count: contract.maxTranscriptCount,
    max_transcript_minutes: contract.maxTranscriptMinutes,
    termination_date: contract.terminationDate,
    termination_reason: contract.terminationReason,
    ...writtenOn(signedOn(contract, today)),
  };
}

async function workspacesOf(trx: Transaction<Tables>): Promise<Map<number, number[]>> {
  const rows = await trx
    .selectFrom("workspaces")
    .select(["organization_id", "workspace_id"])
    .orderBy("workspace_id")
    .execute();
  return grouped(rows.map((row) => [row.organization_id, row.workspace_id]));
}

interface EventContext {
  organization_id: number;
  contract_id: number;
  places: readonly number[];
  today: string;
  seed: number;
}

function eventRows(
  contract: DemoContract,
  { organization_id, contract_id, places, today, seed }: EventContext,
): Insertable<LedgerTable>[] {
  return usageEvents(contract, today, seed).map((event, index) => ({
    organization_id,
    contract_id,
    event_id: `demo-${contract_id}-${index + 1}`,
    workspace_id: places[index % Math.max(1, places.length)] ?? null,
    occurred_at: event.occurredAt,
    recorded_at: event.occurredAt,
    usage_date: event.usageDate,
    seconds: event.seconds,
  }));
}

async function sumUp(trx: Transaction<Tables>): Promise<void> {
  await sql`
    insert into usage_daily (organization_id, contract_id, usage_date, workspace_id,
      transcript_count, seconds, event_rows)
    select organization_id, contract_id, usage_date, coalesce(workspace_id, 0),
      count(*), sum(seconds), count(*)
    from ledger group by 1, 2, 3, 4`.execute(trx);
  await sql`
    insert into usage_course (usage_date, transcript_count, seconds)
    select usage_date, sum(transcript_count), sum(seconds) from ledger group by 1`.execute(trx);
  await sql`
    insert into usage_event_ids (month, event_id, organization_id, occurred_at)
    select m.month, l.event_id, l.organization_id, l.occurred_at
    from usage_event_months m, ledger l
    where m.closed_at is null and l.event_id is not null`.execute(trx);
  await sql`
    update contract_usage u set transcript_count = used.transcript_count, seconds = used.seconds
    from (
      select organization_id, contract_id,
        sum(transcript_count) as transcript_count, sum(seconds) as seconds
      from usage_daily group by 1, 2
    ) used
    where u.organization_id = used.organization_id and u.contract_id = used.contract_id`.execute(
    trx,
  );
}

export function writtenOn(date: string): { created_at: Date; updated_at: Date } {
  const at = writtenAt(date);
  return { created_at: at, updated_at: at };
}
