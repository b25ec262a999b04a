import type { Kysely } from "kysely";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import type { Tables } from "../../../db/tables.ts";
import type { FieldErrors } from "../../../problem.ts";
import { findOwnerOfEmail } from "../queries/contracts.ts";

/** Rejects addresses of others: 422, never 409 (docs/product/contracts.md#creating). */
export async function emailErrors(
  db: Kysely<Tables>,
  adminEmail: string,
  organizationId: number,
): Promise<FieldErrors> {
  const owner = await findOwnerOfEmail(db, adminEmail);
  if (owner === undefined || owner === organizationId) return {};
  return { adminEmail: fieldSentences.emailOfOther };
}
