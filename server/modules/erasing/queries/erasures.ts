import { type GeneratedAlways, type Kysely, sql, type Transaction } from "kysely";
import type { Removed } from "../../../../domain/erasing/schemas.ts";
import type { Tables } from "../../../db/tables.ts";

interface ErasuresTable {
  erasure_id: GeneratedAlways<number>;
  organization_id: number | null;
  user_id: string | null;
  erased_by: string;
  erased_at: Date;
  people: string;
  removed: string;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    erasures: ErasuresTable;
  }
}

export interface ErasureRow {
  erasure_id: number;
  organization_id: number | null;
  organization_name: string | null;
  user_id: string | null;
  erased_by: string;
  erased_by_name: string;
  erased_at: Date;
  people: number[];
  removed: Removed & { resealedDays?: number };
  accounts_left: number;
}

interface NewErasure {
  organizationId: number | null;
  userId: string | null;
  erasedBy: string;
  at: Date;
  people: readonly number[];
  removed: ErasureRow["removed"];
}

export async function insertErasure(
  trx: Transaction<Tables>,
  { organizationId, userId, erasedBy, at, people, removed }: NewErasure,
): Promise<number> {
  const { erasure_id } = await trx
    .insertInto("erasures")
    .values({
      organization_id: organizationId,
      user_id: userId,
      erased_by: erasedBy,
      erased_at: at,
      people: JSON.stringify(people),
      removed: JSON.stringify(removed),
    })
    .returning("erasure_id")
    .executeTakeFirstOrThrow();
  return erasure_id;
}

/** A certificate with the accounts that are still to be deleted. */
export async function findErasure(
  db: Kysely<Tables>,
  erasureId: number,
): Promise<ErasureRow | undefined> {
  const { rows } = await sql<ErasureRow>`
    select r.erasure_id, r.organization_id, o.organization_name, r.user_id, r.erased_by,
      a.user_name as erased_by_name, r.erased_at, r.people, r.removed,
      (select count(*) from identity_outbox x join users u on u.user_id = x.user_id
        where r.people @> to_jsonb(u.erased_number)) as accounts_left
    from erasures r join users a on a.user_id = r.erased_by
    left join organizations o on o.organization_id = r.organization_id
    where r.erasure_id = ${erasureId}`.execute(db);
  return rows[0];
}

/** The last erasing of a user, or of an organization as a whole. */
export async function findErasureOf(
  db: Kysely<Tables>,
  subject: { userId: string } | { organizationId: number },
): Promise<number | null> {
  const isSubject =
    "userId" in subject
      ? sql`r.user_id = ${subject.userId}`
      : sql`r.user_id is null and r.organization_id = ${subject.organizationId}`;
  const { rows } = await sql<{ erasure_id: number }>`
    select r.erasure_id from erasures r where ${isSubject}
    order by r.erasure_id desc limit 1`.execute(db);
  return rows[0]?.erasure_id ?? null;
}

export async function hasContract(
  db: Kysely<Tables>,
  organizationId: number,
  today: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from contracts
    where organization_id = ${organizationId} and effective_end >= ${today}::date limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
