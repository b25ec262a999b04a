import {
  SCIM_SCHEMAS,
  type ScimGroupAnswer,
  type ScimProjection,
  type ScimUser,
} from "../../../domain/scim/schemas.ts";
import { type ScimGroup, type ScimRole, scimPerson } from "../../../domain/scim/stored.ts";
import type { Config } from "../../config.ts";
import type { Deps, Service } from "../../context.ts";
import type { Transact, WriteTransaction } from "../../db/transact.ts";
import { SCIM_API } from "../../plugins/requestRules.ts";
import { forbidden } from "../../problem.ts";
import type { AccountDeps } from "../people/accounts/processAccountRequest.ts";
import { presentUser, type UserRow } from "../people/users/queries/users.ts";
import { hasDirectory, lockDirectory } from "../serviceKeys/queries.ts";
import { wrongKey } from "../serviceKeys/service/serviceCredential.ts";
import { coreAttribute } from "./parsing/changes.ts";
import type { GroupMemberRow } from "./queries.ts";

export interface Group {
  id: string;
  of: { workspaceId: number } | { role: ScimRole };
  displayName: string;
  scim: ScimGroup | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Which group is written. */
export interface GroupWrite<Of = Group["of"]> {
  organizationId: number;
  at: Date;
  of: Of;
  /** One that the directory has deleted, or that is new. */
  takesAgain?: boolean;
  removes?: boolean;
}

export type Located = Pick<Config, "publicUrl">;

/** A person as the directory has sent them, with what the console says besides. */
export function presentPerson(row: UserRow, config: Located): ScimUser {
  const { removed: _, emails, ...sent } = scimPerson({ ...presentUser(row), scim: row.scim });
  return {
    schemas: [SCIM_SCHEMAS.user],
    id: row.user_id,
    ...sent,
    ...(emails.length > 0 ? { emails } : {}),
    active: row.status !== "DISABLED",
    meta: {
      resourceType: "User",
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: locationOf(config, "Users", row.user_id),
    },
  };
}

export function presentGroup(
  { id, displayName, scim, createdAt, updatedAt }: Group,
  members: readonly GroupMemberRow[],
  config: Located,
): ScimGroupAnswer {
  return {
    schemas: [SCIM_SCHEMAS.group],
    id,
    ...(scim?.externalId === undefined ? {} : { externalId: scim.externalId }),
    displayName,
    members: members.map(({ user_id: value, user_name: display }) => ({ value, display })),
    meta: {
      resourceType: "Group",
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: locationOf(config, "Groups", id),
    },
  };
}

export function locationOf({ publicUrl }: Located, type: string, id = ""): string {
  return [`${publicUrl}${SCIM_API}`, type, ...(id ? [encodeURIComponent(id)] : [])].join("/");
}

/** Always answered (RFC 7643, 7: returned). */
const ALWAYS = ["schemas", "id"];

/** Whether the members of groups have to be read at all: there may be many. */
export function showsMembers(projection: ScimProjection): boolean {
  return shownBy(projection)("members");
}

function shownBy({ attributes, excludedAttributes }: ScimProjection): (name: string) => boolean {
  const wanted = namesOf(attributes);
  const unwanted = namesOf(excludedAttributes);
  return (name) => {
    if (ALWAYS.includes(name)) return true;
    return wanted ? wanted.has(name.toLowerCase()) : !unwanted?.has(name.toLowerCase());
  };
}

/** Resources with the attributes that were asked for, or without those that were not wanted. */
export function projected<Resource extends { schemas: string[]; id: string }>(
  resources: readonly Resource[],
  projection: ScimProjection,
): Resource[] {
  const isShown = shownBy(projection);
  return resources.map((resource) => {
    const shown = { ...resource };
    for (const name of Object.keys(resource)) {
      if (!isShown(name)) Reflect.deleteProperty(shown, name);
    }
    return shown;
  });
}

/** The attributes that stand at the head of the paths of a list. */
function namesOf(list: string | undefined): Set<string> | undefined {
  if (list === undefined) return undefined;
  return new Set(list.split(",").map((path) => coreAttribute(path.trim())?.split(".")[0] ?? ""));
}

export function listAnswer<Resource>(
  { startIndex }: { startIndex: number },
  { Resources, total }: { Resources: Resource[]; total: number },
) {
  return {
    schemas: [SCIM_SCHEMAS.list] satisfies [typeof SCIM_SCHEMAS.list],
    totalResults: total,
    startIndex,
    itemsPerPage: Resources.length,
    Resources,
  };
}

export type ReadDeps = Pick<Deps, "config" | "db">;
export type WriteDeps = AccountDeps & Pick<Deps, "config" | "now"> & { transact: Transact };

/**
 * Writes as the directory of an organization, which cannot be released meanwhile. Throws 401 if its
 * last key has ended since the request came.
 */
export function writeAsDirectory<Answer>(
  { transact, now }: Pick<WriteDeps, "transact" | "now">,
  organizationId: number,
  work: (trx: WriteTransaction) => Promise<Answer>,
): Promise<Answer> {
  return transact(async (trx) => {
    await lockDirectory(trx, organizationId, { shared: true });
    if (!(await hasDirectory(trx, organizationId, now()))) throw wrongKey();
    return work(trx);
  });
}

/** The one organization of the key of a directory. */
export function organizationOf(service: Service | null): number {
  const [organizationId, ...others] = service?.organizationIds ?? [];
  // The database refuses such a key, but none may ever open several organizations.
  if (organizationId === undefined || others.length > 0) throw forbidden();
  return organizationId;
}
