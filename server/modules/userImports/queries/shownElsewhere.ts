import { type Kysely, sql, type Transaction } from "kysely";
import { userImportKind } from "../../../../domain/api/userImports.ts";
import type { Tables } from "../../../db/tables.ts";

/**
 * How many addresses of other organizations the checks of other files have named to an organization of within
 * an hour, by their events: the target is a digest, whose third part stands for the file. Those of the
 * release before have a number and count each. Checks wait for each other.
 */
export async function lockShownElsewhere(
  trx: Transaction<Tables>,
  organizationId: number,
  file: string,
): Promise<number> {
  await sql`
    select 1 from organizations where organization_id = ${organizationId}
    for no key update`.execute(trx);
  const { rows } = await sql<{ elsewhere: number }>`
    select coalesce(sum(f.elsewhere), 0)::integer as elsewhere from (
      select max((e.counts->>'elsewhere')::integer) as elsewhere
      from audit_events e
      where e.organization_id = ${organizationId} and e.occurred_at >= now() - interval '1 hour'
        and e.operation = 'prepareMemberImport'
        and split_part(e.target_id, '.', 3) is distinct from ${file}
      group by coalesce(nullif(split_part(e.target_id, '.', 3), ''), e.audit_event_id::text)
    ) f`.execute(trx);
  return rows[0]?.elsewhere ?? 0;
}

/** How many of them the check with this digest has named; none if there was no such check today. */
export async function findShownElsewhere(
  db: Kysely<Tables>,
  organizationId: number,
  digest: string,
): Promise<number> {
  const { rows } = await sql<{ elsewhere: number }>`
    select (e.counts->>'elsewhere')::integer as elsewhere from audit_events e
    where e.organization_id = ${organizationId} and e.occurred_at >= now() - interval '1 day'
      and e.operation = 'prepareMemberImport'
      and e.target_kind = ${userImportKind.name} and e.target_id = ${digest}
    order by e.occurred_at desc limit 1`.execute(db);
  return rows[0]?.elsewhere ?? 0;
}
