import { sql, type Transaction } from "kysely";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { ChargedContract, UsageEvent } from "../../../../domain/usage/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { runWithValues } from "../../../db/values.ts";
import { FIRST_REVISION } from "../../vocabulary/queries/revision.ts";

interface ChargedRow {
  organization_id: number;
  contract_id: number;
  start_date: string;
  effective_end: string;
  transcript_count: number;
  seconds: number;
  max_transcript_count: number | null;
  max_transcript_minutes: number | null;
}

/** An organization and a date in Tokyo, which determine at most one contract; by their key. */
type UsageDays = ReadonlyMap<string, { organizationId: number; date: string }>;

export function usageDays(events: readonly UsageEvent[]): UsageDays {
  return new Map(
    events.map((event) => {
      const { organizationId, occurredAt } = event;
      return [dayOf(event), { organizationId, date: tokyoDate(occurredAt) }];
    }),
  );
}

/** The key of an event's organization and date in Tokyo. */
export function dayOf({ organizationId, occurredAt }: UsageEvent): string {
  return `${organizationId} ${tokyoDate(occurredAt)}`;
}

/**
 * Locks the contracts that cover the days and reads their use. Contract before usage, each in the
 * order of ids, as every writer does. Without `patient` it leaves out contracts that another
 * transaction has locked.
 */
export async function lockCharged(
  trx: Transaction<Tables>,
  days: UsageDays,
  { patient }: { patient: boolean },
): Promise<ChargedContract[]> {
  const waiting = patient ? sql`` : sql`skip locked`;
  const query = sql<ChargedRow>`
    select u.organization_id, u.contract_id, u.start_date, u.effective_end,
      u.transcript_count, u.seconds, u.max_transcript_count, u.max_transcript_minutes
    from ${asRows(days)} join contract_usage u
      on u.organization_id = d.organization_id and d.date between u.start_date and u.effective_end
    join contracts c on c.organization_id = u.organization_id and c.contract_id = u.contract_id
    order by u.organization_id, u.contract_id
    for key share of c ${waiting} for no key update of u ${waiting}`;
  const { rows } = await query.execute(trx);
  const contracts = new Map(rows.map((row) => [row.contract_id, toCharged(row)]));
  return [...contracts.values()];
}

/** The keys of those days that a contract covers, whether it is locked or not. */
export async function coveredDays(
  trx: Transaction<Tables>,
  days: UsageDays,
): Promise<ReadonlySet<string>> {
  const query = sql<{ key: string }>`
    select d.organization_id || ' ' || d.date as key from ${asRows(days)}
    where exists (select from contract_usage u
      where u.organization_id = d.organization_id
        and d.date between u.start_date and u.effective_end)`;
  const { rows } = await query.execute(trx);
  return new Set(rows.map(({ key }) => key));
}

function asRows(days: UsageDays) {
  const each = [...days.values()];
  const organizations = each.map(({ organizationId }) => organizationId);
  const dates = each.map(({ date }) => date);
  return sql`unnest(${organizations}::bigint[], ${dates}::date[]) d (organization_id, date)`;
}

function toCharged(row: ChargedRow): ChargedContract {
  return {
    organizationId: row.organization_id,
    contractId: row.contract_id,
    startDate: row.start_date,
    lastDate: row.effective_end,
    transcriptCount: row.transcript_count,
    seconds: row.seconds,
    maxTranscriptCount: row.max_transcript_count,
    maxTranscriptMinutes: row.max_transcript_minutes,
  };
}

/** What events name and their organizations have. */
interface KnownReferences {
  hasWorkspace(event: UsageEvent): boolean;
  hasRevision(event: UsageEvent): boolean;
}

/** The workspaces and revisions that events name, as far as their organizations have them. */
export async function findReferences(
  trx: Transaction<Tables>,
  events: readonly UsageEvent[],
): Promise<KnownReferences> {
  const workspaces = await findWorkspaces(trx, events);
  const revisions = await findRevisions(trx, events);
  return {
    hasWorkspace: ({ organizationId, workspaceId }) =>
      workspaceId === null || workspaces.has(`${organizationId} ${workspaceId}`),
    hasRevision: ({ organizationId, vocabularyRevision }) =>
      vocabularyRevision === null ||
      vocabularyRevision <= (revisions.get(organizationId) ?? FIRST_REVISION),
  };
}

/** As `organization workspace`. */
async function findWorkspaces(
  trx: Transaction<Tables>,
  events: readonly UsageEvent[],
): Promise<ReadonlySet<string>> {
  const named = new Map<string, [number, number]>();
  for (const { organizationId, workspaceId } of events) {
    if (workspaceId !== null) {
      named.set(`${organizationId} ${workspaceId}`, [organizationId, workspaceId]);
    }
  }
  if (named.size === 0) return new Set();
  const rows = await runWithValues<{ organization_id: number; workspace_id: number }>(
    trx,
    ["bigint", "bigint"],
    [...named.values()],
    (values) => `
      select w.organization_id, w.workspace_id
      from (values ${values}) n (organization_id, workspace_id)
      join workspaces w
        on w.organization_id = n.organization_id and w.workspace_id = n.workspace_id`,
  );
  return new Set(rows.map((row) => `${row.organization_id} ${row.workspace_id}`));
}

/** The revisions of the organizations that have changed their words. */
async function findRevisions(
  trx: Transaction<Tables>,
  events: readonly UsageEvent[],
): Promise<ReadonlyMap<number, number>> {
  const named = events.filter(({ vocabularyRevision }) => vocabularyRevision !== null);
  const organizations = [...new Set(named.map(({ organizationId }) => organizationId))];
  if (organizations.length === 0) return new Map();
  const rows = await trx
    .selectFrom("vocabularies")
    .select(["organization_id", "revision"])
    .where("organization_id", "in", organizations)
    .execute();
  return new Map(rows.map((row) => [row.organization_id, row.revision]));
}
