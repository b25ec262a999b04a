import type { Kysely } from "kysely";
import type { Erasure } from "../../../../domain/erasing/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { notFound } from "../../../problem.ts";
import { type ErasureRow, findErasure } from "../queries/erasures.ts";

/** The certificate of an erasing, with the accounts that are still to be deleted; throws 404. */
export async function readErasure(db: Kysely<Tables>, erasureId: number): Promise<Erasure> {
  const row = await findErasure(db, erasureId);
  if (!row) throw notFound();
  return presentErasure(row);
}

function presentErasure(row: ErasureRow): Erasure {
  const { resealedDays = 0, ...removed } = row.removed;
  return {
    erasureId: row.erasure_id,
    kind: row.user_id === null ? "organization" : "user",
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    userId: row.user_id,
    people: row.people,
    removed,
    resealedDays,
    accountsLeft: row.accounts_left,
    erasedAt: row.erased_at.toISOString(),
    erasedBy: { userId: row.erased_by, userName: row.erased_by_name },
  };
}
