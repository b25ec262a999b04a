/**
 * Who may do what (docs/product/people.md#rights). The server enforces this table; the screens
 * follow it.
 */

/** The flags of a user that decide the rights. They exist in our database only. */
export interface Flags {
  isSystemAdmin: boolean;
  isOrganizationAdmin: boolean;
  isDictionaryAdmin: boolean;
}

export const ROLES = ["systemAdmin", "organizationAdmin", "dictionaryAdmin", "staff"] as const;
export type Role = (typeof ROLES)[number];

const members: readonly Role[] = ["organizationAdmin", "dictionaryAdmin", "staff"];
const everyone: readonly Role[] = ROLES;

/** What a service key may be given: the actions of the table that it opens, and nothing else. */
export const SERVICE_SCOPES = [
  "usage.report",
  "limits.read",
  "vocabulary.read",
  "statements.read",
  "scim",
] as const satisfies readonly Action[];
/** The scopes of a key that is made without naming any: those of a transcription service. */
export const DEFAULT_SCOPES: readonly ServiceScope[] = [
  "usage.report",
  "limits.read",
  "vocabulary.read",
];
export type ServiceScope = (typeof SERVICE_SCOPES)[number];

type Allowed = readonly Role[] | "public";

/** The roles that may perform an action; `public` needs no credential. */
const rights = {
  public: "public",
  "session.create": "public",
  "session.end": "public",
  "admin.me": ["systemAdmin"],
  "contract.manage": ["systemAdmin"],
  "organization.manage": ["systemAdmin"],
  "user.manage": ["systemAdmin"],
  "serviceKey.manage": ["systemAdmin"],
  "webhook.manage": ["systemAdmin"],
  "closing.manage": ["systemAdmin"],
  "alert.read": ["systemAdmin"],
  "profile.own": everyone,
  "ownContract.read": ["organizationAdmin"],
  "ownAlert.read": ["organizationAdmin"],
  "statements.read": ["organizationAdmin"],
  "audit.readAll": ["systemAdmin"],
  "audit.readOwn": members,
  "limits.read": members,
  "member.read": members,
  "member.manage": ["organizationAdmin"],
  "dictionary.read": members,
  "dictionary.write": ["organizationAdmin", "dictionaryAdmin"],
  "entry.propose": members,
  "lock.break": ["organizationAdmin"],
  "workspace.read": members,
  "workspace.write": ["organizationAdmin"],
  "usage.report": [],
  "vocabulary.read": [],
  scim: [],
  "event.read": everyone,
  "view.own": members,
  "view.share": ["systemAdmin", "organizationAdmin"],
} as const satisfies Record<string, Allowed>;

export type Action = keyof typeof rights;

/**
 * Who may call an endpoint: an action of the table or, if only this endpoint needs the rule, a list
 * of roles. Every member of an organization is `staff`.
 */
export type Access = Action | readonly Role[];

export const ACTIONS = Object.keys(rights) as readonly Action[];

/** The roles of a user. A system admin has no other role; each flag of a member adds one. */
export function rolesOf(flags: Flags): Role[] {
  if (flags.isSystemAdmin) return ["systemAdmin"];
  const roles: Role[] = ["staff"];
  if (flags.isDictionaryAdmin) roles.push("dictionaryAdmin");
  if (flags.isOrganizationAdmin) roles.push("organizationAdmin");
  return roles;
}

/** The roles to show for a user: `staff` only if there is no other. */
export function shownRolesOf(flags: Flags): Role[] {
  const roles = rolesOf(flags);
  return roles.length > 1 ? roles.filter((role) => role !== "staff") : roles;
}

/** Whether a signed-in user has access. */
export function can(flags: Flags, access: Access): boolean {
  const allowed = allowedTo(access);
  if (allowed === "public") return true;
  return rolesOf(flags).some((role) => allowed.includes(role));
}

/** Whether a service key with these scopes has access; a list of roles admits none. */
export function keyCan(scopes: readonly ServiceScope[], access: Access): boolean {
  return allowedTo(access) === "public" || scopes.some((scope) => scope === access);
}

export type Credential = "user" | "serviceKey";

/** The credentials that open an endpoint; none for a public one. */
export function credentialsOf(access: Access): readonly Credential[] {
  const allowed = allowedTo(access);
  if (allowed === "public") return [];
  return [
    ...(allowed.length > 0 ? (["user"] as const) : []),
    ...(keyCan(SERVICE_SCOPES, access) ? (["serviceKey"] as const) : []),
  ];
}

function allowedTo(access: Access): Allowed {
  return typeof access === "string" ? rights[access] : access;
}
