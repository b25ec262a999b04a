import { z } from "zod";
import { contract } from "../domain/contracts.ts";
import { dictionary, lockRelease, ownDictionaryLock } from "../domain/dictionaries.ts";
import { organization } from "../domain/organizations.ts";
import { user } from "../domain/users.ts";
import { workspace } from "../domain/workspaces.ts";

/** The table of users is the identity service of mock mode, too: the two never differ. */
const accountState = { identityPending: true, mailPending: true, identityFault: true } as const;

/** What the mock keeps: the records without what is derived, counted or joined when they are read. */
export const tables = z.object({
  organizations: z.array(
    organization.omit({
      currentContractId: true,
      currentContractStatus: true,
      userCount: true,
      workspaceCount: true,
      dictionaryCount: true,
    }),
  ),
  users: z.array(
    user.omit({ organizationName: true, ...accountState }).extend({
      password: z.string(),
      lastSelectedWorkspaceId: z.int().nullable(),
    }),
  ),
  contracts: z.array(
    contract.omit({
      organizationName: true,
      organizationNo: true,
      status: true,
      usageState: true,
    }),
  ),
  workspaces: z.array(
    workspace.omit({ memberCount: true }).extend({ userIds: z.array(z.string()) }),
  ),
  dictionaries: z.array(
    dictionary.omit({
      lockedAt: true,
      lockedBy: true,
      lockedByName: true,
      lockExpiresAt: true,
    }),
  ),
  locks: z.array(ownDictionaryLock.omit({ lockedByName: true })),
  /** Locks that were broken by force, by their token. */
  releases: z.array(z.object({ lockToken: z.string(), release: lockRelease })),
  /** userId of the system admin whose admin session is open. */
  adminSession: z.string().nullable(),
});
export type Tables = z.infer<typeof tables>;

export type OrganizationRow = Tables["organizations"][number];
export type UserRow = Tables["users"][number];
export type ContractRow = Tables["contracts"][number];
export type WorkspaceRow = Tables["workspaces"][number];
export type DictionaryRow = Tables["dictionaries"][number];
export type LockRow = Tables["locks"][number];
