import { adminEndpoints, staffEndpoints } from "../domain/api/areas.ts";
import type { Endpoints, ServedArea } from "../domain/api/endpoint.ts";
import { scimEndpoints } from "../domain/api/scim.ts";
import { auditRoutes, ownAuditRoutes } from "./audit/routes.ts";
import type { AreaRoutes } from "./context.ts";
import { alertRoutes, ownAlertRoutes } from "./modules/alerts/routes.ts";
import { billingRoutes } from "./modules/billing/routes.ts";
import { candidateRoutes } from "./modules/candidates/routes.ts";
import { closingRoutes, ownClosingRoutes } from "./modules/closings/routes.ts";
import { contractImportRoutes } from "./modules/contractImports/routes.ts";
import {
  contractRoutes,
  manyContractRoutes,
  ownContractRoutes,
} from "./modules/contracts/routes.ts";
import { dictionaryRoutes } from "./modules/dictionaries/routes.ts";
import { entryRoutes } from "./modules/entries/routes.ts";
import { entryFileRoutes } from "./modules/entryFiles/routes.ts";
import { erasingRoutes } from "./modules/erasing/routes.ts";
import { adminEventRoutes, staffEventRoutes } from "./modules/events/routes.ts";
import { healthRoutes } from "./modules/health/routes.ts";
import { importRoutes } from "./modules/imports/routes.ts";
import { ledgerRoutes } from "./modules/ledger/routes.ts";
import { lockRoutes } from "./modules/locks/routes.ts";
import { manyEntryRoutes } from "./modules/manyEntries/routes.ts";
import { organizationRoutes } from "./modules/organizations/routes.ts";
import { overviewRoutes } from "./modules/overview/routes.ts";
import {
  currentUserRoutes,
  invitationRoutes,
  manyMemberRoutes,
  manyUserRoutes,
  memberRoutes,
  profileRoutes,
  sessionRoutes,
  signInRoutes,
  userRoutes,
} from "./modules/people/routes.ts";
import { previewRoutes } from "./modules/preview/routes.ts";
import { priceRoutes } from "./modules/prices/routes.ts";
import { proposalRoutes } from "./modules/proposals/routes.ts";
import { nameReadingRoutes, readingRoutes } from "./modules/readings/routes.ts";
import { scimRoutes } from "./modules/scim/routes.ts";
import { adminSearchRoutes, searchRoutes } from "./modules/search/routes.ts";
import { serviceKeyRoutes } from "./modules/serviceKeys/routes.ts";
import { adminSubmissionRoutes, submissionRoutes } from "./modules/submissions/routes.ts";
import { usageEventRoutes, usageTrendRoutes } from "./modules/usage/routes.ts";
import { memberImportRoutes, userImportRoutes } from "./modules/userImports/routes.ts";
import { adminViewRoutes, viewRoutes } from "./modules/views/routes.ts";
import { reflectionRoutes, vocabularyRoutes } from "./modules/vocabulary/routes.ts";
import { ownWaysRoutes, waysRoutes } from "./modules/ways/routes.ts";
import { webhookRoutes } from "./modules/webhooks/routes.ts";
import { worklistRoutes } from "./modules/worklist/routes.ts";
import { workspaceRoutes } from "./modules/workspaces/routes.ts";

export interface AreaParts {
  endpoints: Endpoints;
  modules: readonly AreaRoutes[];
}

export const areas: Readonly<Record<ServedArea, AreaParts>> = {
  staff: {
    endpoints: staffEndpoints,
    modules: [
      signInRoutes,
      invitationRoutes,
      profileRoutes,
      submissionRoutes,
      memberRoutes,
      memberImportRoutes,
      manyMemberRoutes,
      ownContractRoutes,
      ownClosingRoutes,
      ownAlertRoutes,
      workspaceRoutes,
      staffEventRoutes,
      dictionaryRoutes,
      lockRoutes,
      entryRoutes,
      manyEntryRoutes,
      proposalRoutes,
      previewRoutes,
      readingRoutes,
      candidateRoutes,
      healthRoutes,
      entryFileRoutes,
      importRoutes,
      usageEventRoutes,
      vocabularyRoutes,
      reflectionRoutes,
      ownAuditRoutes,
      searchRoutes,
      viewRoutes,
      ownWaysRoutes,
    ],
  },
  admin: {
    endpoints: adminEndpoints,
    modules: [
      sessionRoutes,
      currentUserRoutes,
      adminSubmissionRoutes,
      contractRoutes,
      ledgerRoutes,
      closingRoutes,
      priceRoutes,
      billingRoutes,
      usageTrendRoutes,
      alertRoutes,
      worklistRoutes,
      organizationRoutes,
      overviewRoutes,
      userRoutes,
      contractImportRoutes,
      manyContractRoutes,
      userImportRoutes,
      manyUserRoutes,
      nameReadingRoutes,
      erasingRoutes,
      serviceKeyRoutes,
      webhookRoutes,
      adminEventRoutes,
      auditRoutes,
      adminSearchRoutes,
      adminViewRoutes,
      waysRoutes,
    ],
  },
  scim: { endpoints: scimEndpoints, modules: [scimRoutes] },
};
