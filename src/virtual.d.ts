declare module "virtual:endpoint-access" {
  type Area = import("../domain/api/endpoint.ts").Area;
  type Access = import("../domain/access.ts").Access;

  /** Who may call each endpoint, per area; made by build/endpointAccess.ts. */
  export const endpointAccess: Readonly<Record<Area, Readonly<Record<string, Access>>>>;
}
