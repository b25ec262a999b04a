import type { ScimGroup, ScimRole } from "../../../domain/scim/stored.ts";

export interface Group {
  id: string;
  of: { workspaceId: number } | { role: ScimRole };
  displayName: string;
  scim: ScimGroup | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Which group is written. */
export interface GroupWrite<Of = Group["of"]> {
  organizationId: number;
  at: Date;
  of: Of;
  /** One that the directory has deleted, or that is new. */
  takesAgain?: boolean;
  removes?: boolean;
}
