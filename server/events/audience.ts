import { can } from "../../domain/access.ts";
import { adminEndpoints, staffEndpoints } from "../../domain/api/areas.ts";
import type { Area, Endpoints } from "../../domain/api/endpoint.ts";
import type { SignedIn } from "../context.ts";
import type { Change } from "./announceChange.ts";

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
 * Whether a user hears of a change: who may read what has changed (design 7), in the staff area of
 * the own organization's only. What no declared endpoint reads is heard by nobody. Whoever reads
 * workspaces hears of all of the organization, since an id and the fact that something changed is
 * all that is said; reading them again goes by membership.
 */
export function mayHear(area: Area, user: SignedIn, change: Change): boolean {
  if (area === "staff" && user.organizationId !== change.organizationId) return false;
  const [kind = "", resource = ""] = change.event.topic.split("/");
  const key = reads.get(kind)?.(resource);
  const endpoint = key && declared[area][key];
  return endpoint !== undefined && can(user, endpoint.access);
}
