import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { organizationKind } from "../../../domain/api/organizations.ts";
import type { ListQuery } from "../../../domain/api/parameters.ts";
import { contractStatus } from "../../../domain/contracts/rules.ts";
import { changedFields } from "../../../domain/fields.ts";
import { EDITABLE_FIELDS } from "../../../domain/organizations/fields.ts";
import type { Organization, OrganizationUpdate } from "../../../domain/organizations/schemas.ts";
import type { Page } from "../../../domain/paging.ts";
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import { tokyoDate } from "../../../domain/text/dates.ts";
import { refuseStale } from "../../audit/recordEvent.ts";
import type { Deps } from "../../context.ts";
import { fieldColumns } from "../../db/listPage.ts";
import type { Tables } from "../../db/tables.ts";
import { publishChange } from "../../events/publishChange.ts";
import { pageAnswer } from "../../pageAnswer.ts";
import type { IfMatch } from "../../plugins/preconditions.ts";
import { notFound, validationFailed } from "../../problem.ts";
import {
  findOrganization,
  findOrganizations,
  lockContracts,
  lockOrganization,
  type OrganizationFilters,
  type OrganizationRow,
  type OrganizationSort,
  updateOrganization,
} from "./queries.ts";

type OrganizationDeps = Pick<Deps, "db" | "now">;

export async function listOrganizations(
  { db, now }: OrganizationDeps,
  query: ListQuery<OrganizationSort>,
  filters: OrganizationFilters,
): Promise<Page<Organization>> {
  const today = tokyoDate(now());
  const { rows, total } = await findOrganizations(db, query, filters, today);
  return pageAnswer(query, { content: rows.map((row) => presentOrganization(row, today)), total });
}

/** One organization; throws 404. */
export async function readOrganization(
  { db, now }: OrganizationDeps,
  organizationId: number,
): Promise<Organization> {
  return readOrganizationOn(db, organizationId, tokyoDate(now()));
}

async function readOrganizationOn(
  db: Kysely<Tables>,
  organizationId: number,
  today: string,
): Promise<Organization> {
  const row = await findOrganization(db, organizationId, today);
  if (!row) throw notFound();
  return presentOrganization(row, today);
}

const editable = fieldColumns(EDITABLE_FIELDS);

/**
 * Changes name and reading of an organization, in all its contracts, too, or from where its users may
 * call, which lets them in again after a restore. Throws 404, 412 with the current record.
 */
export function changeOrganization(
  { db, now }: OrganizationDeps,
  { organizationId, ifMatch }: { organizationId: number; ifMatch: IfMatch | undefined },
  update: OrganizationUpdate,
): Promise<Organization> {
  return db.transaction().execute(async (trx) => {
    const at = now();
    const today = tokyoDate(at);
    await lockContracts(trx, organizationId);
    await lockOrganization(trx, organizationId);
    const row = await findOrganization(trx, organizationId, today);
    if (!row) throw notFound();
    const current = presentOrganization(row, today);
    const target = { kind: organizationKind.name, id: organizationId };
    await refuseStale(trx, ifMatch, current, target);
    const allowedAddresses = update.allowedAddresses && [...new Set(update.allowedAddresses)];
    const changes = changedFields(current, { ...update, allowedAddresses }, EDITABLE_FIELDS);
    const releases = update.allowedAddresses !== undefined && row.addresses_held_at !== null;
    if (!releases && Object.keys(changes).length === 0) return current;
    const changed = {
      ...row,
      ...editable.write({ ...current, ...changes }),
      addresses_held_at: releases ? null : row.addresses_held_at,
      version: row.version + 1,
      updated_at: at,
    };
    await updateOrganization(trx, changed);
    const after = presentOrganization(changed, today);
    await publishOrganization(trx, { before: current, after, isAction: releases });
    return after;
  });
}

/** Publishes and logs an organization that the transaction has just inserted. */
export async function publishNewOrganization(
  trx: Transaction<Tables>,
  organizationId: number,
  today: string,
): Promise<void> {
  const after = await readOrganizationOn(trx, organizationId, today);
  await publishOrganization(trx, { before: null, after });
}

function publishOrganization(
  trx: Transaction<Tables>,
  change: { before: Organization | null; after: Organization; isAction?: boolean },
): Promise<void> {
  const { organizationId, organizationName: name } = change.after;
  const organization = { kind: organizationKind, id: organizationId, name } as const;
  return publishChange(trx, { ...organization, organizationId, ...change });
}

function presentOrganization(row: OrganizationRow, today: string): Organization {
  const { start_date: startDate, end_date: endDate, termination_date: terminationDate } = row;
  const term = startDate && endDate ? { startDate, endDate, terminationDate } : undefined;
  return {
    organizationId: row.organization_id,
    organizationNo: row.organization_no,
    organizationName: row.organization_name,
    organizationNameKana: row.organization_name_kana,
    currentContractId: row.contract_id,
    currentContractStatus: term ? contractStatus(term, today) : null,
    nextContractStartDate: row.next_start_date,
    userCount: row.user_count,
    workspaceCount: row.workspace_count,
    dictionaryCount: row.dictionary_count,
    allowedAddresses: row.allowed_addresses,
    addressesHeldAt: row.addresses_held_at?.toISOString() ?? null,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

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
