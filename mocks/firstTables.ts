import { demoAccounts } from "../demo/accounts.ts";
import type { DemoContract } from "../demo/contracts.ts";
import { signedOn, writtenAt } from "../demo/dates.ts";
import { demoDictionaries } from "../demo/dictionaries.ts";
import {
  type DemoOrganization,
  type DemoPerson,
  demoOrganizations,
} from "../demo/organizations.ts";
import { addDays, tokyoDate } from "../domain/dates.ts";
import { DEMO_PASSWORD } from "../src/providers/appConfig.ts";
import type {
  ContractRow,
  DictionaryRow,
  LockRow,
  Tables,
  UserRow,
  WorkspaceRow,
} from "./tables.ts";

const FIRST_ORGANIZATION_NO = 10_000_001;
/** 人名, on the first page of the list: what a dictionary looks like that somebody else edits. */
const LOCKED_DICTIONARY = 7;
/** Token of a lock whose holder is nobody's page. */
export const HELD_BY_SOMEBODY = "held-by-somebody";

/** The mock data of spec 9 and the demo data around it, as they stand at an instant. */
export function firstTables(now: Date): Tables {
  const today = tokyoDate(now);
  const organizations = demoOrganizations(today);
  const users = usersOf(organizations, today);
  const workspaces = workspacesOf(organizations, users);
  return {
    organizations: organizations.map(({ organizationId, organizationName, foundedOn }, index) => ({
      organizationId,
      organizationNo: String(FIRST_ORGANIZATION_NO + index),
      organizationName,
      ...writtenOn(foundedOn),
    })),
    users: users.map((user) => ({
      ...user,
      lastSelectedWorkspaceId: firstOf(workspaces, user),
    })),
    contracts: contractsOf(organizations, today),
    workspaces,
    dictionaries: dictionariesOf(organizations),
    locks: [lockBySomebody(now)],
    releases: [],
    adminSession: null,
  };
}

function usersOf(organizations: readonly DemoOrganization[], today: string): UserRow[] {
  const foundedOn = new Map(organizations.map((each) => [each.organizationId, each.foundedOn]));
  const accounts = demoAccounts.map(({ label: _, organizationId, ...account }) => ({
    ...userRow(account),
    ...account,
    organizationId: organizationId ?? 0,
    ...writtenOn(foundedOn.get(organizationId ?? 1) ?? today),
  }));
  const admins = organizations
    .filter(({ admin }) => accounts.every(({ userId }) => userId !== admin.userId))
    .map(({ organizationId, admin, contracts, foundedOn: date }) => ({
      ...userRow(admin),
      organizationId,
      isOrganizationAdmin: true,
      status: contracts.every(({ startDate }) => startDate > today)
        ? ("INVITED" as const)
        : ("ACTIVE" as const),
      ...writtenOn(date),
    }));
  return [...accounts, ...admins];
}

function userRow({ userId, email, userName }: DemoPerson) {
  return {
    userId,
    email,
    userName,
    isSystemAdmin: false,
    isOrganizationAdmin: false,
    isDictionaryAdmin: false,
    status: "ACTIVE" as const,
    password: DEMO_PASSWORD,
    lastSelectedWorkspaceId: null,
  };
}

/** The contract that counts most of each organization has the organization's place among the ids. */
function contractsOf(organizations: readonly DemoOrganization[], today: string): ContractRow[] {
  const owned = (from: number, to?: number) =>
    organizations.flatMap((organization) =>
      organization.contracts.slice(from, to).map((contract) => ({ organization, contract })),
    );
  return [...owned(0, 1), ...owned(1)].map(({ organization, contract }, index) => ({
    contractId: index + 1,
    organizationId: organization.organizationId,
    adminEmail: organization.admin.email,
    adminName: organization.admin.userName,
    memo: "",
    ...contractTerms(contract, today),
  }));
}

function contractTerms(contract: DemoContract, today: string) {
  return { ...contract, ...writtenOn(signedOn(contract, today)) };
}

/** Everybody of an organization is a member of each of its workspaces, as in the demo data. */
function workspacesOf(
  organizations: readonly DemoOrganization[],
  users: readonly UserRow[],
): WorkspaceRow[] {
  return organizations
    .flatMap(({ organizationId, workspaces, foundedOn }) =>
      workspaces.map((workspaceName) => ({ organizationId, workspaceName, foundedOn })),
    )
    .map(({ foundedOn, ...workspace }, index) => ({
      workspaceId: index + 1,
      ...workspace,
      userIds: users
        .filter(({ organizationId }) => organizationId === workspace.organizationId)
        .map(({ userId }) => userId),
      ...writtenOn(foundedOn),
    }));
}

/** Where somebody is at work. */
function firstOf(workspaces: readonly WorkspaceRow[], { userId }: UserRow): number | null {
  return workspaces.find(({ userIds }) => userIds.includes(userId))?.workspaceId ?? null;
}

function dictionariesOf(organizations: readonly DemoOrganization[]): DictionaryRow[] {
  const own = demoDictionaries().map(({ createdAt, updatedAt, ...dictionary }) => ({
    ...dictionary,
    organizationId: 1,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
  const others = organizations
    .filter(({ organizationId }) => organizationId === 2)
    .map(({ organizationId, foundedOn }) => ({
      category: "組織辞書" as const,
      dictionaryName: "取引先名",
      organizationId,
      ...writtenOn(foundedOn),
    }));
  return [...own, ...others].map((dictionary, index) => ({
    dictionaryId: index + 1,
    description: "",
    entryCount: 0,
    version: 1,
    ...dictionary,
  }));
}

/** Held for a day, since nobody is there who would extend its lease. */
function lockBySomebody(now: Date): LockRow {
  return {
    dictionaryId: LOCKED_DICTIONARY,
    lockedBy: "demo-dictadmin2",
    lockedAt: now.toISOString(),
    lockExpiresAt: new Date(tokyoTomorrow(now)).toISOString(),
    lockToken: HELD_BY_SOMEBODY,
  };
}

function tokyoTomorrow(now: Date): string {
  return `${addDays(tokyoDate(now), 1)}T23:59:59+09:00`;
}

function writtenOn(date: string) {
  const at = writtenAt(date).toISOString();
  return { version: 1, createdAt: at, updatedAt: at };
}
