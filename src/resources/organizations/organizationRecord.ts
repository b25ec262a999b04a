import type { Organization } from "../../../domain/organizations.ts";

/** An organization as the data provider hands it out. */
export type OrganizationRecord = Organization & { id: number };
