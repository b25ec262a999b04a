import { type RawBuilder, sql, type Transaction } from "kysely";
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import type { Tables } from "../../db/tables.ts";
import { validationFailed } from "../../problem.ts";

/** The columns of a record that is bound to organizations; null for all. */
export interface BoundRow {
  organization_ids: number[] | null;
  organizations: { organizationId: number; organizationName: string }[] | null;
}

/** Those columns of `table`, the organizations by their names. */
export function boundColumns(table: "k" | "w"): RawBuilder<unknown> {
  const ids = sql.ref(`${table}.organization_ids`);
  return sql`${ids}, (
    select json_agg(json_build_object(
      'organizationId', o.organization_id, 'organizationName', o.organization_name)
      order by o.order_key, o.organization_id)
    from organizations o where o.organization_id = any(${ids})
  ) as organizations`;
}

/** Throws 422 `errors.organizationIds` if one of these organizations is unknown. */
export async function refuseUnknownOrganizations(
  trx: Transaction<Tables>,
  organizationIds: readonly number[] | null,
): Promise<void> {
  if (!organizationIds) return;
  const { rows } = await sql<{ known: number }>`
    select count(*) as known from organizations
    where organization_id = any(${organizationIds}::bigint[])`.execute(trx);
  if (rows[0]?.known === organizationIds.length) return;
  throw validationFailed({ organizationIds: fieldSentences.organizationUnknown });
}
