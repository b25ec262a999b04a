import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

/** How many addresses of other organizations a dry run may tell of. */
export async function findTellable(db: Kysely<Tables>, userImportId: number): Promise<number> {
  const { rows } = await sql<{ told_elsewhere: number }>`
    select told_elsewhere from user_imports where user_import_id = ${userImportId}`.execute(db);
  return rows[0]?.told_elsewhere ?? 0;
}

/**
 * Lets a dry run tell of what is left of `most` an hour, by the events of the organization's dry runs. They
 * wait for each other.
 */
export async function limitTold(
  trx: Transaction<Tables>,
  { organizationId, userImportId }: { organizationId: number; userImportId: number },
  most: number,
): Promise<void> {
  await sql`
    select 1 from organizations where organization_id = ${organizationId}
    for no key update`.execute(trx);
  await sql`
    update user_imports set told_elsewhere = greatest(0, ${most}::integer - (
      select coalesce(sum((e.counts->>'elsewhere')::integer), 0) from audit_events e
      where e.organization_id = ${organizationId} and e.occurred_at >= now() - interval '1 hour'
        and e.operation = 'prepareMemberImport'))
    where user_import_id = ${userImportId} and organization_id = ${organizationId}`.execute(trx);
}
