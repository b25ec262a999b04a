import { type Kysely, sql, type Transaction } from "kysely";
import { userKind } from "../../../domain/api/users.ts";
import type { FieldChange } from "../../../domain/audit/schemas.ts";
import type { IdentityError } from "../../../domain/users/rules.ts";
import type { User } from "../../../domain/users/schemas.ts";
import type { Tables } from "../../db/tables.ts";
import { type ChangedRecord, publishChange } from "../../events/publishChange.ts";

/** Locks a user. Always lock before writing the outbox, to avoid deadlocks. */
export async function lockUser(trx: Transaction<Tables>, userId: string): Promise<void> {
  await sql`select from users where user_id = ${userId} for no key update`.execute(trx);
}

export async function userExists(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets or clears `identity_error`; true if it has changed. */
export async function updateIdentityError(
  trx: Transaction<Tables>,
  userId: string,
  identityError: IdentityError | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set identity_error = ${identityError},
      identity_error_at = ${identityError === null ? sql`null` : sql`clock_timestamp()`}
    where user_id = ${userId} and identity_error is distinct from ${identityError}::text`.execute(
    trx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

interface PublishedUser {
  user_id: string;
  organization_id: number | null;
  user_name: string;
}

type UserChange = Pick<
  ChangedRecord<typeof userKind.schema>,
  "before" | "after" | "parts" | "isAction"
>;

/** Publishes a user, and logs what `change` says; without a difference only screens hear of it. */
export function publishUser(
  trx: Transaction<Tables>,
  { organization_id: organizationId, user_id: id, user_name: name }: PublishedUser,
  change: UserChange,
): Promise<void> {
  return publishChange(trx, { kind: userKind, organizationId, id, name, ...change });
}

/** The change of one field of a user whose whole record is not at hand. */
export function userField<Field extends "status" | "identityError">(
  field: Field,
  before: User[Field],
  after: User[Field],
): FieldChange[] {
  return before === after ? [] : [{ field, before, after }];
}
