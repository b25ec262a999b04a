import type { z } from "zod";
import type { ServiceKey } from "../../domain/api/serviceKeys.ts";
import type { Contract, contractLimits } from "../../domain/contracts/schemas.ts";
import type { Dictionary } from "../../domain/dictionaries/schemas.ts";
import type { Organization } from "../../domain/organizations/schemas.ts";
import type { LedgerEntry } from "../../domain/usage/ledger.ts";
import type { UserImport, UserImportCheck } from "../../domain/userImports/schemas.ts";
import type { User, UserProfile } from "../../domain/users/schemas.ts";
import type { Webhook, WebhookDelivery } from "../../domain/webhooks/schemas.ts";
import type { Workspace, WorkspaceMember } from "../../domain/workspaces/schemas.ts";

/*
 * Valid records of the API; a test gives the fields that matter to it.
 */

const dates = { createdAt: "2026-03-20T01:00:00.000Z", updatedAt: "2026-04-02T00:05:00.000Z" };
const flags = { isSystemAdmin: false, isOrganizationAdmin: false, isDictionaryAdmin: false };

/** A running contract. */
export function aContract(given: Partial<Contract> = {}): Contract {
  return {
    contractId: 1,
    organizationId: 1,
    organizationName: "デモ株式会社",
    organizationNameKana: null,
    organizationNo: "00000001",
    adminEmail: "orgadmin@example.com",
    adminName: "佐藤 花子",
    adminNameKana: null,
    startDate: "2026-04-01",
    endDate: "2027-03-31",
    maxTranscriptCount: 1000,
    maxTranscriptMinutes: 1200,
    usedTranscriptCount: 120,
    usedTranscriptMinutes: 525,
    usedTranscriptSeconds: (given.usedTranscriptMinutes ?? 525) * 60,
    status: "ACTIVE",
    usageState: "NORMAL",
    terminationDate: null,
    terminationReason: null,
    memo: "",
    version: 1,
    ...dates,
    ...given,
  };
}

/** A reported transcript in the ledger of a contract. */
/** What the usage of a contract says of a forecast where there is none. */
export const noForecast = {
  forecast: null,
  noForecast: { reason: "FEW_WEEKS", until: null },
} as const;

export function aLedgerEntry(given: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    ledgerId: 1,
    kind: "EVENT",
    eventId: "event-1",
    occurredAt: "2026-11-20T01:15:00.000Z",
    recordedAt: "2026-11-20T01:16:00.000Z",
    usageDate: "2026-11-20",
    workspaceId: 1,
    workspaceName: "営業部",
    transcriptCount: 1,
    seconds: 930,
    reason: null,
    adjustedByName: null,
    ...given,
  };
}

/** An adjustment in the ledger of a contract. */
export function anAdjustment(given: Partial<LedgerEntry> = {}): LedgerEntry {
  return aLedgerEntry({
    ledgerId: 2,
    kind: "ADJUSTMENT",
    eventId: null,
    occurredAt: "2026-11-21T03:00:00.000Z",
    recordedAt: "2026-11-21T03:00:00.000Z",
    usageDate: "2026-11-21",
    workspaceId: null,
    workspaceName: null,
    transcriptCount: -3,
    seconds: -5_400,
    reason: "重複計上のため",
    adjustedByName: "管理 太郎",
    ...given,
  });
}

/** The limits without a contract. */
export function limits(
  given: Partial<z.infer<typeof contractLimits>> = {},
): z.infer<typeof contractLimits> {
  return {
    remainingCount: 0,
    remainingMinutes: 0,
    unlimitedCount: false,
    unlimitedMinutes: false,
    contract: null,
    ...given,
  };
}

export function anOrganization(given: Partial<Organization> = {}): Organization {
  return {
    organizationId: 1,
    organizationNo: "10000001",
    organizationName: "デモ株式会社",
    organizationNameKana: null,
    currentContractId: 7,
    currentContractStatus: "ACTIVE",
    nextContractStartDate: null,
    userCount: 4,
    workspaceCount: 2,
    dictionaryCount: 32,
    allowedAddresses: [],
    addressesHeldAt: null,
    version: 1,
    ...dates,
    ...given,
  };
}

export function aUser(given: Partial<User> = {}): User {
  return {
    userId: "u1",
    organizationId: 1,
    organizationName: "デモ株式会社",
    email: "sato@example.com",
    userName: "佐藤 花子",
    userNameKana: null,
    ...flags,
    status: "ACTIVE",
    identityPending: false,
    mailPending: false,
    invitationEndsAt: null,
    identityError: null,
    managedBy: null,
    managedRoles: [],
    erasedAt: null,
    version: 3,
    ...dates,
    ...given,
  };
}

