import type { Kysely } from "kysely";
import { fieldSentences } from "../../../../domain/sentences.ts";
import type { Tables } from "../../../db/tables.ts";
import type { FieldErrors } from "../../../problem.ts";
import { findOwnerOfEmail } from "../queries/contracts.ts";

/** Rejects addresses of system admins and other organizations' users (design 4, Edits). */
export async function emailErrors(
  db: Kysely<Tables>,
  adminEmail: string,
  organizationId: number,
): Promise<FieldErrors> {
  const owner = await findOwnerOfEmail(db, adminEmail);
  if (owner === undefined || owner === organizationId) return {};
  return { adminEmail: fieldSentences.emailOfOther };
}
