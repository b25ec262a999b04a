import { SERVICE_SCOPES } from "../../../domain/access.ts";
import type { ServiceKey } from "../../../domain/api/serviceKeys.ts";
import type { ServiceKeyRow } from "./queries/serviceKeys.ts";

export function presentServiceKey(row: ServiceKeyRow): ServiceKey {
  return {
    serviceKeyId: row.service_key_id,
    name: row.name,
    scopes: SERVICE_SCOPES.filter((scope) => row.scopes.includes(scope)),
    organizationIds: row.organization_ids,
    organizations: row.organizations,
    prefix: row.prefix,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    heldAt: row.held_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
