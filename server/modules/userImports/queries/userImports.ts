import type { UserImportResult, UserImportUndone } from "../../../../domain/userImports/schemas.ts";
import { type ImportKey, type ImportScope, importStore } from "../../../fileImports/importStore.ts";
import type { StoredImport } from "../../../fileImports/storedImport.ts";

/** An import of an organization, or one of system admins, which has none. */
export interface UserImportKey {
  organizationId: number | null;
  userImportId: number;
}

export type StoredUserImport = StoredImport<UserImportResult, UserImportUndone>;

export const userImportStore = importStore<UserImportResult, UserImportUndone>({
  imports: "user_imports",
  changes: "user_import_changes",
  id: "user_import_id",
  records: "users",
  recordId: "user_id",
});

export function scopeOf({ organizationId }: Pick<UserImportKey, "organizationId">): ImportScope {
  return { organization_id: organizationId };
}

export function keyOf({ organizationId, userImportId }: UserImportKey): ImportKey {
  return { scope: scopeOf({ organizationId }), importId: userImportId };
}
