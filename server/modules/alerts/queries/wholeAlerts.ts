import { type Kysely, sql, type Transaction } from "kysely";
import type { WholeAlertKind } from "../../../../domain/alerts/rules.ts";
import type { Tables } from "../../../db/tables.ts";

export interface WholeAlert {
  organizationId: number;
  kind: WholeAlertKind;
  message: string;
}

/** Inserts an alert about an organization as a whole; undefined if it is open already. */
export async function insertWholeAlert(
  trx: Transaction<Tables>,
  { organizationId, kind, message }: WholeAlert,
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ alert_id: number }>`
    insert into alerts (organization_id, kind, message, raised_at)
    select organization_id, ${kind}, ${message}, ${at} from organizations
    where organization_id = ${organizationId}
    on conflict (organization_id, kind)
      where resolved_at is null and organization_id is not null and contract_id is null do nothing
    returning alert_id`.execute(trx);
  return rows[0]?.alert_id;
}

/** Resolves those of a kind that were raised before an instant. */
export async function resolveWholeAlerts(
  db: Kysely<Tables>,
  { kind, before }: { kind: WholeAlertKind; before: Date },
  at: Date,
): Promise<{ alert_id: number; organization_id: number; kind: WholeAlertKind }[]> {
  const { rows } = await sql<{ alert_id: number; organization_id: number; kind: WholeAlertKind }>`
    update alerts set resolved_at = ${at}
    where kind = ${kind} and resolved_at is null and raised_at < ${before}
    returning alert_id, organization_id, kind`.execute(db);
  return rows;
}
