import type { Organization } from "../../../domain/organizations/schemas.ts";

export type OrganizationRecord = Organization & { id: number };
