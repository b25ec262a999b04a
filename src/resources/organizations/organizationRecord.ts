import type { Organization } from "../../../domain/organizations.ts";

export type OrganizationRecord = Organization & { id: number };
