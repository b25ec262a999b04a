/** An address of a person as a directory has sent it. */
export interface ScimEmail {
  value: string;
  type?: string | undefined;
  primary?: boolean | undefined;
}

/** What a directory has sent of a person, in its own spelling. */
export interface ScimPerson {
  userName: string;
  externalId?: string | undefined;
  displayName?: string | undefined;
  name: ScimName;
  emails: ScimEmail[];
  /** The directory has deleted the person and does not see them any more. */
  removed?: true | undefined;
}

export interface ScimName {
  formatted?: string | undefined;
  familyName?: string | undefined;
  givenName?: string | undefined;
}

/** What a directory has sent of a group. */
export interface ScimGroup {
  externalId?: string | undefined;
  /** The directory has deleted the group and does not see it any more. */
  removed?: true | undefined;
}

/** The roles that are groups of a directory. */
export const SCIM_ROLES = ["organizationAdmin", "dictionaryAdmin"] as const;
export type ScimRole = (typeof SCIM_ROLES)[number];

/** The groups of roles that a directory has ever written; ruled by it unless `removed` or `released`. */
export type ScimRoles = Partial<Record<ScimRole, ScimGroup & { released?: true | undefined }>>;

/** The roles that the directory rules: not those whose group it has deleted, or that were released. */
export function managedRoles(roles: ScimRoles): ScimRole[] {
  return SCIM_ROLES.filter((role) => {
    const group = roles[role];
    return group !== undefined && !group.removed && !group.released;
  });
}
