import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

const KIND = "LAST_ADMIN_DISABLED";

interface AdminAlertRow {
  alert_id: number;
  kind: typeof KIND;
}

/** Whether an organization with people of a directory has no enabled admin left. */
export async function lacksAdmin(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.organization_id = ${organizationId} and u.scim is not null
      and not exists (select from users a where a.organization_id = ${organizationId}
        and a.is_organization_admin and a.status <> 'DISABLED')
    limit 1`.execute(trx);
  return rows.length > 0;
}

export async function findAdminAlert(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<AdminAlertRow | undefined> {
  const { rows } = await sql<AdminAlertRow>`
    select alert_id, kind from alerts
    where organization_id = ${organizationId} and kind = ${KIND} and resolved_at is null`.execute(
    trx,
  );
  return rows[0];
}
