import type { Transaction } from "kysely";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { RecordedEvent } from "../../../../domain/usage/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { runWithValues } from "../../../db/values.ts";
import { insertUseReports, type UsesOfDay } from "../../vocabulary/queries/entryUses.ts";

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
