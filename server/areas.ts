import type { AreaRoutes } from "./context.ts";
import { ownContractRoutes } from "./modules/contracts/ownRoutes.ts";
import { contractRoutes } from "./modules/contracts/routes.ts";
import { dictionaryRoutes } from "./modules/dictionaries/routes.ts";
import { adminEventRoutes, staffEventRoutes } from "./modules/events/routes.ts";
import { lockRoutes } from "./modules/locks/routes.ts";
import { currentUserRoutes, profileRoutes } from "./modules/me/routes.ts";
import { organizationRoutes } from "./modules/organizations/routes.ts";
import { sessionRoutes, signInRoutes } from "./modules/session/routes.ts";
import { memberRoutes } from "./modules/users/memberRoutes.ts";
import { userRoutes } from "./modules/users/routes.ts";
import { workspaceRoutes } from "./modules/workspaces/routes.ts";

/** The routes of the staff area, below /api/v1. */
export const staffRoutes: readonly AreaRoutes[] = [
  signInRoutes,
  profileRoutes,
  memberRoutes,
  ownContractRoutes,
  workspaceRoutes,
  staffEventRoutes,
  dictionaryRoutes,
  lockRoutes,
];

/** The routes of the admin area, below /admin/api/v1. */
export const adminRoutes: readonly AreaRoutes[] = [
  sessionRoutes,
  currentUserRoutes,
  contractRoutes,
  organizationRoutes,
  userRoutes,
  adminEventRoutes,
];
