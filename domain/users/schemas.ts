import { z } from "zod";
import { MOST_AT_ONCE } from "../bulkSentences.ts";
import { calendarDate } from "../contracts/schemas.ts";
import { fieldSentences, tooManyItems } from "../problems/sentences.ts";
import { SCIM_ROLES } from "../scim/stored.ts";
import { email, line, reading } from "../text/text.ts";
import { ownLists } from "../views/schemas.ts";
import { MOST_GROUPS, USER_ACTIONS, WORKSPACE_ACTIONS } from "./bulk.ts";
import { IDENTITY_ERRORS, managedBy, USER_STATUSES } from "./rules.ts";
import "../problems/zodSentences.ts";

/** The roles of the list's filter; `staff` has no flag. */
const USER_ROLES = ["systemAdmin", "organizationAdmin", "dictionaryAdmin", "staff"] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const USER_SORTS = ["userName", "email", "createdAt", "updatedAt"] as const;

const userStatus = z.enum(USER_STATUSES).meta({ id: "UserStatus" });

/**
 * A user as administrators see them (docs/product/people.md#users). System admins have
 * organizationId 0.
 */
export const user = z
  .object({
    userId: z.string(),
    organizationId: z.int(),
    organizationName: z.string().nullable(),
    email,
    userName: line(50),
    userNameKana: reading(100).nullable(),
    isSystemAdmin: z.boolean(),
    isOrganizationAdmin: z.boolean(),
    isDictionaryAdmin: z.boolean(),
    status: userStatus,
    /** The identity service has not received the latest change yet. */
    identityPending: z.boolean(),
    /** The invitation mail has not been sent yet. */
    mailPending: z.boolean(),
    /** Until when the newest invitation can be opened, of INVITED; null if none was sent yet. */
    invitationEndsAt: z.iso.datetime().nullable(),
    identityError: z.enum(IDENTITY_ERRORS).nullable(),
    managedBy: managedBy.meta({
      description: "What rules name and status instead of the admins: a directory.",
    }),
    managedRoles: z
      .array(z.enum(SCIM_ROLES))
      .meta({ description: "The roles that a directory gives and takes in the organization." }),
    /** When the personal data was erased, after which nothing can be changed. */
    erasedAt: z.iso.datetime().nullable(),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;

/** The workspaces that a user is a member of, in the order of their ids. */
export const userWorkspaces = z
  .object({
    workspaces: z.array(z.object({ workspaceId: z.int(), workspaceName: z.string() })),
  })
  .meta({ id: "UserWorkspaces" });
export type UserWorkspaces = z.infer<typeof userWorkspaces>;

const flags = user.pick({
  isSystemAdmin: true,
  isOrganizationAdmin: true,
  isDictionaryAdmin: true,
});

const belonging = z.object({
  organizationId: z.int().positive().optional(),
  ...flags.partial().shape,
});
/** Checks these fields even if another one is invalid, so that all errors show at once. */
const when = ({ value }: z.core.ParsePayload) => belonging.safeParse(value).success;

/** POST /users in the admin area: invites by mail. A system admin has no organization. */
export const userCreate = z
  .strictObject({
    ...belonging.shape,
    email: user.shape.email,
    userName: user.shape.userName,
    userNameKana: user.shape.userNameKana.optional(),
  })
  .refine((input) => !(input.isSystemAdmin && input.organizationId), {
    path: ["organizationId"],
    message: fieldSentences.systemAdminOfOrganization,
    when,
  })
  .refine((input) => input.isSystemAdmin || input.organizationId, {
    path: ["organizationId"],
    message: fieldSentences.organizationMissing,
    when,
  })
  .refine((input) => !(input.isSystemAdmin && input.isOrganizationAdmin), {
    path: ["isOrganizationAdmin"],
    message: fieldSentences.membersOnly,
    when,
  })
  .refine((input) => !(input.isSystemAdmin && input.isDictionaryAdmin), {
    path: ["isDictionaryAdmin"],
    message: fieldSentences.membersOnly,
    when,
  })
  .meta({ id: "UserCreate" });
export type UserCreate = z.infer<typeof userCreate>;

/** POST /users in the staff area: invites into the caller's organization. */
export const memberCreate = z
  .strictObject({
    email: user.shape.email,
    userName: user.shape.userName,
    userNameKana: user.shape.userNameKana.optional(),
    ...flags.omit({ isSystemAdmin: true }).partial().shape,
  })
  .meta({ id: "MemberCreate" });

/** PATCH /users/{id}. Null clears the reading. A person cannot set INVITED. */
export const userUpdate = z
  .strictObject({
    userName: user.shape.userName,
    userNameKana: user.shape.userNameKana,
    ...flags.shape,
    status: z.enum(["ACTIVE", "DISABLED"]),
  })
  .partial()
  .meta({ id: "UserUpdate" });
export type UserUpdate = z.infer<typeof userUpdate>;

export const memberUpdate = userUpdate.omit({ isSystemAdmin: true }).meta({ id: "MemberUpdate" });

/** A user as the caller knows it. Another `version` than the current one is refused. */
const userRef = z
  .strictObject({ userId: z.string().min(1).max(128), version: z.int().optional() })
  .meta({ id: "UserRef" });

const userGroup = z
  .strictObject({ action: z.enum(USER_ACTIONS), users: z.array(userRef).min(1).max(MOST_AT_ONCE) })
  .meta({ id: "UserGroup" });

const workspaceGroup = userGroup
  .extend({ action: z.enum(WORKSPACE_ACTIONS), workspaceId: z.int().positive() })
  .meta({ id: "WorkspaceGroup" });

/** Actions on many users, each of whom is in one group only. */
function manyUsers<Group extends z.ZodType<{ users: readonly { userId: string }[] }>>(
  group: Group,
) {
  return z.strictObject({
    changes: z
      .array(group)
      .min(1)
      .max(MOST_GROUPS)
      .superRefine((groups, context) => {
        const ids = groups.flatMap(({ users }) => users.map(({ userId }) => userId));
        if (ids.length > MOST_AT_ONCE) {
          context.addIssue(tooManyItems(MOST_AT_ONCE, "利用者"));
        } else if (new Set(ids).size < ids.length) {
          context.addIssue(fieldSentences.repeated("利用者"));
        }
      }),
  });
}

export const userChanges = manyUsers(userGroup).meta({ id: "UserChanges" });

/** POST /users/bulk in the staff area, which has the workspaces too. */
export const memberChanges = manyUsers(
  z.discriminatedUnion("action", [userGroup, workspaceGroup]),
).meta({ id: "MemberChanges" });
export type MemberChanges = z.infer<typeof memberChanges>;

/** Who was changed, as they are now; `unchanged` counts those who were so already. */
export const changedUsers = z
  .object({ users: z.array(user), unchanged: z.int() })
  .meta({ id: "ChangedUsers" });
export type ChangedUsers = z.infer<typeof changedUsers>;

export const userFilters = {
  q: z.string().max(100).optional(),
  organizationId: z.coerce.number().int().positive().optional(),
  role: z.enum(USER_ROLES).optional(),
  status: z.enum(USER_STATUSES).optional(),
  createdBefore: calendarDate
    .optional()
    .meta({ description: "Created before this day in Tokyo.", format: "date" }),
};

export const memberFilters = {
  q: userFilters.q,
  role: z.enum(USER_ROLES).exclude(["systemAdmin"]).optional(),
  status: userFilters.status,
};

/** Organization admins may select any workspace of theirs, others those they are members of. */
const selectableWorkspace = z
  .object({ workspaceId: z.int(), workspaceName: z.string(), isMember: z.boolean() })
  .meta({ id: "SelectableWorkspace" });

/**
 * GET /users/me: the user profile (docs/product/people.md#profile) and what else the console needs.
 */
export const userProfile = z
  .object({
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    email: z.string(),
    userName: z.string(),
    userId: z.string(),
    organizationId: z.int(),
    /** Null for system admins. */
    organizationName: z.string().nullable(),
    isDictionaryAdmin: z.boolean(),
    isOrganizationAdmin: z.boolean(),
    isSystemAdmin: z.boolean(),
    lastSelectedWorkspaceId: z.int().nullable(),
    lastSelectedWorkspaceName: z.string().nullable(),
    workspaces: z.array(selectableWorkspace),
    lists: ownLists,
  })
  .meta({ id: "UserProfile" });
export type UserProfile = z.infer<typeof userProfile>;

/** PATCH /users/me: the last selected workspace only. */
export const userProfileUpdate = z
  .strictObject({
    lastSelectedWorkspaceId: z.int().positive().nullable().optional(),
  })
  .meta({ id: "UserProfileUpdate" });

/** POST /invitations/open and /renew: what the link of an invitation carries. */
export const invitationToken = z
  .strictObject({ token: z.string().min(1).max(100) })
  .meta({ id: "InvitationToken" });

/** A code of the identity service that sets the first password. It is a secret. */
export const invitationCode = z.object({ oobCode: z.string() }).meta({ id: "InvitationCode" });

/** A link with which an invited user sets the first password. */
export const invitationLink = z.object({ link: z.url() }).meta({ id: "InvitationLink" });
export type InvitationLink = z.infer<typeof invitationLink>;

/** GET /me in the admin area: the current user in short. */
export const currentUser = z
  .object({
    userName: z.string(),
    email: z.string(),
    isSystemAdmin: z.boolean(),
    lists: ownLists,
  })
  .meta({ id: "CurrentUser" });
