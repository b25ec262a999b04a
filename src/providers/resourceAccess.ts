import { type Action, can, type Flags } from "../../domain/access.ts";

interface ResourceRights {
  read: Action;
  write: Action;
}

export type AreaRights = Record<string, ResourceRights>;

export const adminRights: AreaRights = {
  contracts: { read: "contract.manage", write: "contract.manage" },
  organizations: { read: "organization.manage", write: "organization.manage" },
  users: { read: "user.manage", write: "user.manage" },
};

export const staffRights: AreaRights = {
  contracts: { read: "ownContract.read", write: "contract.manage" },
  users: { read: "member.read", write: "member.manage" },
  dictionaries: { read: "dictionary.read", write: "dictionary.write" },
  workspaces: { read: "workspace.read", write: "workspace.write" },
};

const READING = ["list", "show", "export"];

/** Whether a resource's screen or action is there for a user; what no table names is there for none. */
export function canAccessResource(
  rights: AreaRights,
  flags: Flags,
  { resource, action }: { resource: string; action: string },
): boolean {
  const ofResource = Object.hasOwn(rights, resource) ? rights[resource] : undefined;
  if (!ofResource) return false;
  return can(flags, READING.includes(action) ? ofResource.read : ofResource.write);
}
