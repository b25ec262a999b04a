import { can } from "../../domain/access.ts";
import { adminEndpoints, staffEndpoints } from "../../domain/api/areas.ts";
import type { Area, Endpoints } from "../../domain/api/endpoint.ts";
import type { SignedIn } from "../context.ts";
import type { Change } from "./publishChange.ts";

const declared: Readonly<Record<Area, Endpoints>> = {
  staff: staffEndpoints,
  admin: adminEndpoints,
};

const LIMITS = "GET /contracts/limits";

/** Each person reads the own ones alone, so that nobody hears whose have ended. */
const OWN_ALONE = "sessions";

/** The read behind a topic: `GET /x` for `resource/x`, `GET /x/{id}/lock` for `lock/x`. */
const reads = new Map<string, (resource: string) => keyof Endpoints>([
  ["resource", (resource) => (resource === "limits" ? LIMITS : `GET /${resource}`)],
  ["lock", (resource) => `GET /${resource}/{id}/lock`],
]);

/** What system admins read of an organization, where the admin area has no list of it. */
const OVERVIEW = "GET /organizations/{id}/overview";
const OF_ORGANIZATION: readonly string[] = ["resource/workspaces", "resource/dictionaries"];

/** Who may read it, in their organization. Workspaces reach all: events only name an id. */
export function mayReceive(area: Area, user: SignedIn, change: Change): boolean {
  if (area === "staff" && user.organizationId !== change.organizationId) return false;
  const [kind = "", resource = ""] = change.event.topic.split("/");
  if (resource === OWN_ALONE) return false;
  const key = reads.get(kind)?.(resource);
  const isInOverview = area === "admin" && OF_ORGANIZATION.includes(`${kind}/${resource}`);
  const endpoint = key && declared[area][isInOverview ? OVERVIEW : key];
  return endpoint !== undefined && can(user, endpoint.access);
}
