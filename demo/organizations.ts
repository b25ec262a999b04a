import { type DemoAccount, demoAccounts } from "./accounts.ts";
import {
  type DemoContract,
  demoContracts,
  furtherContracts,
  sampleContracts,
} from "./contracts.ts";
import { earliest, signedOn } from "./dates.ts";
import { furtherOrganizations } from "./names.ts";

export type DemoPerson = Pick<DemoAccount, "userId" | "email" | "userName" | "userNameKana">;

export interface DemoOrganization {
  organizationId: number;
  organizationName: string;
  organizationNameKana: string | null;
  /** The organization admin, who is the contact of its contracts. */
  admin: DemoPerson;
  /** The current contract comes first. */
  contracts: DemoContract[];
  workspaces: readonly string[];
  /** The day the organization was created, with its first contract. */
  foundedOn: string;
}

/** The organizations of the demo data as they stand on `today`, a date in Asia/Tokyo. */
export function demoOrganizations(today: string): DemoOrganization[] {
  const organizations = [
    {
      organizationId: 1,
      organizationName: "デモ株式会社",
      organizationNameKana: "デモ",
      admin: account("demo-orgadmin"),
      contracts: demoContracts(today),
      workspaces: ["営業部", "カスタマーサポート"],
    },
    {
      organizationId: 2,
      organizationName: "サンプル商事",
      organizationNameKana: "サンプルショウジ",
      admin: account("demo-orgadmin-sample"),
      contracts: sampleContracts(today),
      workspaces: ["本社"],
    },
    ...furtherOrganizations.map(
      ([organizationName, organizationNameKana, userName, userNameKana], index) => ({
        organizationId: index + 3,
        organizationName,
        organizationNameKana,
        admin: { ...furtherAdmin(index + 3), userName, userNameKana },
        contracts: furtherContracts(today, index),
        workspaces: index % 3 === 0 ? ["全社", "管理部"] : ["全社"],
      }),
    ),
  ];
  return organizations.map((organization) => ({
    ...organization,
    foundedOn: earliest(organization.contracts.map((contract) => signedOn(contract, today))),
  }));
}

function account(userId: string): DemoAccount {
  const found = demoAccounts.find((each) => each.userId === userId);
  if (!found) throw new Error(`no demo account ${userId}`);
  return found;
}

function furtherAdmin(organizationId: number): Pick<DemoPerson, "userId" | "email"> {
  const domain = `org${String(organizationId).padStart(2, "0")}.example.com`;
  return { userId: `demo-admin-${organizationId}`, email: `admin@${domain}` };
}
