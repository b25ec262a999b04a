declare module "virtual:endpoint-access" {
  type Area = import("../domain/api/endpoint.ts").Area;
  type Access = import("../domain/access.ts").Access;

  /** Who may call the endpoints of resources, per area; made by build/declaredTables.ts. */
  export const endpointAccess: Readonly<Record<Area, Readonly<Record<string, Access>>>>;
}

declare module "virtual:audit-words" {
  type AuditWords = import("../domain/audit/words.ts").AuditWords;

  /** What endpoints and kinds of records are called in the audit log; made by build/declaredTables.ts. */
  export const auditWords: AuditWords;
}
