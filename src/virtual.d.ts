declare module "virtual:endpoint-access" {
  type Area = import("../domain/api/endpoint.ts").Area;
  type Access = import("../domain/access.ts").Access;

  /** Who may call each endpoint, per area; made by build/declaredTables.ts. */
  export const endpointAccess: Readonly<Record<Area, Readonly<Record<string, Access>>>>;
}

declare module "virtual:audit-words" {
  import type { AuditWords } from "../domain/audit/words.ts";

  /** What endpoints and kinds of records are called in the audit log; made by build/declaredTables.ts. */
  export const auditWords: AuditWords;
}