/** A key that is in use. */
export function aServiceKey(given: Partial<ServiceKey> = {}): ServiceKey {
  return {
    serviceKeyId: 1,
    name: "文字起こし本番",
    scopes: ["usage.report", "limits.read"],
    organizationIds: null,
    organizations: null,
    prefix: "kis_0123456789ab",
    lastUsedAt: "2026-04-02T00:05:00.000Z",
    endsAt: null,
    replacedBy: null,
    revokedAt: null,
    heldAt: null,
    createdAt: dates.createdAt,
    ...given,
  };
}

/** A receiver that works, of all organizations. */
export function aWebhook(given: Partial<Webhook> = {}): Webhook {
  return {
    webhookId: 1,
    url: "https://speech.example.com/hooks",
    events: ["vocabulary.changed", "cap.reached"],
    organizationIds: null,
    organizations: null,
    failingSince: null,
    lastStatus: null,
    lastError: null,
    nextTryAt: null,
    paused: false,
    pausedAt: null,
    heldAt: null,
    rotatedUntil: null,
    version: 3,
    ...dates,
    ...given,
  };
}

/** The dry run of a file of people. */
export function aUserImport(given: Partial<UserImport> = {}): UserImport {
  return {
    userImportId: 5,
    fileName: "メンバー.csv",
    createdAt: "2026-04-15T01:00:00.000Z",
    createdByName: "組織 管理",
    committedAt: "2026-04-15T01:00:00.000Z",
    result: { added: 0, updated: 0, disabled: 0, unchanged: 0, skipped: 0 },
    revertedAt: null,
    undone: null,
    revertibleUntil: "2026-04-22T01:00:00.000Z",
    mails: { sent: 0, waiting: 0, failed: 0, failedPeople: [] },
    ...given,
  };
}

export function aPeopleCheck(given: Partial<UserImportCheck> = {}): UserImportCheck {
  return {
    fileName: "メンバー.csv",
    encoding: "utf-8",
    ignoredColumns: [],
    converted: { total: 0, lines: [] },
    digest: "one",
    counts: { new: 0, update: 0, unchanged: 0, disable: 0, error: 0 },
    rows: [],
    ...given,
  };
}

/** A message that has arrived. */
export function aDelivery(given: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    deliveryId: 1,
    webhookId: 1,
    organizationId: 1,
    organizationName: "デモ株式会社",
    type: "vocabulary.changed",
    revision: 2,
    occurredAt: "2026-04-02T00:05:00.000Z",
    status: "DELIVERED",
    attempts: 1,
    lastAttemptAt: "2026-04-02T00:05:02.000Z",
    lastStatus: 204,
    lastError: null,
    deliveredAt: "2026-04-02T00:05:02.000Z",
    createdAt: "2026-04-02T00:05:01.000Z",
    ...given,
  };
}

/** The profile of the signed-in user. */
export function aProfile(given: Partial<UserProfile> = {}): UserProfile {
  return {
    userId: "u1",
    userName: "一般 太郎",
    email: "staff@example.com",
    organizationId: 1,
    organizationName: "デモ株式会社",
    ...flags,
    lastSelectedWorkspaceId: null,
    lastSelectedWorkspaceName: null,
    workspaces: [],
    ...dates,
    ...given,
  };
}

/** An unlocked dictionary. */
export function aDictionary(given: Partial<Dictionary> = {}): Dictionary {
  return {
    dictionaryId: 1,
    organizationId: 1,
    category: "業務辞書",
    dictionaryName: "医療用語",
    description: "診療科の会議で使う用語",
    workspaceIds: [],
    entryCount: 0,
    lockedAt: null,
    lockedBy: null,
    lockedByName: null,
    lockExpiresAt: null,
    version: 1,
    ...dates,
    ...given,
  };
}

/** Held by 佐藤 花子 since 14:32 of today in Tokyo. */
export function heldBySato(): Partial<Dictionary> {
  const today = new Date(Date.now() + 9 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return {
    lockedAt: new Date(`${today}T14:32:00+09:00`).toISOString(),
    lockedBy: "sato",
    lockedByName: "佐藤 花子",
    lockExpiresAt: new Date(`${today}T14:37:00+09:00`).toISOString(),
  };
}

export function aWorkspace(given: Partial<Workspace> = {}): Workspace {
  return {
    workspaceId: 1,
    organizationId: 1,
    workspaceName: "営業部",
    memberCount: 2,
    managedBy: null,
    version: 3,
    ...dates,
    ...given,
  };
}

export function aMember(userName: string, given: Partial<WorkspaceMember> = {}): WorkspaceMember {
  return {
    userId: userName,
    userName,
    userNameKana: null,
    email: `${userName}@example.com`,
    status: "ACTIVE",
    ...given,
  };
}
