import type { Kysely } from "kysely";
import { fieldSentences } from "../../../../domain/sentences.ts";
import type { Tables } from "../../../db/tables.ts";
import type { FieldErrors } from "../../../problem.ts";
import { findOwnerOfEmail } from "../queries/contracts.ts";

/**
 * Refuses as a contract's contact the address of a system admin or of a user of another
 * organization; the organization's own users and unknown addresses are fine (design 4, Edits).
 */
export async function emailFault(
  db: Kysely<Tables>,
  adminEmail: string,
  organizationId: number,
): Promise<FieldErrors> {
  const owner = await findOwnerOfEmail(db, adminEmail);
  if (owner === undefined || owner === organizationId) return {};
  return { adminEmail: fieldSentences.emailOfOther };
}
