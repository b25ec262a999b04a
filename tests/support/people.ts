import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Flags } from "../../domain/access.ts";
import { searchKeys } from "../../domain/text/searchKey.ts";
import type { IdentityError, UserStatus } from "../../domain/users/rules.ts";
import type { Tables } from "../../server/db/tables.ts";
import type { IdentityService } from "../../server/identity/identity.ts";

export const PASSWORD = "password";

/** A user of a test, in our database and at the identity service. */
export interface TestUser extends Flags {
  userId: string;
  organizationId: number | null;
  email: string;
  userName: string;
}

export interface UserInput extends Partial<Flags> {
  organizationId?: number | null;
  userName?: string;
  email?: string;
  status?: UserStatus;
  identityError?: IdentityError;
}

/** An address that no other test uses: those of a file share one identity service. */
export function someEmail(name = "user"): string {
  return `${name}.${randomBytes(5).toString("hex")}@example.com`;
}

/** Inserts a user who can sign in with PASSWORD. Without an organization it is a system admin. */
export async function insertTestUser(
  { db, identity }: { db: Kysely<Tables>; identity: IdentityService },
  input: UserInput,
  at: Date,
): Promise<TestUser> {
  const { organizationId = null, userName = "試験 太郎", status = "ACTIVE" } = input;
  const email = input.email ?? someEmail();
  const user: TestUser = {
    userId: `u-${randomBytes(8).toString("hex")}`,
    organizationId,
    email,
    userName,
    isSystemAdmin: organizationId === null,
    isOrganizationAdmin: input.isOrganizationAdmin ?? false,
    isDictionaryAdmin: input.isDictionaryAdmin ?? false,
  };
  await identity.createUser({ userId: user.userId, email, userName, password: PASSWORD });
  await db
    .insertInto("users")
    .values({
      user_id: user.userId,
      organization_id: organizationId,
      email,
      user_name: userName,
      search_key: searchKeys(userName, email),
      is_system_admin: user.isSystemAdmin,
      is_organization_admin: user.isOrganizationAdmin,
      is_dictionary_admin: user.isDictionaryAdmin,
      status,
      identity_error: input.identityError ?? null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return user;
}
