declare module "virtual:endpoint-access" {
  type Area = import("../domain/api/endpoint.ts").Area;
  type Action = import("../domain/access.ts").Action;

  /** Endpoint to the action that it asks for, per area; made by vite.endpointAccess.ts. */
  export const endpointAccess: Readonly<Record<Area, Readonly<Record<string, Action>>>>;
}
