import { type Action, can } from "../../domain/access.ts";
import type { SignedIn } from "../context.ts";
import type { Change } from "./announceChange.ts";

/**
 * Who hears of what (design 7): those who may read it. What no line names is heard by nobody.
 * Whoever reads workspaces hears of all of the organization, since an id and the fact that
 * something changed is all that is said; reading them again goes by membership.
 */
const heardBy = {
  staff: {
    "resource/dictionaries": "dictionary.read",
    "lock/dictionaries": "dictionary.read",
    "resource/workspaces": "workspace.read",
    "resource/users": "member.read",
    "resource/contracts": "ownContract.read",
  },
  admin: {
    "resource/contracts": "contract.manage",
    "resource/organizations": "organization.manage",
    "resource/users": "user.manage",
  },
} as const satisfies Record<string, Record<string, Action>>;

export type EventArea = keyof typeof heardBy;

/** Whether a user hears of a change: in the staff area of the own organization's only. */
export function mayHear(area: EventArea, user: SignedIn, change: Change): boolean {
  if (area === "staff" && user.organizationId !== change.organizationId) return false;
  const actions: Readonly<Record<string, Action>> = heardBy[area];
  const [kind, resource] = change.event.topic.split("/");
  const action = actions[`${kind}/${resource}`];
  return action !== undefined && can(user, action);
}
