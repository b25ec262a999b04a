import type { AuditedKind } from "../audit/kinds.ts";
import { alertEndpoints, ownAlertEndpoints } from "./alerts.ts";
import { auditEndpoints, ownAuditEndpoints } from "./audit.ts";
import {
  billingEndpoints,
  billingFileKind,
  billingPartnerKind,
  billingSettingsKind,
} from "./billing.ts";
import { candidateEndpoints } from "./candidates.ts";
import { closingEndpoints, closingKind, ownClosingEndpoints } from "./closings.ts";
import { contractImportEndpoints, contractImportKind } from "./contractImports.ts";
import { contractEndpoints, contractKind, ownContractEndpoints } from "./contracts.ts";
import { dictionaryEndpoints, dictionaryKind } from "./dictionaries.ts";
import type { Endpoints } from "./endpoint.ts";
import { entryEndpoints, entryKind } from "./entries.ts";
import { entryFileEndpoints } from "./entryFiles.ts";
import { erasingEndpoints } from "./erasing.ts";
import { adminEventEndpoints, eventEndpoints } from "./events.ts";
import { healthEndpoints } from "./health.ts";
import { importEndpoints } from "./imports.ts";
import { invitationEndpoints } from "./invitations.ts";
import { ledgerEndpoints } from "./ledger.ts";
import { lockEndpoints } from "./locks.ts";
import { manyContractEndpoints } from "./manyContracts.ts";
import { manyEntryEndpoints } from "./manyEntries.ts";
import { organizationEndpoints, organizationKind } from "./organizations.ts";
import { overviewEndpoints } from "./overview.ts";
import { previewEndpoints } from "./preview.ts";
import { priceEndpoints, pricesKind } from "./prices.ts";
import { currentUserEndpoints, profileEndpoints } from "./profile.ts";
import { proposalEndpoints, proposalKind } from "./proposals.ts";
import { nameReadingEndpoints, readingEndpoints } from "./readings.ts";
import { adminSearchEndpoints, searchEndpoints } from "./search.ts";
import { serviceKeyEndpoints, serviceKeyKind } from "./serviceKeys.ts";
import { sessionEndpoints, signInEndpoints } from "./session.ts";
import { adminSubmissionEndpoints, submissionEndpoints } from "./submissions.ts";
import { usageEventEndpoints } from "./usageEvents.ts";
import { usageTrendEndpoints } from "./usageTrend.ts";
import { memberImportEndpoints, userImportEndpoints, userImportKind } from "./userImports.ts";
import {
  manyMemberEndpoints,
  manyUserEndpoints,
  memberEndpoints,
  userEndpoints,
  userKind,
} from "./users.ts";
import { adminViewEndpoints, viewEndpoints, viewKind } from "./views.ts";
import { reflectionEndpoints, vocabularyEndpoints } from "./vocabulary.ts";
import { ownWaysEndpoints, waysEndpoints, waysKind } from "./ways.ts";
import { webhookEndpoints, webhookKind } from "./webhooks.ts";
import { worklistEndpoints } from "./worklist.ts";
import { workspaceEndpoints, workspaceKind } from "./workspaces.ts";

/** The kinds of records that are logged, by their names. */
export const auditedKinds: Readonly<Record<string, AuditedKind>> = Object.fromEntries(
  [
    contractKind,
    contractImportKind,
    closingKind,
    pricesKind,
    billingSettingsKind,
    billingPartnerKind,
    billingFileKind,
    organizationKind,
    waysKind,
    userKind,
    userImportKind,
    workspaceKind,
    dictionaryKind,
    entryKind,
    proposalKind,
    serviceKeyKind,
    webhookKind,
    viewKind,
  ].map((kind) => [kind.name, kind]),
);

export const staffEndpoints = {
  ...signInEndpoints,
  ...invitationEndpoints,
  ...profileEndpoints,
  ...submissionEndpoints,
  ...memberEndpoints,
  ...memberImportEndpoints,
  ...manyMemberEndpoints,
  ...ownContractEndpoints,
  ...ownClosingEndpoints,
  ...ownAlertEndpoints,
  ...workspaceEndpoints,
  ...eventEndpoints,
  ...dictionaryEndpoints,
  ...lockEndpoints,
  ...entryEndpoints,
  ...manyEntryEndpoints,
  ...proposalEndpoints,
  ...previewEndpoints,
  ...readingEndpoints,
  ...candidateEndpoints,
  ...healthEndpoints,
  ...entryFileEndpoints,
  ...importEndpoints,
  ...usageEventEndpoints,
  ...vocabularyEndpoints,
  ...reflectionEndpoints,
  ...ownAuditEndpoints,
  ...searchEndpoints,
  ...viewEndpoints,
  ...ownWaysEndpoints,
} satisfies Endpoints<"staff">;

export const adminEndpoints = {
  ...sessionEndpoints,
  ...currentUserEndpoints,
  ...adminSubmissionEndpoints,
  ...contractEndpoints,
  ...manyContractEndpoints,
  ...contractImportEndpoints,
  ...ledgerEndpoints,
  ...closingEndpoints,
  ...priceEndpoints,
  ...billingEndpoints,
  ...usageTrendEndpoints,
  ...alertEndpoints,
  ...worklistEndpoints,
  ...organizationEndpoints,
  ...overviewEndpoints,
  ...userEndpoints,
  ...userImportEndpoints,
  ...manyUserEndpoints,
  ...nameReadingEndpoints,
  ...erasingEndpoints,
  ...serviceKeyEndpoints,
  ...webhookEndpoints,
  ...adminEventEndpoints,
  ...auditEndpoints,
  ...adminSearchEndpoints,
  ...adminViewEndpoints,
  ...waysEndpoints,
} satisfies Endpoints<"admin">;
