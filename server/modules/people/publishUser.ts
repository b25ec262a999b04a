import type { Transaction } from "kysely";
import { userKind } from "../../../domain/api/users.ts";
import type { FieldChange } from "../../../domain/audit/schemas.ts";
import type { User } from "../../../domain/users/schemas.ts";
import type { Tables } from "../../db/tables.ts";
import { type ChangedRecord, publishChange } from "../../events/publishChange.ts";

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
