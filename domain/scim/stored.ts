/** A user as far as a person of a directory is made of it. */
interface Known {
  email: string;
  userName: string;
  scim: ScimPerson | null;
}

/**
 * A user as a directory sees the person: in the spelling in which it was sent, and of what was never
 * sent, what the console knows. The first word of the name is the family name.
 */
export function scimPerson({ email, userName, scim }: Known): ScimPerson {
  if (scim) return scim;
  const [familyName, ...others] = userName.split(/\s+/u);
  return {
    userName: email,
    name: { familyName, ...(others.length > 0 ? { givenName: others.join(" ") } : {}) },
    emails: [{ value: email, type: "work", primary: true }],
  };
}

/** The name that the console shows for a person of a directory. */
export function nameOf({ userName, displayName, name }: ScimPerson): string {
  return (
    joined(name) || displayName?.trim() || name.formatted?.trim() || (userName.split("@")[0] ?? "")
  );
}

function joined({ familyName, givenName }: ScimName): string {
  return [familyName, givenName].flatMap((part) => part?.trim() || []).join(" ");
}

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
