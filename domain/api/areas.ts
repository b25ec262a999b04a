import { alertEndpoints, ownAlertEndpoints } from "./alerts.ts";
import { contractEndpoints, ownContractEndpoints } from "./contracts.ts";
import { dictionaryEndpoints } from "./dictionaries.ts";
import type { Endpoints } from "./endpoint.ts";
import { entryEndpoints } from "./entries.ts";
import { entryFileEndpoints } from "./entryFiles.ts";
import { adminEventEndpoints, eventEndpoints } from "./events.ts";
import { importEndpoints } from "./imports.ts";
import { ledgerEndpoints } from "./ledger.ts";
import { lockEndpoints } from "./locks.ts";
import { organizationEndpoints } from "./organizations.ts";
import { previewEndpoints } from "./preview.ts";
import { currentUserEndpoints, profileEndpoints } from "./profile.ts";
import { serviceKeyEndpoints } from "./serviceKeys.ts";
import { sessionEndpoints, signInEndpoints } from "./session.ts";
import { usageEventEndpoints } from "./usageEvents.ts";
import { usageTrendEndpoints } from "./usageTrend.ts";
import { memberEndpoints, userEndpoints } from "./users.ts";
import { workspaceEndpoints } from "./workspaces.ts";

export const staffEndpoints = {
  ...signInEndpoints,
  ...profileEndpoints,
  ...memberEndpoints,
  ...ownContractEndpoints,
  ...ownAlertEndpoints,
  ...workspaceEndpoints,
  ...eventEndpoints,
  ...dictionaryEndpoints,
  ...lockEndpoints,
  ...entryEndpoints,
  ...previewEndpoints,
  ...entryFileEndpoints,
  ...importEndpoints,
  ...usageEventEndpoints,
} satisfies Endpoints<"staff">;

export const adminEndpoints = {
  ...sessionEndpoints,
  ...currentUserEndpoints,
  ...contractEndpoints,
  ...ledgerEndpoints,
  ...usageTrendEndpoints,
  ...alertEndpoints,
  ...organizationEndpoints,
  ...userEndpoints,
  ...serviceKeyEndpoints,
  ...adminEventEndpoints,
} satisfies Endpoints<"admin">;
