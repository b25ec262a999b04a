import { differenceInSeconds } from "date-fns";
import { type Kysely, sql, type Transaction } from "kysely";
import { recordEvent } from "../audit/recordEvent.ts";
import type { Tables } from "../db/tables.ts";
import "../modules/people/accounts/repairHold.ts";
import { FIRST_REVISION } from "../modules/vocabulary/queries/revision.ts";
import { HELD } from "./held.ts";
import { RESTORED_TABLES } from "./tables.ts";

/** Numbers given out since a backup: more than this many a second no organization could use up. */
const NUMBERS_PER_SECOND = 100;
const LEAST_GAP = 1_000;

/**
 * Notes that the database was put back, and withdraws what may have been withdrawn since, by the
 * list of tables (docs/decisions/066-after-a-restore.md). Returns how many of what. It can be repeated.
 */
export async function noteRestore(
  db: Kysely<Tables>,
  { restoredTo, now }: { restoredTo: Date; now: Date },
): Promise<Readonly<Record<string, number>>> {
  const gap = LEAST_GAP + NUMBERS_PER_SECOND * differenceInSeconds(now, restoredTo);
  return db.transaction().execute(async (trx) => {
    await sql`
      insert into restores (restored_to, noted_at, held) values (${restoredTo}, ${now}, true)
      on conflict (only_row) do update set restored_to = excluded.restored_to,
        noted_at = excluded.noted_at, held = true`.execute(trx);
    const withdrawn: Record<string, number> = {};
    for (const said of Object.values(RESTORED_TABLES)) {
      if (said === "comes back") continue;
      if ("held" in said) withdrawn[said.held] = await HELD[said.held].hold(trx, now);
      else withdrawn[said.counted] = await said.end(trx, { restoredTo, at: now });
    }
    await advanceNumbers(trx, gap);
    await advanceRevisions(trx, gap);
    await recordEvent(trx, {
      organizationId: null,
      target: { kind: "database", id: null, name: restoredTo.toISOString() },
      counts: withdrawn,
    });
    return withdrawn;
  });
}

/**
 * Numbers that were given out since are not given again: a receiver would take a message for one that it
 * has, a service an organization for another. Organizations have numbers of eight digits, so few are left out.
 */
async function advanceNumbers(trx: Transaction<Tables>, gap: number): Promise<void> {
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, least(max_value,
      coalesce(last_value, start_value) + case when sequencename = 'organization_no_seq'
        then ${sql.lit(LEAST_GAP)}::bigint else ${gap}::bigint end))
    from pg_sequences where schemaname = 'public'`.execute(trx);
}

/** A reader with a revision from after the backup, or before, begins again. */
async function advanceRevisions(trx: Transaction<Tables>, gap: number): Promise<void> {
  const organizations = await trx
    .selectFrom("organizations")
    .select("organization_id")
    .orderBy("organization_id")
    .execute();
  for (const { organization_id: id } of organizations) {
    await sql`
      insert into vocabularies as v (organization_id, revision, forgotten_revision)
      values (${id}::bigint, ${sql.lit(FIRST_REVISION)} + ${gap}::bigint, ${sql.lit(FIRST_REVISION)} + ${gap}::bigint)
      on conflict (organization_id) do update
        set revision = v.revision + ${gap}::bigint, forgotten_revision = v.revision + ${gap}::bigint`.execute(
      trx,
    );
  }
}
