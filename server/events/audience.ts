import { can } from "../../domain/access.ts";
import { adminEndpoints, staffEndpoints } from "../../domain/api/areas.ts";
import type { Area, Endpoints } from "../../domain/api/endpoint.ts";
import type { SignedIn } from "../context.ts";
import type { Change } from "./publishChange.ts";

const declared: Readonly<Record<Area, Endpoints>> = {
  staff: staffEndpoints,
  admin: adminEndpoints,
};

/** The read behind a topic: `GET /x` for `resource/x`, `GET /x/{id}/lock` for `lock/x`. */
const reads = new Map<string, (resource: string) => keyof Endpoints>([
  ["resource", (resource) => `GET /${resource}`],
  ["lock", (resource) => `GET /${resource}/{id}/lock`],
]);

/**
 * Whether a user receives a change: users who may read the record (design 7), in the staff area of
 * their own organization only. Topics without a declared read reach nobody. Whoever reads workspaces
 * receives the changes of all workspaces: an event only says that an id has changed.
 */
export function mayReceive(area: Area, user: SignedIn, change: Change): boolean {
  if (area === "staff" && user.organizationId !== change.organizationId) return false;
  const [kind = "", resource = ""] = change.event.topic.split("/");
  const key = reads.get(kind)?.(resource);
  const endpoint = key && declared[area][key];
  return endpoint !== undefined && can(user, endpoint.access);
}
