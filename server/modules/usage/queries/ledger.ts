import type { Transaction } from "kysely";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { ownId, type RecordedEvent, type UsageEvent } from "../../../../domain/usage/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { runWithValues } from "../../../db/values.ts";

interface EventRow {
  event_id: string;
  contract_id: number;
  organization_id: number;
  workspace_id: number | null;
  occurred_at: Date;
  seconds: number;
  vocabulary_revision: number | null;
}

const columns = `l.event_id, l.contract_id, l.organization_id, l.workspace_id, l.occurred_at,
  l.seconds, l.vocabulary_revision`;

export type EventKey = Pick<UsageEvent, "eventId" | "organizationId" | "occurredAt">;

export async function findByKey(
  trx: Transaction<Tables>,
  keys: readonly EventKey[],
): Promise<RecordedEvent[]> {
  if (keys.length === 0) return [];
  const rows = await runWithValues<EventRow>(
    trx,
    ["bigint", "timestamptz", "text"],
    keys.map((key) => [key.organizationId, key.occurredAt.toISOString(), key.eventId]),
    (values) => `
      select ${columns}
      from (values ${values}) k (organization_id, occurred_at, event_id)
      join ledger l on l.organization_id = k.organization_id and l.occurred_at = k.occurred_at
        and l.event_id = k.event_id`,
  );
  return rows.map(toRecorded);
}

function toRecorded(row: EventRow): RecordedEvent {
  return {
    eventId: row.event_id,
    contractId: row.contract_id,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    occurredAt: row.occurred_at,
    seconds: row.seconds,
    vocabularyRevision: row.vocabulary_revision,
  };
}

/** Writes events to the ledger; returns those that were not there. */
export async function insertEvents(
  trx: Transaction<Tables>,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent[]> {
  const rows = await runWithValues<Pick<EventRow, "organization_id" | "event_id">>(
    trx,
    ["bigint", "bigint", "text", "bigint", "timestamptz", "date", "integer", "bigint"],
    events.map((event) => [
      event.organizationId,
      event.contractId,
      event.eventId,
      event.workspaceId,
      event.occurredAt.toISOString(),
      tokyoDate(event.occurredAt),
      event.seconds,
      event.vocabularyRevision,
    ]),
    (values) => `
      insert into ledger (organization_id, contract_id, event_id, workspace_id, occurred_at,
        usage_date, seconds, vocabulary_revision)
      values ${values} on conflict (organization_id, occurred_at, event_id) do nothing
      returning organization_id, event_id`,
  );
  const inserted = new Set(
    rows.map((row) => ownId({ organizationId: row.organization_id, eventId: row.event_id })),
  );
  return events.filter((event) => inserted.has(ownId(event)));
}
