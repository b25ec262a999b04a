import type { User } from "../../domain/users.ts";
import { DEMO_PASSWORD } from "../../src/providers/appConfig.ts";
import type { Call } from "../call.ts";
import { conflict } from "../problem.ts";
import type { UserRow } from "../tables.ts";
import { announce, type World } from "../world.ts";

/** Who is to be a user. */
export interface Invited {
  email: string;
  userName: string;
  organizationId?: number | undefined;
  isSystemAdmin?: boolean | undefined;
  isOrganizationAdmin?: boolean | undefined;
  isDictionaryAdmin?: boolean | undefined;
}

/** A user as the API answers it. */
export function userOf({ tables }: World, row: UserRow): User {
  const { password: _, lastSelectedWorkspaceId: __, ...user } = row;
  const organization = tables.organizations.find(
    ({ organizationId }) => organizationId === row.organizationId,
  );
  return {
    ...user,
    organizationName: organization?.organizationName ?? null,
    identityPending: false,
    mailPending: false,
    identityFault: null,
  };
}

/** Adds an invited user, who can sign in at once: nobody mails. Throws 409 EMAIL_EXISTS. */
export function addUser(call: Call, invited: Invited): UserRow {
  const { users } = call.world.tables;
  if (users.some(({ email }) => email === invited.email)) throw conflict("EMAIL_EXISTS");
  const row: UserRow = {
    userId: crypto.randomUUID(),
    email: invited.email,
    userName: invited.userName,
    organizationId: invited.organizationId ?? 0,
    isSystemAdmin: invited.isSystemAdmin ?? false,
    isOrganizationAdmin: invited.isOrganizationAdmin ?? false,
    isDictionaryAdmin: invited.isDictionaryAdmin ?? false,
    status: "INVITED",
    password: DEMO_PASSWORD,
    lastSelectedWorkspaceId: null,
    version: 1,
    createdAt: call.at,
    updatedAt: call.at,
  };
  users.push(row);
  announce(call.world, "users", { ...row, id: row.userId }, "created");
  return row;
}
