import type { AuditedKind } from "../audit/kinds.ts";
import { alertEndpoints, ownAlertEndpoints } from "./alerts.ts";
import { auditEndpoints, ownAuditEndpoints } from "./audit.ts";
import {
  billingEndpoints,
  billingFileKind,
  billingPartnerKind,
  billingSettingsKind,
} from "./billing.ts";
import { closingEndpoints, closingKind, ownClosingEndpoints } from "./closings.ts";
import { contractImportEndpoints, contractImportKind } from "./contractImports.ts";
import {
  contractEndpoints,
  contractKind,
  manyContractEndpoints,
  ownContractEndpoints,
} from "./contracts.ts";
import { dictionaryEndpoints, dictionaryKind, lockEndpoints } from "./dictionaries.ts";
import type { Endpoints } from "./endpoint.ts";
import { entryEndpoints, entryFileEndpoints, entryKind, manyEntryEndpoints } from "./entries.ts";
import { erasingEndpoints } from "./erasing.ts";
import { adminEventEndpoints, eventEndpoints } from "./events.ts";
import { candidateEndpoints, healthEndpoints, previewEndpoints } from "./health.ts";
import { importEndpoints, nameReadingEndpoints, readingEndpoints } from "./imports.ts";
import { organizationEndpoints, organizationKind } from "./organizations.ts";
import {
  adminSearchEndpoints,
  overviewEndpoints,
  searchEndpoints,
  worklistEndpoints,
} from "./overview.ts";
import { priceEndpoints, pricesKind } from "./prices.ts";
import { proposalEndpoints, proposalKind } from "./proposals.ts";
import { serviceKeyEndpoints, serviceKeyKind } from "./serviceKeys.ts";
import {
  currentUserEndpoints,
  invitationEndpoints,
  profileEndpoints,
  sessionEndpoints,
  signInEndpoints,
} from "./session.ts";
import { adminSubmissionEndpoints, submissionEndpoints } from "./submissions.ts";
import { ledgerEndpoints, usageEventEndpoints, usageTrendEndpoints } from "./usageEvents.ts";
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
