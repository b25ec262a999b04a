import { contractStatus } from "../../../domain/contracts/rules.ts";
import type { Organization } from "../../../domain/organizations/schemas.ts";
import type { OrganizationRow } from "./queries.ts";

export function presentOrganization(row: OrganizationRow, today: string): Organization {
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
