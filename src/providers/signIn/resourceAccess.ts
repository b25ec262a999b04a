import { endpointAccess } from "virtual:endpoint-access";
import { can, type Flags } from "../../../domain/access.ts";
import type { Area } from "../../../domain/api/endpoint.ts";

/** The endpoint of each react-admin action on a resource. */
const ENDPOINTS = new Map<string, (resource: string) => string>([
  ["list", (resource) => `GET /${resource}`],
  ["export", (resource) => `GET /${resource}`],
  ["show", (resource) => `GET /${resource}/{id}`],
  ["create", (resource) => `POST /${resource}`],
  ["edit", (resource) => `PATCH /${resource}/{id}`],
  ["delete", (resource) => `DELETE /${resource}/{id}`],
]);

/** Whether a user may use a screen or action of a resource: whether they may call its endpoint. */
export function canAccessResource(
  area: Area,
  flags: Flags,
  { resource, action }: { resource: string; action: string },
): boolean {
  const key = ENDPOINTS.get(action)?.(resource) ?? "";
  const needed = endpointAccess[area][key];
  return needed !== undefined && can(flags, needed);
}
