import { sql, type Transaction } from "kysely";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { ChargedContract, RecordedEvent, UsageEvent } from "../../../../domain/usage/rules.ts";
import { runWithValues } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";
import { insertUseReports, type UsesOfDay } from "../../vocabulary/queries/entryUses.ts";
import { FIRST_REVISION } from "../../vocabulary/queries/vocabulary.ts";

/**
 * Adds events that the ledger has got to the daily sums, to the transcripts of a revision, to the
 * counters of their contracts, to the usage trend and to the uses of words. Each statement writes one table, in the order of
 * its keys.
 */
export async function addToSums(
  trx: Transaction<Tables>,
  events: readonly RecordedEvent[],
): Promise<void> {
  await addToDays(trx, events);
  await addToRevisions(trx, events);
  await addToCounters(trx, events);
  await addToTrend(trx, events);
  await insertUseReports(trx, usesByDay(events));
}

/** How often each word was recognised, by organization and day in Tokyo, in their order. */
function usesByDay(events: readonly RecordedEvent[]): UsesOfDay[] {
  const days = new Map<string, UsesOfDay & { counts: Map<number, number> }>();
  for (const { organizationId, occurredAt, words = [] } of events) {
    if (words.length === 0) continue;
    const day = tokyoDate(occurredAt);
    const key = `${organizationId} ${day}`;
    const { counts } = days.get(key) ?? { counts: new Map<number, number>() };
    days.set(key, { organizationId, day, counts });
    for (const { entryId, count } of words) counts.set(entryId, (counts.get(entryId) ?? 0) + count);
  }
  return [...days].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, uses]) => uses);
}

type Key = readonly (string | number)[];

interface Sum {
  key: Key;
  count: number;
  seconds: number;
}

/** Counts and seconds by key, in the order of the keys. */
function summedBy(
  events: readonly RecordedEvent[],
  keyOf: (event: RecordedEvent) => Key,
): (readonly (string | number)[])[] {
  const sums = new Map<string, Sum>();
  for (const event of events) {
    const key = keyOf(event);
    const text = key.join(" ");
    const sum = sums.get(text) ?? { key, count: 0, seconds: 0 };
    sums.set(text, { key, count: sum.count + 1, seconds: sum.seconds + event.seconds });
  }
  const ordered = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return ordered.map(([, { key, count, seconds }]) => [...key, count, seconds]);
}

async function addToDays(trx: Transaction<Tables>, events: readonly RecordedEvent[]) {
  const sums = summedBy(events, (event) => [
    event.organizationId,
    event.contractId,
    tokyoDate(event.occurredAt),
    event.workspaceId ?? 0,
  ]);
  await runWithValues(
    trx,
    ["bigint", "bigint", "date", "bigint", "integer", "bigint", "integer"],
    sums.map((sum) => [...sum, sum.at(-2) ?? 0]),
    (values) => `
      insert into usage_daily as d (organization_id, contract_id, usage_date, workspace_id,
        transcript_count, seconds, event_rows)
      values ${values}
      on conflict (organization_id, contract_id, usage_date, workspace_id) do update
      set transcript_count = d.transcript_count + excluded.transcript_count,
        seconds = d.seconds + excluded.seconds, event_rows = d.event_rows + excluded.event_rows`,
  );
}

async function addToRevisions(trx: Transaction<Tables>, events: readonly RecordedEvent[]) {
  const named = events.filter(({ vocabularyRevision }) => vocabularyRevision !== null);
  if (named.length === 0) return;
  const sums = summedBy(named, (event) => [event.organizationId, event.vocabularyRevision ?? 0]);
  await runWithValues(
    trx,
    ["bigint", "bigint", "bigint"],
    sums.map(([organization = 0, revision = 0, count = 0]) => [organization, revision, count]),
    (values) => `
      insert into vocabulary_uses as u (organization_id, revision, transcript_count)
      values ${values}
      on conflict (organization_id, revision) do update
      set transcript_count = u.transcript_count + excluded.transcript_count`,
  );
}

async function addToCounters(trx: Transaction<Tables>, events: readonly RecordedEvent[]) {
  const sums = summedBy(events, (event) => [event.organizationId, event.contractId]);
  await runWithValues(
    trx,
    ["bigint", "bigint", "integer", "bigint"],
    sums,
    (values) => `
      update contract_usage u
      set transcript_count = u.transcript_count + v.n, seconds = u.seconds + v.s
      from (values ${values}) v (o, c, n, s)
      where u.organization_id = v.o and u.contract_id = v.c`,
  );
}

async function addToTrend(trx: Transaction<Tables>, events: readonly RecordedEvent[]) {
  const sums = summedBy(events, (event) => [tokyoDate(event.occurredAt)]);
  await runWithValues(
    trx,
    ["date", "bigint", "bigint"],
    sums,
    (values) => `
      insert into usage_course (usage_date, transcript_count, seconds) values ${values}`,
  );
}

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
